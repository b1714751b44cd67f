// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One entry of the audit log: who changed what, and when.
public struct AuditEntry: Hashable, Sendable, Codable {
    /// The number of the entry: one more than the number of the entry before it.
    public var number: Int64
    /// The time, in whole seconds.
    public var at: Date
    /// The identifier of the API key.
    public var key: String
    /// Method and path, for instance `PUT /v1/apps/{bundle_id}`.
    public var action: String
    /// The bundle identifier of the affected app; `nil` if no app or several apps are affected.
    public var app: String?
    /// Kind and identifier of what was changed; `nil` if the path does not name a single object.
    public var object: String?
    /// SHA-256 of the object's values before the change; `nil` if it did not exist.
    public var before: String?
    /// SHA-256 of the object's values after the change; `nil` if it does not exist any more.
    public var after: String?
    /// The address of the caller; for IPv6, only the network prefix of 64 bits.
    public var address: String?
    /// The hash of the entry before this one; for the first entry, 64 zeros.
    public var previous: String
    /// SHA-256 of this entry's other values, in hexadecimal digits.
    public var hash: String

    public init(
        number: Int64, at: Date, key: String, action: String, app: String? = nil,
        object: String? = nil, before: String? = nil, after: String? = nil,
        address: String? = nil, previous: String, hash: String = ""
    ) {
        self.number = number
        self.at = at
        self.key = key
        self.action = action
        self.app = app
        self.object = object
        self.before = before
        self.after = after
        self.address = address
        self.previous = previous
        self.hash = hash
    }
}

/// The response to `GET /v1/audit`, newest first.
public struct AuditList: Hashable, Sendable, Codable {
    public var entries: [AuditEntry]
    /// The value of `after` for the next page; `nil` if there is none.
    public var next: String?

    public init(entries: [AuditEntry], next: String?) {
        self.entries = entries
        self.next = next
    }
}
