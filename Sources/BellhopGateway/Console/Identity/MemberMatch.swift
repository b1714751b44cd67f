// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The member who signs in with an identity.
enum MemberMatch: Hashable {
    /// A member to whom the identity belongs.
    case member(String)
    /// A member whose login is the verified email address, and to whom no identity belongs yet: the
    /// identity belongs to the member from now on.
    case bind(String)
    /// Nobody signs in; the text says what is wrong and what to do.
    case refused(String)

    /// Decides who signs in.
    ///
    /// The email address counts only at the first sign-in: later, the person may have another
    /// address, and this address may belong to another person.
    ///
    /// - Parameters:
    ///   - bound: the identifier of the member to whom the identity belongs.
    ///   - named: the member whose login is the email address, and whether an identity belongs to
    ///     that member.
    static func decide(
        _ identity: MemberIdentity, bound: String?, named: (id: String, isBound: Bool)?
    ) -> MemberMatch {
        if let bound { return .member(bound) }
        guard let email = identity.email else {
            return .refused(
                "the provider did not send your email address, and your account there belongs to "
                    + "no member; permit the scope email for this client at the provider")
        }
        guard identity.isEmailVerified else {
            return .refused(
                "the provider has not verified your email address \(email.printable); verify it "
                    + "there, and sign in again")
        }
        guard let named else {
            return .refused(
                "no member has the login \(email.printable); ask an owner to add you under Manage, "
                    + "Members, with this login")
        }
        guard !named.isBound else {
            return .refused(
                "the member \(email.printable) signs in with another account of the provider; ask "
                    + "an owner to reset your sign-in")
        }
        return .bind(named.id)
    }
}
