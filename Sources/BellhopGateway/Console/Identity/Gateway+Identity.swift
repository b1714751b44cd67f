// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import HTTPTypes

/// Signing in with an identity provider.
extension Gateway {
    /// The name of the identity provider, for the sign-in button; `nil` if there is none.
    package var identityProviderName: String? { console.provider?.settings.name }

    /// The path to which the provider sends the browser back.
    package static let identityCallbackPath = "/console/identity/callback"

    /// The maximum time for which the browser keeps the cookie of a sign-in, in seconds.
    package static var identityCookieSecondsMax: Int {
        Int(saturating: SignInAttempt.ageSecondsMax)
    }

    /// Begins a sign-in with the identity provider.
    ///
    /// - Parameter redirectURI: the address of ``identityCallbackPath`` for the browser.
    /// - Returns: the address that the browser opens, and the secret for its cookie.
    /// - Throws: `Problem` if there is no provider, or if it does not respond correctly.
    package func beginIdentitySignIn(
        redirectURI: String
    ) async throws -> (address: String, secret: String) {
        let provider = try requireProvider()
        let description: IdentityProviderDescription
        do throws(IdentityFault) { description = try await provider.description() } catch {
            throw problem(error)
        }
        let attempt = SignInAttempt(random: makeSecret(), now: time.now)
        let address = attempt.authorizationAddress(
            at: description, clientID: provider.settings.clientID, redirectURI: redirectURI)
        return (address, attempt.secret)
    }

    /// Finishes a sign-in: exchanges the code for an ID token, verifies it, and begins a session of
    /// the member.
    ///
    /// - Parameters:
    ///   - query: the query with which the provider sent the browser back.
    ///   - secret: the secret in the browser's cookie.
    /// - Returns: the secret of a new session, for the cookie.
    /// - Throws: `Problem` that says what is wrong and what to do.
    package func finishIdentitySignIn(
        query: String, secret: String?, redirectURI: String, from address: ClientAddress?
    ) async throws -> String {
        let provider = try requireProvider()
        let now = time.now
        guard let attempt = secret.flatMap({ SignInAttempt(cookie: $0) }), attempt.isValid(at: now)
        else {
            let minutes = Int(saturating: SignInAttempt.ageSecondsMax / 60)
            throw refused(
                "this browser has no sign-in in progress, or it took longer than \(minutes) "
                    + "minutes; sign in again, and permit cookies of this page", from: address)
        }
        let identity: MemberIdentity
        do throws(IdentityFault) {
            identity = try await provider.identity(
                from: AuthorizationResponse(query: query), of: attempt, redirectURI: redirectURI)
        } catch { throw callLimits.failed(problem(error), from: address) }
        let store = try requireConsoleStore()
        let id: String
        switch try await store.match(identity) {
        case .member(let member), .bind(let member): id = member
        case .refused(let reason): throw refused(reason, from: address)
        }
        let session = makeSecret()
        let scope = AuditScope(
            actor: ConsoleSession.keyPrefix + id, action: "GET " + Self.identityCallbackPath,
            address: address?.description, at: now, object: nil, app: nil)
        let result = try await AuditScope.$current.withValue(scope) {
            try await store.begin(
                ConsoleSession.hash(secret: session), with: identity, of: attempt, now: now)
        }
        switch result {
        case .began: return session
        case .used:
            throw refused("this sign-in was already used; sign in again", from: address)
        case .refused(let reason): throw refused(reason, from: address)
        }
    }

    private func refused(_ reason: String, from address: ClientAddress?) -> any Error {
        callLimits.failed(Problem(.identityRefused, reason), from: address)
    }

    private func requireProvider() throws(Problem) -> IdentityProvider {
        guard let provider = console.provider else {
            throw Problem(
                .routeNotFound,
                "this gateway has no identity provider; sign in with a password, or start it with "
                    + "an issuer (oidc_issuer)")
        }
        return provider
    }

    private func problem(_ fault: IdentityFault) -> any Error {
        switch fault {
        case .refused(let reason): return Problem(.identityRefused, reason)
        case .provider(let cause):
            worker.failures.identityProviderFailed(cause)
            return Problem(
                .identityProviderFailed,
                "signing in failed because of the identity provider: \(cause); an owner can sign "
                    + "in with a password meanwhile")
        case .busy:
            return TooManyRequests(
                problem: Problem(
                    .tooManyRequests,
                    "too many people sign in at the moment; try again in a few seconds"),
                fields: [:], retryAfter: 2)
        }
    }
}
