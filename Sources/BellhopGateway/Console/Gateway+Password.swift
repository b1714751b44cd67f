// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto
package import GatewayAPI

/// The change of a password by the member who is signed in.
extension Gateway {
    /// Replaces the password of the member who is signed in. All sessions of the member end, and a
    /// new one begins.
    ///
    /// A wrong current password counts as a failed sign-in with the member's login: a person who
    /// finds an unlocked browser has no more guesses than on the sign-in page.
    ///
    /// - Returns: the secret of the new session, for the cookie.
    /// - Throws: `Problem` if the current password is wrong, the new one is too short or too long,
    ///   the login is locked, or the session is that of the person at this machine.
    package func changePassword(
        _ request: PasswordChangeRequest, of session: ConsoleSession, from address: ClientAddress?
    ) async throws -> String {
        let store = try requireConsoleStore()
        guard session.hasPassword, let member = try await store.member(id: session.member.id)
        else {
            throw Problem(
                .memberNotFound,
                "the person at this machine is signed in without a password; add members, who have "
                    + "their own passwords, under Manage")
        }
        guard member.password != nil else {
            throw Problem(
                .memberNotFound,
                "you sign in with the identity provider and have no password; ask an owner for a "
                    + "sign-in link to choose one")
        }
        guard try await isPassword(request.current, of: member) else {
            throw Problem(
                .badValue, "the current password is wrong; check it, or ask an owner for a link",
                keyPath: "current")
        }
        let hash = try await hashed(request.password)
        let scope = AuditScope(
            actor: session.key.id, action: "POST /console/password",
            address: address?.description, at: time.now, object: nil, app: nil)
        try await AuditScope.$current.withValue(scope) {
            try await store.setPassword(hash, memberID: member.id)
        }
        return try await beginSession(of: member)
    }

    /// Returns whether a text is the password of a member, and counts a failed sign-in if it is
    /// not.
    private func isPassword(_ text: String, of member: StoredMember) async throws -> Bool {
        let store = try requireConsoleStore()
        let loginHash = Array(SHA256.hash(data: Array(member.login.utf8)))
        let wait = try await store.attempt(loginHash: loginHash, now: time.now)
        guard wait == 0 else { throw Self.locked(wait) }
        guard
            let isRight = await console.passwords.matches(
                String(text.prefix(Self.passwordLengths.upperBound + 1)), member.password)
        else { throw Self.locked(1) }
        if isRight { try await store.forgetFailures(loginHash: loginHash) }
        return isRight
    }
}
