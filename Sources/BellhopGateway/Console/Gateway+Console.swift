// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import HTTPTypes
package import Hummingbird

extension Gateway {
    /// Returns the session of a request for a page; `nil` if the browser has no valid session.
    package func consoleSession(for request: Request) async throws -> ConsoleSession? {
        guard let secret = ConsoleCookie.secret(in: request) else { return nil }
        let hash = ConsoleSession.hash(secret: secret)
        let csrfToken = ConsoleSession.csrfToken(secret: secret)
        if console.local.use(hash, now: time.now) {
            return ConsoleSession(member: ConsoleSession.localMember, csrfToken: csrfToken)
        }
        guard let member = try await console.store?.member(sessionHash: hash, now: time.now)
        else { return nil }
        return ConsoleSession(member: ConsoleMember(member), csrfToken: csrfToken)
    }

    /// Returns the identity of a request that a page of the console sends.
    ///
    /// - Throws: `Problem` if there is no valid session, or if the request may come from another
    ///   website.
    package func consoleKey(for request: Request) async throws -> StoredAPIKey {
        try await checkedConsoleSession(for: request).key
    }

    /// Returns the session of a request that a page of the console sends.
    ///
    /// - Throws: `Problem` if there is no valid session, or if the request may come from another
    ///   website.
    package func checkedConsoleSession(for request: Request) async throws -> ConsoleSession {
        guard let session = try await consoleSession(for: request) else {
            throw Problem(.sessionEnded, "the session has ended; sign in again")
        }
        try ConsoleGuard.check(request, of: session)
        return session
    }

    /// Signs the person at this machine in as an owner. Only `bellhop up` calls this function.
    ///
    /// - Returns: the session's secret, for the cookie.
    package func signInLocally() -> String {
        let secret = makeSecret()
        console.local.begin(ConsoleSession.hash(secret: secret), now: time.now)
        return secret
    }

    /// Ends the session of a request.
    package func signOut(_ request: Request) async throws {
        guard let secret = ConsoleCookie.secret(in: request) else { return }
        let hash = ConsoleSession.hash(secret: secret)
        console.local.end(hash)
        try await console.store?.end(hash)
    }

    /// Returns a random text for a page's Content-Security-Policy.
    package func consoleNonce() -> String { makeRandom { RandomText.make(22, using: &$0) } }

    func makeSecret() -> String {
        makeRandom { RandomText.make(RandomText.secretCount, using: &$0) }
    }
}

extension ConsoleMember {
    init(_ stored: StoredMember) {
        self.init(id: stored.id, name: stored.name, role: stored.role)
    }
}
