// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The body of `POST /v1/members`.
public struct MemberRequest: Hashable, Sendable, Codable {
    /// The name with which the member signs in, such as an email address. The case of letters does
    /// not matter.
    public var login: String
    public var name: String
    public var role: MemberRole

    public init(login: String, name: String, role: MemberRole) {
        self.login = login
        self.name = name
        self.role = role
    }

    /// Reads the request from a JSON body.
    public init(reading bytes: [UInt8]) throws(Problem) {
        let reader = try FormReader(
            bytes, keys: ["login", "name", "role"],
            example: #"{"login":"alex@example.com","name":"Alex","role":"editor"}"#)
        login = try reader.required("login", reader.name("login")).lowercased()
        name = try reader.name("name") ?? login
        role = try reader.required("role", reader.role("role"))
    }
}

/// The body of `PUT /v1/members/{id}`.
public struct MemberChange: Hashable, Sendable, Codable {
    public var name: String
    public var role: MemberRole

    public init(name: String, role: MemberRole) {
        self.name = name
        self.role = role
    }

    /// Reads the request from a JSON body.
    public init(reading bytes: [UInt8]) throws(Problem) {
        let reader = try FormReader(
            bytes, keys: ["name", "role"], example: #"{"name":"Alex","role":"editor"}"#)
        name = try reader.required("name", reader.name("name"))
        role = try reader.required("role", reader.role("role"))
    }
}

extension FormReader {
    fileprivate func role(_ key: String) throws(Problem) -> MemberRole? {
        guard let word = try text(key) else { return nil }
        guard let role = MemberRole(rawValue: word) else {
            throw bad(
                key,
                "is not a role; send "
                    + MemberRole.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return role
    }
}

/// What a browser sends to sign in: the body of `POST /console/session`.
public struct SignInRequest: Hashable, Sendable {
    public let login: String
    public let password: String

    /// Reads the request from a JSON body.
    public init(reading bytes: [UInt8]) throws(Problem) {
        let reader = try FormReader(
            bytes, keys: ["login", "password"],
            example: #"{"login":"alex@example.com","password":"…"}"#)
        login = try reader.required("login", reader.text("login")).lowercased()
        password = try reader.required("password", reader.text("password"))
    }
}

/// What a browser sends to choose a password with a link: the body of `POST /console/join`.
public struct JoinRequest: Hashable, Sendable {
    /// The secret of the link.
    public let secret: String
    /// The new password; with `nil`, the request only asks which member the link is for.
    public let password: String?

    /// Reads the request from a JSON body.
    public init(reading bytes: [UInt8]) throws(Problem) {
        let reader = try FormReader(
            bytes, keys: ["secret", "password"], example: #"{"secret":"…","password":"…"}"#)
        secret = try reader.required("secret", reader.text("secret"))
        password = try reader.text("password")
    }
}

/// What a browser sends to change the password of the member who is signed in: the body of
/// `POST /console/password`.
public struct PasswordChangeRequest: Hashable, Sendable {
    /// The current password.
    public let current: String
    /// The new password.
    public let password: String

    /// Reads the request from a JSON body.
    public init(reading bytes: [UInt8]) throws(Problem) {
        let reader = try FormReader(
            bytes, keys: ["current", "password"], example: #"{"current":"…","password":"…"}"#)
        current = try reader.required("current", reader.text("current"))
        password = try reader.required("password", reader.text("password"))
    }
}
