// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import GatewayAPI

extension Gateway {
    /// Makes an API key and stores its hash.
    ///
    /// - Parameters:
    ///   - creator: the key that makes the request; the new key can have only its scopes and apps.
    ///     `nil` for a caller in the same process.
    /// - Returns: the key with its whole text, which the gateway does not store and cannot return
    ///   again.
    public func createKey(
        _ request: APIKeyRequest, by creator: StoredAPIKey? = nil
    ) async throws -> APIKeyResource {
        let (scopes, apps) = (Set(request.scopes), AppLimit(request.apps))
        for app in request.apps where try await store.app(bundleID: app) == nil {
            throw Problem.appNotFound(app)
        }
        if apps != .none, let scope = request.scopes.first(where: { !$0.canBeLimitedToApps }) {
            throw Problem(
                .badValue,
                "the scope \(scope.rawValue) applies to all apps; leave \"apps\" out, or create a "
                    + "separate key for this scope",
                keyPath: "apps")
        }
        if let creator, !creator.covers(scopes: scopes, apps: apps) {
            throw Problem(
                .scopeMissing,
                "the API key \(creator.id) can create only keys with its own scopes and apps: "
                    + Self.list(creator))
        }
        var rate = request.requestsPerMinute
        if let most = creator?.requestsPerMinute {
            guard rate ?? most <= most else {
                throw Problem(
                    .badValue,
                    "\"requests_per_minute\" is more than the \(most) of the API key that creates "
                        + "the key; send at most \(most)", keyPath: "requests_per_minute")
            }
            rate = rate ?? most
        }
        let key = makeRandom { APIKey(using: &$0) }
        AuditScope.concerns(.apiKey, key.id)
        var stored = key.stored(name: request.name, createdAt: time.now)
        stored.requestsPerMinute = rate
        stored.scopes = scopes
        stored.apps = apps
        guard
            try await store.keys().count(where: { $0.revokedAt == nil })
                < GatewayLimits.apiKeysMax
        else {
            throw Problem(
                .tooManyKeys,
                "there are \(GatewayLimits.apiKeysMax) API keys, which is the limit; revoke keys "
                    + "with DELETE /v1/keys/{id}")
        }
        try await store.insertKey(stored)
        return APIKeyResource(stored, key: key.text)
    }

    /// Returns the API keys without their texts; valid keys come first.
    ///
    /// - Parameter caller: the key that makes the request. The result contains only keys for this
    ///   key's apps; `nil` returns all keys.
    public func keys(for caller: StoredAPIKey? = nil) async throws -> [APIKeyResource] {
        try await store.keys().filter { key in
            caller.map { $0.apps.covers(key.apps) } ?? true
        }.map { APIKeyResource($0) }
    }

    /// Revokes an API key immediately. Revoking it again changes nothing.
    ///
    /// - Parameter caller: the key that makes the request. It can revoke only keys that have no
    ///   scopes and apps beyond its own; `nil` can revoke every key.
    public func revokeKey(
        id: String, by caller: StoredAPIKey? = nil
    ) async throws -> APIKeyResource {
        guard let found = try await store.key(id: id), caller?.apps.covers(found.apps) ?? true
        else { throw Problem.apiKeyNotFound }
        if let caller, !caller.covers(scopes: found.scopes, apps: found.apps) {
            throw Problem(
                .scopeMissing,
                "the API key \(caller.id) can revoke only keys with its own scopes and apps: "
                    + Self.list(caller))
        }
        guard let revoked = try await store.revokeKey(id: id, now: time.now) else {
            throw Problem.apiKeyNotFound
        }
        return APIKeyResource(revoked)
    }

    /// Throws an error if a key lacks a scope.
    func check(_ key: StoredAPIKey, has scope: KeyScope) throws(Problem) {
        guard !key.permits(scope) else { return }
        guard !key.id.hasPrefix(ConsoleSession.keyPrefix) else {
            throw Problem(
                .scopeMissing,
                "your role does not permit this (it needs the scope \(scope.rawValue): "
                    + "\(scope.meaning)); ask an owner for another role")
        }
        guard scope.canBeLimitedToApps || key.apps == .none else {
            throw Problem(
                .scopeMissing,
                "the scope \(scope.rawValue) applies to all apps, but the API key \(key.id) is "
                    + "limited to "
                    + key.apps.names.prefix(5).joined(separator: ", "))
        }
        throw Problem(
            .scopeMissing,
            "the API key \(key.id) lacks the scope \(scope.rawValue) (\(scope.meaning)); create a "
                + "key with this scope: bellhop key create --name NAME --scope \(scope.rawValue)")
    }

    private static func list(_ key: StoredAPIKey) -> String {
        let scopes = KeyScope.allCases.filter(key.scopes.contains).map(\.rawValue)
        let apps = key.apps.names.isEmpty ? "all apps" : key.apps.names.joined(separator: ", ")
        return scopes.joined(separator: ", ") + "; " + apps
    }
}

extension Problem {
    static let apiKeyNotFound = Problem(
        .apiKeyNotFound,
        "there is no API key with this identifier; the identifier is the eight characters after "
            + "bh_, and GET /v1/keys lists all keys")
}
