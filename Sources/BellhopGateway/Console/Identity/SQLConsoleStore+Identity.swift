// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The identities of members at the identity provider.
extension SQLConsoleStore {
    /// Returns the member who signs in with an identity.
    func match(_ identity: MemberIdentity) async throws -> MemberMatch {
        try await store.read { db in try await Self.match(db, identity) }
    }

    private static func match(
        _ db: isolated SQLStore.Connection, _ identity: MemberIdentity
    ) async throws -> MemberMatch {
        let bound = try await db.row(
            """
            SELECT id FROM member WHERE identity_issuer = \(identity.issuer)
                AND identity_subject = \(identity.subject)
            """)
        var named: (id: String, isBound: Bool)?
        if let email = identity.email {
            named = try await db.row(
                "SELECT id, identity_issuer FROM member WHERE login = \(email)"
            ).map {
                let issuer: String? = try $0.optional("identity_issuer")
                return (id: try $0.value("id"), isBound: issuer != nil)
            }
        }
        return MemberMatch.decide(identity, bound: try bound?.value("id"), named: named)
    }

    enum IdentitySignIn: Sendable {
        case began
        /// The attempt was used before.
        case used
        case refused(String)
    }

    /// Begins a session of the member to whom an identity belongs, and records that the attempt was
    /// used. At the first sign-in, the identity is assigned to the member.
    func begin(
        _ hash: [UInt8], with identity: MemberIdentity, of attempt: SignInAttempt, now: Date
    ) async throws -> IdentitySignIn {
        try await store.write { db in
            try await db.lock(["members"])
            let used = try await db.row("SELECT 1 FROM used_sign_in WHERE hash = \(attempt.hash)")
            guard used == nil else { return .used }
            try await db.run(
                """
                INSERT INTO used_sign_in (hash, expires_at)
                VALUES (\(attempt.hash), \(attempt.expiresAt.storedMilliseconds))
                """)
            let id: String
            switch try await Self.match(db, identity) {
            case .refused(let reason): return .refused(reason)
            case .member(let member): id = member
            case .bind(let member):
                id = member
                try await db.run(
                    """
                    UPDATE member SET identity_issuer = \(identity.issuer),
                        identity_subject = \(identity.subject)
                    WHERE id = \(member)
                    """)
            }
            guard let member = try await Self.member(db, id) else {
                return .refused("the member was deleted meanwhile; ask an owner")
            }
            try await Self.begin(db, hash, member: member, now: now)
            return .began
        }
    }
}
