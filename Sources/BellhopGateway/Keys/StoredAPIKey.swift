// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import GatewayAPI

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The stored values of an API key, without the key itself.
public struct StoredAPIKey: Hashable, Sendable {
    /// The identifier: the eight characters of the key that are not secret.
    public var id: String
    /// The name of the key, which describes its purpose.
    public var name: String
    /// The SHA-256 of the whole key.
    public var hash: [UInt8]
    public var createdAt: Date
    public var scopes: Set<KeyScope>
    /// The apps to which the key is limited.
    public var apps: AppLimit
    /// The time of the last use, which is stored at most once in ``usePrecision``.
    public var lastUsedAt: Date?
    public var revokedAt: Date?
    /// The number of requests that the key permits in a minute; `nil` for the gateway's default.
    public var requestsPerMinute: Int?

    /// The precision of ``lastUsedAt``: 15 minutes, in seconds.
    public static let usePrecision = 900.0

    public init(
        id: String, name: String, hash: [UInt8], createdAt: Date, scopes: Set<KeyScope> = [.all],
        apps: AppLimit = .none, lastUsedAt: Date? = nil, revokedAt: Date? = nil,
        requestsPerMinute: Int? = nil
    ) {
        self.id = id
        self.name = name
        self.hash = hash
        self.createdAt = createdAt
        self.scopes = scopes
        self.apps = apps
        self.lastUsedAt = lastUsedAt
        self.revokedAt = revokedAt
        self.requestsPerMinute = requestsPerMinute
    }

    /// Returns whether the key permits a scope.
    func permits(_ scope: KeyScope) -> Bool {
        (scopes.contains(.all) || scopes.contains(scope))
            && (scope.canBeLimitedToApps || apps == .none)
    }

    /// Returns whether this key permits everything that another key permits, so that it may make or
    /// revoke the other key.
    func covers(scopes others: Set<KeyScope>, apps otherApps: AppLimit) -> Bool {
        (scopes.contains(.all) || scopes.isSuperset(of: others)) && apps.covers(otherApps)
    }

    /// Returns whether the time of a use has to be stored.
    func isUseWorthNoting(at now: Date) -> Bool {
        lastUsedAt.map { abs(now.timeIntervalSince($0)) >= Self.usePrecision } ?? true
    }
}

extension APIKeyResource {
    init(_ stored: StoredAPIKey, key: String? = nil) {
        self.init(
            id: stored.id, name: stored.name,
            scopes: KeyScope.allCases.filter(stored.scopes.contains), apps: stored.apps.names,
            createdAt: stored.createdAt, lastUsedAt: stored.lastUsedAt,
            revokedAt: stored.revokedAt, requestsPerMinute: stored.requestsPerMinute, key: key)
    }
}
