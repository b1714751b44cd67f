// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Crypto
public import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Gateway {
    /// Creates an app, or renames an existing app. The response to the creation contains the app's
    /// identity secret.
    public func putApp(
        bundleID: String, name: String, userProof: UserProofRule? = nil,
        settings: AppSettings = AppSettings()
    ) async throws -> AppResource {
        guard Topic.isPlausible(bundleID) else {
            throw Problem(
                .badValue,
                "the path contains no valid bundle identifier; send one such as com.example.app",
                keyPath: "bundle_id")
        }
        if let suffix = PushType.named(byTopic: bundleID)?.traits.topicSuffix {
            throw Problem(
                .badValue, "a bundle identifier cannot end in \(suffix); leave the suffix out",
                keyPath: "bundle_id")
        }
        if let fault = NameRule.fault(in: name) {
            throw Problem(.badValue, "\"name\" \(fault)", keyPath: "name")
        }
        let keys = makeRandom { AppKeys.make(using: &$0) }
        let app = try await store.putApp(
            bundleID: bundleID, name: name, userProof: userProof, keys: keys, now: time.now)
        // The stored app has the new keys only if it had no keys before.
        let isNew = app.keys?.identitySecret == keys.identitySecret
        let changed = try await (store as? SQLStore)?.change(settings, ofApp: bundleID)
        if settings.shadow != nil { campaigns?.credentialReplaced() }
        return try await resource(of: changed ?? app, showsSecret: isNew)
    }

    /// Returns all apps.
    public func apps() async throws -> [AppResource] {
        var resources: [AppResource] = []
        for app in try await store.apps() {
            resources.append(try await resource(of: app))
        }
        return resources
    }

    /// Makes a new client key. The previous key stays valid until the next rotation.
    public func rotateClientKey(bundleID: String) async throws -> AppResource {
        let key = makeRandom { AppKeys.makeClientKey(using: &$0) }
        guard let app = try await store.rotateClientKey(bundleID: bundleID, to: key) else {
            throw Problem.appNotFound(bundleID)
        }
        return AppResource(app)
    }

    /// Makes a new identity secret, and returns it with the app. The previous secret stays valid
    /// until the next rotation.
    public func rotateIdentitySecret(bundleID: String) async throws -> AppResource {
        let secret = makeRandom { AppKeys.makeIdentitySecret(using: &$0) }
        guard let app = try await store.rotateIdentitySecret(bundleID: bundleID, to: secret) else {
            throw Problem.appNotFound(bundleID)
        }
        return AppResource(app, showsSecret: true)
    }

    /// Adds the missing keys to an app that an older version of Bellhop created.
    private func complete(_ app: StoredApp) async throws -> StoredApp {
        guard app.keys == nil else { return app }
        return try await store.putApp(
            bundleID: app.bundleID, name: app.name, userProof: nil,
            keys: makeRandom { AppKeys.make(using: &$0) }, now: time.now)
    }

    /// Returns one app.
    public func app(bundleID: String) async throws -> AppResource {
        guard let app = try await store.app(bundleID: bundleID) else {
            throw Problem.appNotFound(bundleID)
        }
        return try await resource(of: app)
    }

    private func resource(
        of app: StoredApp, showsSecret: Bool = false
    ) async throws -> AppResource {
        var resource = try await withProviders(
            AppResource(try await complete(app), showsSecret: showsSecret))
        let refused = worker.refusedCredentials(of: app.bundleID)
        if !refused.isEmpty { resource.refused = refused }
        return resource
    }

    /// Stores the key that signs provider tokens for an app, after checking the key.
    public func putCredential(
        bundleID: String, _ request: CredentialRequest
    ) async throws -> CredentialResource {
        let key: ProviderKey
        do {
            key = try ProviderKey(p8: request.p8, keyID: request.keyID, teamID: request.teamID)
        } catch {
            let keyPath =
                if case .badIdentifier(let name, _) = error {
                    name == "key ID" ? "key_id" : "team_id"
                } else {
                    "p8"
                }
            throw Problem(.badProviderKey, "\(error)", keyPath: keyPath)
        }
        let fingerprint = Hex.encode(SHA256.hash(data: key.publicKey.derRepresentation))
        let credential = AppCredential(
            bundleID: bundleID, keyID: key.keyID, teamID: key.teamID, p8: key.p8Text,
            fingerprint: fingerprint)
        guard let facts = try await store.putCredential(credential, now: time.now)?.credential
        else {
            throw Problem.appNotFound(bundleID)
        }
        worker.credentialReplaced(credential)
        campaigns?.credentialReplaced()
        return CredentialResource(facts)
    }
}

extension Problem {
    static func appNotFound(_ bundleID: String) -> Problem {
        Problem(
            .appNotFound,
            "there is no app \(bundleID.prefix(GatewayLimits.nameByteCountMax)); "
                + "create it with bellhop app create, or PUT /v1/apps/{bundle_id} "
                + "{\"name\":\"…\"}")
    }
}

extension AppResource {
    init(_ app: StoredApp, showsSecret: Bool = false) {
        self.init(
            bundleID: app.bundleID, name: app.name,
            credential: app.credential.map(CredentialResource.init),
            clientKey: app.keys?.clientKey, userProof: app.userProof,
            identitySecret: showsSecret ? app.keys?.identitySecret : nil,
            locked: app.locked.isEmpty ? nil : app.locked.map(\.rawValue))
        receiptPercent = app.receiptPercent
        denied = app.denied
        shadow = app.isShadow
    }
}

extension CredentialResource {
    init(_ facts: CredentialFacts) {
        self.init(
            kind: facts.kind, keyID: facts.kind == .key ? facts.keyID : nil,
            teamID: facts.kind == .key ? facts.teamID : nil, fingerprint: facts.fingerprint,
            updatedAt: facts.updatedAt, expiresAt: facts.expiresAt,
            environments: facts.kind == .certificate ? facts.environments : nil)
    }
}
