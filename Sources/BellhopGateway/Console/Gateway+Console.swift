// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import HTTPTypes
package import Hummingbird

extension Gateway {
    /// Returns the session of a request for a page; `nil` if the browser has none that is valid.
    package func consoleSession(for request: Request) async throws -> ConsoleSession? {
        guard let secret = ConsoleCookie.secret(in: request) else { return nil }
        return console.session(secret: secret, now: time.now)
    }

    /// Returns the identity of a request that a page of the console sends.
    ///
    /// - Throws: `Problem` if there is no valid session, or if the request may come from another
    ///   website.
    package func consoleKey(for request: Request) async throws -> StoredAPIKey {
        guard let session = try await consoleSession(for: request) else {
            throw Problem(
                .keyMissing, "the session has ended; reload the page and sign in again")
        }
        try ConsoleGuard.check(request, of: session)
        return session.key
    }

    /// Signs the person at this machine in as an owner. Only `bellhop up` calls this function.
    ///
    /// - Returns: the session's secret, for the cookie.
    package func signInLocally() async throws -> (secret: String, session: ConsoleSession) {
        let secret = makeRandom { RandomText.make(RandomText.secretCount, using: &$0) }
        let member = ConsoleMember(id: "local", name: "This machine", role: .owner)
        return (secret, console.begin(secret: secret, member: member, now: time.now))
    }

    /// Returns a random text for a page's Content-Security-Policy.
    package func consoleNonce() -> String { makeRandom { RandomText.make(22, using: &$0) } }
}
