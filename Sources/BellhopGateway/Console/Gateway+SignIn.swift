// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto
package import GatewayAPI
import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Gateway {
    /// The permitted lengths of a password in characters: at least 12, and at most 256.
    static let passwordLengths = 12...256
    private static let loginByteCountMax = 512

    /// Signs a member in.
    ///
    /// A wrong password, an unknown login and a member without a password cause the same problem
    /// after the same time, and count as a failed sign-in with the login.
    ///
    /// - Returns: the secret of a new session, for the cookie.
    /// - Throws: `Problem` if the password is wrong, or if the login is locked.
    package func signIn(
        _ request: SignInRequest, from address: ClientAddress?
    ) async throws -> String {
        let store = try requireConsoleStore()
        let login = String(request.login.prefix(Self.loginByteCountMax))
        let hash = Array(SHA256.hash(data: Array(login.utf8)))
        let wait = try await store.attempt(loginHash: hash, now: time.now)
        guard wait == 0 else { throw Self.locked(wait) }
        let member = try await store.member(login: login)
        guard
            let isRight = await console.passwords.matches(
                String(request.password.prefix(Self.passwordLengths.upperBound + 1)),
                member?.password)
        else { throw Self.locked(1) }
        guard isRight, let member else {
            throw callLimits.failed(
                Problem(
                    .signInFailed,
                    "the login or the password is wrong; check both, or ask an owner for a link "
                        + "to choose a new password"), from: address)
        }
        try await store.forgetFailures(loginHash: hash)
        return try await beginSession(of: member)
    }

    static func locked(_ seconds: Double) -> TooManyRequests {
        let wait = max(1, Int(saturating: seconds.rounded(.up)))
        return TooManyRequests(
            problem: Problem(
                .tooManyRequests,
                "there were too many failed sign-ins with this login; try again in \(wait) "
                    + "seconds"),
            fields: [:], retryAfter: wait)
    }

    func beginSession(of member: StoredMember) async throws -> String {
        let secret = makeSecret()
        try await requireConsoleStore().begin(
            ConsoleSession.hash(secret: secret), member: member, now: time.now)
        return secret
    }

    /// Returns the member to whom a sign-in link belongs.
    ///
    /// - Throws: `Problem` if the link is unknown, used or expired.
    package func joiningMember(
        _ secret: String, from address: ClientAddress?
    ) async throws -> MemberResource {
        let found = try await requireConsoleStore().member(
            linkHash: MemberLink.hash(secret), now: time.now)
        guard let found else { throw callLimits.failed(Problem.linkNotValid, from: address) }
        return MemberResource(found)
    }

    /// Sets the password of the member to whom a sign-in link belongs, and signs the member in.
    ///
    /// - Returns: the secret of a new session, for the cookie.
    /// - Throws: `Problem` if the link is unknown, used or expired, or if the password is too short
    ///   or too long.
    package func join(
        _ secret: String, password: String, from address: ClientAddress?
    ) async throws -> String {
        _ = try await joiningMember(secret, from: address)
        let store = try requireConsoleStore()
        let hash = try await hashed(password)
        guard
            let member = try await store.usePassword(
                hash, linkHash: MemberLink.hash(secret), now: time.now)
        else { throw Problem.linkNotValid }
        try await store.forgetFailures(
            loginHash: Array(SHA256.hash(data: Array(member.login.utf8))))
        return try await beginSession(of: member)
    }

    /// Returns the hash of a new password.
    func hashed(_ password: String) async throws -> PasswordHash {
        guard Self.passwordLengths.contains(password.count) else {
            throw Problem(
                .badValue,
                "a password has \(Self.passwordLengths.lowerBound) to "
                    + "\(Self.passwordLengths.upperBound) characters; a few words are easy to "
                    + "remember and hard to guess",
                keyPath: "password")
        }
        guard let hash = try await console.passwords.hash(password) else { throw Self.locked(1) }
        return hash
    }

    /// Returns the secret of a link for the first owner, if no owner can sign in yet.
    package func firstOwnerLink() async throws -> String? {
        guard let store = console.store else { return nil }
        let owners = try await store.members().filter { $0.role == .owner }
        guard !owners.contains(where: { $0.password != nil || $0.hasIdentity }) else {
            return nil
        }
        let link = makeLink()
        if let owner = owners.first {
            return try await store.addLink(link, memberID: owner.id).map { _ in link.secret }
        }
        let request = MemberRequest(login: "owner", name: "Owner", role: .owner)
        guard
            case .inserted = try await store.insert(
                request, id: makeMemberID(), link: link, now: time.now)
        else { return nil }
        return link.secret
    }

    func makeLink() -> MemberLink {
        MemberLink(
            secret: makeSecret(), expiresAt: time.now.addingTimeInterval(MemberLink.lifetime))
    }

    func makeMemberID() -> String { makeRandom { "m_" + RandomText.make(10, using: &$0) } }

    func requireConsoleStore() throws(Problem) -> SQLConsoleStore {
        guard let store = console.store else {
            throw Problem(
                .routeNotFound,
                "this gateway's storage has no members; start the gateway with SQLite or "
                    + "PostgreSQL")
        }
        return store
    }
}

extension Problem {
    static let linkNotValid = Problem(
        .linkNotValid,
        "the link is unknown, was used or has expired; ask an owner for another one, or restart "
            + "the gateway if there is no owner yet")
}
