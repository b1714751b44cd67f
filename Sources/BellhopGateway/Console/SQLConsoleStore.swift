// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import GatewayAPI
import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The members of the console and their sessions in the gateway's database.
struct SQLConsoleStore: Sendable {
    /// The minimum time between two updates of a session's last use, in seconds, so that frequent
    /// requests do not cause frequent writes.
    private static let usePrecision = 60.0
    /// The maximum number of sessions of a member; a further session ends the least recently used
    /// session.
    private static let sessionsMax = 20

    let store: SQLStore

    // MARK: Members

    func members() async throws -> [StoredMember] {
        try await store.read { db in
            try await db.rows("SELECT * FROM member ORDER BY no").map(Self.member)
        }
    }

    func member(id: String) async throws -> StoredMember? {
        try await store.read { db in
            try await db.row("SELECT * FROM member WHERE id = \(id)").map(Self.member)
        }
    }

    func member(login: String) async throws -> StoredMember? {
        try await store.read { db in
            try await db.row("SELECT * FROM member WHERE login = \(login)").map(Self.member)
        }
    }

    enum Insertion: Sendable {
        case inserted(StoredMember)
        case loginTaken, tooMany
    }

    /// Creates a member with a link to choose a password.
    func insert(
        _ request: MemberRequest, id: String, link: MemberLink, now: Date
    ) async throws -> Insertion {
        try await store.write { db in
            try await db.lock(["members"])
            let count: Int = try await db.row("SELECT count(*) AS n FROM member")?.value("n") ?? 0
            guard count < GatewayLimits.membersMax else { return .tooMany }
            let taken = try await db.row("SELECT 1 FROM member WHERE login = \(request.login)")
            guard taken == nil else { return .loginTaken }
            try await db.run(
                """
                INSERT INTO member (id, login, name, role, created_at)
                VALUES (\(id), \(request.login), \(request.name), \(request.role.rawValue),
                    \(now.storedMilliseconds))
                """)
            guard let row = try await db.row("SELECT * FROM member WHERE id = \(id)") else {
                return .tooMany
            }
            let member = try Self.member(row)
            try await Self.insert(db, link, of: member.number)
            return .inserted(member)
        }
    }

    enum Change: Sendable {
        case changed(StoredMember)
        case notFound, lastOwner
    }

    /// Changes a member's name and role. At least one owner remains.
    func change(id: String, _ change: MemberChange) async throws -> Change {
        try await store.write { db in
            try await db.lock(["members"])
            guard let member = try await Self.member(db, id) else { return .notFound }
            if change.role != .owner, try await Self.isLastOwner(db, member) { return .lastOwner }
            try await db.run(
                """
                UPDATE member SET name = \(change.name), role = \(change.role.rawValue)
                WHERE no = \(member.number)
                """)
            return .changed(try await Self.member(db, id) ?? member)
        }
    }

    /// Deletes a member, with the member's sessions and links. At least one owner remains.
    func delete(id: String) async throws -> Change {
        try await store.write { db in
            try await db.lock(["members"])
            guard let member = try await Self.member(db, id) else { return .notFound }
            if try await Self.isLastOwner(db, member) { return .lastOwner }
            try await db.run("DELETE FROM console_session WHERE member = \(member.number)")
            try await db.run("DELETE FROM member_link WHERE member = \(member.number)")
            try await db.run("DELETE FROM member WHERE no = \(member.number)")
            return .changed(member)
        }
    }

    private static func isLastOwner(
        _ db: isolated SQLStore.Connection, _ member: StoredMember
    ) async throws -> Bool {
        guard member.role == .owner else { return false }
        let other = try await db.row(
            "SELECT 1 FROM member WHERE role = 'owner' AND no <> \(member.number) LIMIT 1")
        return other == nil
    }

    // MARK: Links

    /// Stores a link with which a member chooses a password. Returns `nil` if there is no member.
    func addLink(_ link: MemberLink, memberID: String) async throws -> StoredMember? {
        try await store.write { db in
            guard let member = try await Self.member(db, memberID) else { return nil }
            try await Self.insert(db, link, of: member.number)
            return member
        }
    }

    /// Removes a member's password, identity, sessions and links, and stores a new link. Returns
    /// `nil` if there is no member.
    func reset(_ memberID: String, with link: MemberLink) async throws -> StoredMember? {
        try await store.write { db in
            try await db.lock(["members"])
            guard let member = try await Self.member(db, memberID) else { return nil }
            try await Self.setPassword(db, nil, of: member)
            try await db.run(
                """
                UPDATE member SET identity_issuer = NULL, identity_subject = NULL
                WHERE no = \(member.number)
                """)
            try await Self.insert(db, link, of: member.number)
            return try await Self.member(db, memberID)
        }
    }

    private static func insert(
        _ db: isolated SQLStore.Connection, _ link: MemberLink, of member: Int64
    ) async throws {
        try await db.run(
            """
            INSERT INTO member_link (hash, member, expires_at)
            VALUES (\(link.hash), \(member), \(link.expiresAt.storedMilliseconds))
            """)
    }

    /// Returns the member to whom a link belongs; `nil` if the link is unknown, used or expired.
    func member(linkHash: [UInt8], now: Date) async throws -> StoredMember? {
        try await store.read { db in try await Self.member(db, linkHash: linkHash, now: now) }
    }

    private static func member(
        _ db: isolated SQLStore.Connection, linkHash: [UInt8], now: Date
    ) async throws -> StoredMember? {
        try await db.row(
            """
            SELECT m.* FROM member_link l JOIN member m ON m.no = l.member
            WHERE l.hash = \(linkHash) AND l.expires_at > \(now.storedMilliseconds)
            """
        ).map(Self.member)
    }

    /// Sets the password of the member to whom a link belongs, invalidates all links of the member
    /// and ends all sessions. Returns `nil` if the link is not valid.
    func usePassword(
        _ password: PasswordHash, linkHash: [UInt8], now: Date
    ) async throws -> StoredMember? {
        try await store.write { db in
            try await db.lock(["members"])
            guard let member = try await Self.member(db, linkHash: linkHash, now: now) else {
                return nil
            }
            try await Self.setPassword(db, password, of: member)
            return member
        }
    }

    /// Replaces the password of a member, and ends all sessions.
    func setPassword(_ password: PasswordHash, memberID: String) async throws {
        try await store.write { db in
            guard let member = try await Self.member(db, memberID) else { return }
            try await Self.setPassword(db, password, of: member)
        }
    }

    /// - Parameter password: `nil` removes the password.
    private static func setPassword(
        _ db: isolated SQLStore.Connection, _ password: PasswordHash?, of member: StoredMember
    ) async throws {
        try await db.run(
            "UPDATE member SET password = \(password?.text) WHERE no = \(member.number)")
        try await db.run("DELETE FROM member_link WHERE member = \(member.number)")
        try await db.run("DELETE FROM console_session WHERE member = \(member.number)")
    }

    // MARK: Sessions

    /// Stores a new session, and records the time of the sign-in.
    func begin(_ hash: [UInt8], member: StoredMember, now: Date) async throws {
        try await store.write { db in try await Self.begin(db, hash, member: member, now: now) }
    }

    static func begin(
        _ db: isolated SQLStore.Connection, _ hash: [UInt8], member: StoredMember, now: Date
    ) async throws {
        let time = now.storedMilliseconds
        try await db.run(
            """
            DELETE FROM console_session WHERE hash IN (
                SELECT hash FROM console_session WHERE member = \(member.number)
                ORDER BY used_at DESC LIMIT 1000 OFFSET \(Self.sessionsMax - 1))
            """)
        try await db.run(
            """
            INSERT INTO console_session (hash, member, began_at, used_at)
            VALUES (\(hash), \(member.number), \(time), \(time))
            """)
        try await db.run(
            "UPDATE member SET signed_in_at = \(time) WHERE no = \(member.number)")
    }

    /// Returns the member of a valid session, and records the use of the session.
    func member(sessionHash: [UInt8], now: Date) async throws -> StoredMember? {
        let oldest = now.addingTimeInterval(-ConsoleSession.ageSecondsMax).storedMilliseconds
        let idle = now.addingTimeInterval(-ConsoleSession.idleSecondsMax).storedMilliseconds
        let found = try await store.read { db in
            try await db.row(
                """
                SELECT m.*, s.used_at FROM console_session s JOIN member m ON m.no = s.member
                WHERE s.hash = \(sessionHash) AND s.began_at > \(oldest) AND s.used_at > \(idle)
                """
            ).map { (member: try Self.member($0), usedAt: try $0.moment("used_at")) }
        }
        guard let found else { return nil }
        if now.timeIntervalSince(found.usedAt) >= Self.usePrecision {
            // The audit log does not contain the use of a session.
            try await AuditScope.$current.withValue(nil) {
                _ = try await store.write { db in
                    try await db.run(
                        """
                        UPDATE console_session SET used_at = \(now.storedMilliseconds)
                        WHERE hash = \(sessionHash)
                        """)
                }
            }
        }
        return found.member
    }

    func end(_ hash: [UInt8]) async throws {
        _ = try await store.write { db in
            try await db.run("DELETE FROM console_session WHERE hash = \(hash)")
        }
    }

    // MARK: Failed sign-ins

    /// Returns the failed sign-ins with a login, whether or not a member has this login.
    func throttle(loginHash: [UInt8]) async throws -> SignInThrottle {
        try await store.read { db in
            try await db.row("SELECT * FROM sign_in_failure WHERE login = \(loginHash)").map {
                SignInThrottle(
                    failures: try $0.value("failures"), failedAt: try $0.moment("failed_at"))
            } ?? SignInThrottle()
        }
    }

    /// Records a failed sign-in before the password is checked, so that simultaneous sign-ins
    /// cannot try more passwords than consecutive sign-ins.
    ///
    /// - Returns: the time in seconds to wait if the login is locked; 0 if the password may be
    ///   checked.
    func attempt(loginHash: [UInt8], now: Date) async throws -> Double {
        try await store.write { db in
            try await db.lock(["sign-in"])
            let row = try await db.row("SELECT * FROM sign_in_failure WHERE login = \(loginHash)")
            var throttle =
                try row.map {
                    SignInThrottle(
                        failures: try $0.value("failures"), failedAt: try $0.moment("failed_at"))
                } ?? SignInThrottle()
            let wait = throttle.wait(at: now)
            guard wait == 0 else { return wait }
            throttle.fail(at: now)
            try await db.run(
                """
                INSERT INTO sign_in_failure (login, failures, failed_at)
                VALUES (\(loginHash), \(throttle.failures), \(now.storedMilliseconds))
                ON CONFLICT (login) DO UPDATE SET failures = excluded.failures,
                    failed_at = excluded.failed_at
                """)
            return 0
        }
    }

    func forgetFailures(loginHash: [UInt8]) async throws {
        _ = try await store.write { db in
            try await db.run("DELETE FROM sign_in_failure WHERE login = \(loginHash)")
        }
    }

    // MARK: Rows

    static func member(
        _ db: isolated SQLStore.Connection, _ id: String
    ) async throws -> StoredMember? {
        try await db.row("SELECT * FROM member WHERE id = \(id)").map(member)
    }

    private static func member(_ row: SQLRow) throws -> StoredMember {
        let password: String? = try row.optional("password")
        let issuer: String? = try row.optional("identity_issuer")
        return StoredMember(
            number: try row.value("no"), id: try row.value("id"), login: try row.value("login"),
            name: try row.value("name"), role: try row.word("role"),
            password: password.flatMap { PasswordHash($0) }, hasIdentity: issuer != nil,
            createdAt: try row.moment("created_at"),
            signedInAt: try row.optionalMoment("signed_in_at"))
    }
}

/// A member in the database.
struct StoredMember: Sendable {
    let number: Int64
    let id: String
    let login: String
    let name: String
    let role: MemberRole
    let password: PasswordHash?
    /// Whether an identity of the identity provider belongs to the member.
    let hasIdentity: Bool
    let createdAt: Date
    let signedInAt: Date?
}

/// A link with which a member chooses a password once. The database has only the hash of its
/// secret.
struct MemberLink: Sendable {
    /// The time for which a link is valid, in seconds: 3 days.
    static let lifetime = 259_200.0

    let secret: String
    let expiresAt: Date

    var hash: [UInt8] { Self.hash(secret) }

    static func hash(_ secret: String) -> [UInt8] {
        Array(SHA256.hash(data: Array(secret.utf8)))
    }
}
