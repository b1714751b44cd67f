// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GatewayAPI
import SQLCore
import Testing

@testable import BellhopGateway

extension PlanTests {
    /// SQL for bytes in place of a SHA-256: a different value for each number.
    private static let hash: SQL = """
        \(sqlite: "CAST(", postgres: "convert_to(")'a hash that has the number ' || i\
        \(sqlite: " AS BLOB)", postgres: ", 'UTF8')")
        """

    static let consoleRows: [SQL] = [
        """
        INSERT INTO console_session (hash, member, began_at, used_at)
        \(numbers) SELECT \(hash), i / 10 + 100, 1767225500000, 1767225500000 + i FROM n
        """,
        """
        INSERT INTO member_link (hash, member, expires_at)
        \(numbers) SELECT \(hash), i + 100, 1767225500000 + i FROM n
        """,
        """
        INSERT INTO used_sign_in (hash, expires_at)
        \(numbers) SELECT \(hash), 1767225600000 + i FROM n
        """,
        """
        INSERT INTO sign_in_failure (login, failures, failed_at)
        \(numbers) SELECT \(hash), 1, 1767225500000 + i FROM n
        """,
    ]

    /// Runs the statements about members: sign-in by link, password and identity provider,
    /// sign-out, and creating, changing, listing, resetting and deleting members.
    func useConsole(_ store: SQLStore) async throws {
        let console = SQLConsoleStore(store: store)
        let link = MemberLink(secret: "a secret", expiresAt: now.addingTimeInterval(100))
        let request = MemberRequest(login: "alex", name: "Alex", role: .owner)
        _ = try await console.insert(request, id: "m_1", link: link, now: now)
        let member = try #require(try await console.member(linkHash: link.hash, now: now))
        _ = try await console.usePassword(
            .decoy(PasswordHash.costs), linkHash: link.hash, now: now)
        _ = try await console.attempt(loginHash: link.hash, now: now)
        try await console.forgetFailures(loginHash: link.hash)
        try await console.begin(link.hash, member: member, now: now)
        _ = try await console.member(
            sessionHash: link.hash, now: now.addingTimeInterval(120))
        try await console.end(link.hash)
        let second = MemberRequest(login: "sam", name: "Sam", role: .owner)
        let other = MemberLink(secret: "another secret", expiresAt: now.addingTimeInterval(100))
        _ = try await console.insert(second, id: "m_2", link: other, now: now)
        _ = try await console.addLink(
            MemberLink(secret: "a third", expiresAt: now.addingTimeInterval(100)), memberID: "m_2")
        _ = try await console.change(id: "m_1", MemberChange(name: "A", role: .viewer))
        _ = try await console.delete(id: "m_1")
        _ = try await console.members()
        let identity = MemberIdentity(
            issuer: "https://sso.example.com", subject: "1", email: "sam", isEmailVerified: true)
        let attempt = SignInAttempt(
            random: String(repeating: "r", count: RandomText.secretCount), now: now)
        _ = try await console.match(identity)
        _ = try await console.begin(link.hash, with: identity, of: attempt, now: now)
        _ = try await console.reset("m_2", with: link)
    }
}
