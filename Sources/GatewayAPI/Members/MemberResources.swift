// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A person who may use the console, in responses.
public struct MemberResource: Hashable, Sendable, Codable {
    public var id: String
    /// The name with which the member signs in, in lower case.
    public var login: String
    public var name: String
    public var role: MemberRole
    public var createdAt: Date
    /// The time of the last sign-in; `nil` if the member has never signed in.
    public var signedInAt: Date?
    /// Whether the member has chosen a password.
    public var hasPassword: Bool
    /// Whether the member has signed in with an account of the identity provider. From then on, the
    /// account belongs to the member.
    public var hasIdentity: Bool
    /// The secret of a link with which the member can choose a password once, without the current
    /// one. Only the response to creating the member or the link contains it.
    public var linkSecret: String?
    /// The time until which the link is valid.
    public var linkExpiresAt: Date?

    public init(
        id: String, login: String, name: String, role: MemberRole, createdAt: Date,
        signedInAt: Date? = nil, hasPassword: Bool, hasIdentity: Bool = false,
        linkSecret: String? = nil, linkExpiresAt: Date? = nil
    ) {
        self.id = id
        self.login = login
        self.name = name
        self.role = role
        self.createdAt = createdAt
        self.signedInAt = signedInAt
        self.hasPassword = hasPassword
        self.hasIdentity = hasIdentity
        self.linkSecret = linkSecret
        self.linkExpiresAt = linkExpiresAt
    }

    enum CodingKeys: String, CodingKey {
        case id, login, name, role
        case createdAt = "created_at"
        case signedInAt = "signed_in_at"
        case hasPassword = "has_password"
        case hasIdentity = "has_identity"
        case linkSecret = "link_secret"
        case linkExpiresAt = "link_expires_at"
    }
}

/// The response of `GET /v1/members`.
public struct MemberList: Hashable, Sendable, Codable {
    /// The members, the oldest first.
    public var members: [MemberResource]

    public init(members: [MemberResource]) { self.members = members }
}
