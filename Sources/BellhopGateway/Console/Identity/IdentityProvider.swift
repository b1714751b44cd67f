// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Synchronization

/// Sends requests to an identity provider. Redirects are not followed.
protocol IdentityProviderExchanging: Sendable {
    func get(_ url: String) async throws(HTTPExchangeFailure) -> HTTPExchangeResponse
    func post(
        _ request: HTTPExchangeRequest
    ) async throws(HTTPExchangeFailure) -> HTTPExchangeResponse
}

/// The identity provider, as the gateway uses it: its description, its keys, and the exchange of a
/// code for the identity of a member.
final class IdentityProvider: Sendable {
    /// The maximum number of requests to the provider at the same time. Further sign-ins are
    /// refused for a short time, so that nobody uses up the gateway's connections with invented
    /// codes.
    static let exchangesMax = 16

    private struct State {
        var memory = IdentityProviderMemory()
        var runningCount = 0
    }

    let settings: OpenIDConnect
    private let exchange: any IdentityProviderExchanging
    private let time: TimeSource
    private let state = Mutex(State())

    init(
        _ settings: OpenIDConnect, exchange: (any IdentityProviderExchanging)? = nil,
        time: TimeSource
    ) {
        self.settings = settings
        self.exchange =
            exchange
            ?? IdentityProviderExchange(rule: settings.addressRule, trustRoots: settings.trustRoots)
        self.time = time
    }

    /// Returns the provider's description.
    func description() async throws(IdentityFault) -> IdentityProviderDescription {
        let now = time.uptime
        switch state.withLock({ $0.memory.description(at: now) }) {
        case .use(let description): return description
        case .fail(let fault): throw fault
        case .ask: break
        }
        do throws(IdentityFault) {
            let description = try IdentityProviderDescription(
                try await document(settings.discoveryAddress, "description"),
                issuer: settings.issuer, rule: settings.addressRule)
            state.withLock { $0.memory.note(description, at: now) }
            return description
        } catch {
            if error != .busy { state.withLock { $0.memory.note(error, at: now) } }
            throw error
        }
    }

    /// Exchanges the code in a response for the verified identity of a person.
    func identity(
        from response: AuthorizationResponse, of attempt: SignInAttempt, redirectURI: String
    ) async throws(IdentityFault) -> MemberIdentity {
        let description = try await description()
        let code = try response.code(for: attempt, at: description, issuer: settings.issuer)
        let call = CodeExchange(
            code: code, attempt: attempt, redirectURI: redirectURI, settings: settings,
            provider: description)
        let token = try CodeExchange.token(
            in: try await answer { () async throws(HTTPExchangeFailure) in
                try await self.exchange.post(call.request)
            })
        let keys = try await keys(for: token, at: description.keysAddress)
        return try token.verified(
            with: keys,
            IDToken.Expectation(
                issuer: settings.issuer, clientID: settings.clientID, nonce: attempt.nonce,
                beganAt: attempt.beganAt), now: time.now)
    }

    private func keys(
        for token: IDToken, at address: String
    ) async throws(IdentityFault) -> IdentityProviderKeys {
        let now = time.uptime
        if let keys = state.withLock({ $0.memory.keys(for: token, at: now) }) { return keys }
        let keys = try IdentityProviderKeys(try await document(address, "list of keys"))
        state.withLock { $0.memory.note(keys, at: now) }
        return keys
    }

    private func document(
        _ url: String, _ what: String
    ) async throws(IdentityFault) -> [UInt8] {
        let response = try await answer { () async throws(HTTPExchangeFailure) in
            try await self.exchange.get(url)
        }
        guard response.status == 200 else {
            throw .provider("the request for its \(what) had the status \(response.status)")
        }
        return response.body
    }

    /// Sends one request, unless ``exchangesMax`` requests are already running.
    private func answer(
        _ send: () async throws(HTTPExchangeFailure) -> HTTPExchangeResponse
    ) async throws(IdentityFault) -> HTTPExchangeResponse {
        let hasRoom = state.withLock { state in
            guard state.runningCount < Self.exchangesMax else { return false }
            state.runningCount += 1
            return true
        }
        guard hasRoom else { throw .busy }
        defer { state.withLock { $0.runningCount -= 1 } }
        do throws(HTTPExchangeFailure) { return try await send() } catch {
            throw .provider(error.description)
        }
    }
}
