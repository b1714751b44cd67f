// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto
package import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A person who may use the console.
package struct ConsoleMember: Hashable, Sendable {
    /// The identifier, which never changes: `m_` and ten letters and digits; `local` for the person
    /// at this machine.
    package let id: String
    package var name: String
    package var role: MemberRole
}

/// A member who is signed in with one browser.
///
/// The browser has the session's secret in a cookie that scripts cannot read. The gateway stores
/// only its SHA-256.
package struct ConsoleSession: Sendable {
    /// The time without a request after which a session ends: 30 minutes, in seconds.
    static let idleSecondsMax = 1800.0
    /// The time after which a session ends even if it is used: 12 hours, in seconds.
    static let ageSecondsMax = 43_200.0

    /// The prefix of a member's identifier in places that otherwise contain the identifier of an
    /// API key, such as the audit log.
    static let keyPrefix = "member:"

    package let member: ConsoleMember
    /// The text that the pages send in the header ``ConsoleCookie/csrfHeader`` with each request.
    package let csrfToken: String

    /// The identity of the member for the API, in the form of an API key with the scopes of the
    /// member's role.
    var key: StoredAPIKey {
        StoredAPIKey(
            id: Self.keyPrefix + member.id, name: member.name, hash: [], createdAt: .distantPast,
            scopes: member.role.scopes)
    }

    /// Whether the member can have a password: everybody can, except the person at this machine.
    package var hasPassword: Bool { member.id != Self.localMember.id }

    /// The member as which `bellhop up` signs in the person at this machine.
    static let localMember = ConsoleMember(id: "local", name: "This machine", role: .owner)

    /// Returns the CSRF token of a session: an HMAC with the session's secret as its key, so that
    /// only pages that the gateway wrote for this session know it.
    static func csrfToken(secret: String) -> String {
        let key = SymmetricKey(data: Array(secret.utf8))
        return Hex.encode(
            HMAC<SHA256>.authenticationCode(for: Array("bellhop csrf 1".utf8), using: key))
    }

    static func hash(secret: String) -> [UInt8] { Array(SHA256.hash(data: Array(secret.utf8))) }
}
