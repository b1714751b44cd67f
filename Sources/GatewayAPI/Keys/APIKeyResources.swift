// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The body of `POST /v1/keys`.
public struct APIKeyRequest: Hashable, Sendable, Codable {
    /// A description of the key's purpose.
    public var name: String
    /// The scopes of the key; at least one.
    public var scopes: [KeyScope]
    /// The bundle identifiers of the apps to which the key is limited. If the list is empty, the
    /// key is valid for all apps, including apps that are created later.
    public var apps: [String]
    /// The number of requests that the key permits per minute; `nil` for the gateway's default.
    public var requestsPerMinute: Int?

    public init(
        name: String, scopes: [KeyScope], apps: [String] = [], requestsPerMinute: Int? = nil
    ) {
        self.name = name
        self.scopes = scopes
        self.apps = apps
        self.requestsPerMinute = requestsPerMinute
    }

    enum CodingKeys: String, CodingKey {
        case name, scopes, apps
        case requestsPerMinute = "requests_per_minute"
    }

    /// Reads the request from a JSON body.
    public init(reading bytes: [UInt8]) throws(Problem) {
        let reader = try FormReader(
            bytes, keys: ["name", "scopes", "apps", "requests_per_minute"],
            example: #"{"name":"backend","scopes":["messages:write"]}"#)
        name = try reader.required("name", reader.name("name"))
        var scopes: [KeyScope] = []
        for text in try reader.required("scopes", reader.texts("scopes")) {
            guard let scope = KeyScope(rawValue: text) else {
                let names = KeyScope.allCases.map(\.rawValue)
                throw reader.unknownEntry(
                    text, of: "scopes", among: names,
                    advice: "send one or more of " + names.joined(separator: ", "))
            }
            if !scopes.contains(scope) { scopes.append(scope) }
        }
        guard !scopes.isEmpty else {
            throw reader.bad("scopes", "is empty; send at least one scope")
        }
        self.scopes = scopes
        apps = Array(Set(try reader.texts("apps") ?? [])).sorted()
        guard apps.count <= GatewayLimits.appsPerKeyMax else {
            throw reader.bad(
                "apps",
                "has \(apps.count) entries; name at most \(GatewayLimits.appsPerKeyMax) apps, or "
                    + "leave it out for all apps")
        }
        requestsPerMinute = try reader.integer("requests_per_minute")
        if let rate = requestsPerMinute, !GatewayLimits.keyRequestsPerMinute.contains(rate) {
            throw reader.bad(
                "requests_per_minute",
                "is not valid; send \(GatewayLimits.keyRequestsPerMinute.lowerBound) to "
                    + "\(GatewayLimits.keyRequestsPerMinute.upperBound)")
        }
    }
}

extension FormReader {
    /// Returns the value of a key as a list of strings; `nil` if the key is absent.
    func texts(_ key: String) throws(Problem) -> [String]? {
        guard let node = node(key) else { return nil }
        guard let values = node.value.arrayValue else {
            throw bad(key, "is \(node.value.typeName); send a list of strings")
        }
        var texts: [String] = []
        for value in values {
            guard let text = value.stringValue else {
                throw bad(
                    key,
                    "has an entry that is \(value.typeName); send a list of strings only")
            }
            texts.append(text)
        }
        return texts
    }
}

/// An API key as the gateway returns it.
public struct APIKeyResource: Hashable, Sendable, Codable {
    /// The identifier: eight characters that are also part of the key itself.
    public var id: String
    /// A description of the key's purpose.
    public var name: String
    public var scopes: [KeyScope]
    /// The bundle identifiers of the apps to which the key is limited; empty for all apps.
    public var apps: [String]
    public var createdAt: Date
    /// The time at which the key was last used, accurate to within a quarter of an hour; `nil` if
    /// the key was never used.
    public var lastUsedAt: Date?
    /// The time at which the key was revoked; `nil` while the key is valid.
    public var revokedAt: Date?
    /// The number of requests that the key permits per minute; `nil` for the gateway's default.
    public var requestsPerMinute: Int?
    /// The whole key, which is secret; only in the response to the request that created the key.
    public var key: String?

    public init(
        id: String, name: String, scopes: [KeyScope], apps: [String], createdAt: Date,
        lastUsedAt: Date? = nil, revokedAt: Date? = nil, requestsPerMinute: Int? = nil,
        key: String? = nil
    ) {
        self.id = id
        self.name = name
        self.scopes = scopes
        self.apps = apps
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.revokedAt = revokedAt
        self.requestsPerMinute = requestsPerMinute
        self.key = key
    }

    enum CodingKeys: String, CodingKey {
        case id, name, scopes, apps, key
        case createdAt = "created_at"
        case lastUsedAt = "last_used_at"
        case revokedAt = "revoked_at"
        case requestsPerMinute = "requests_per_minute"
    }
}

extension APIKeyResource: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    public var description: String { "API key \(id)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["id": id, "name": name]) }
}

/// The response to `GET /v1/keys`.
public struct APIKeyList: Hashable, Sendable, Codable {
    public var keys: [APIKeyResource]

    public init(keys: [APIKeyResource]) { self.keys = keys }
}
