// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The reason why there is no access token.
package struct AccessTokenFailure: Error, Hashable, CustomStringConvertible {
    /// The code of RFC 6749 section 5.2, for instance `invalid_grant`; `nil` if the server did not
    /// respond or failed.
    package let code: String?
    /// The server's own message, without line breaks, or the reason why it did not respond.
    package let detail: String

    package init(code: String?, detail: String) {
        self.code = code
        self.detail = detail
    }

    /// Whether the credential itself is the cause.
    package var isRejection: Bool { code != nil }

    package var description: String {
        guard let code else { return "Google's token server did not respond: \(detail)" }
        let hint =
            code == "invalid_grant"
            ? "; check the clock of this machine and whether the key was deleted in the console"
            : ""
        return "Google's token server rejected the service account: \(code): \(detail)\(hint)"
    }
}

/// The access token of one service account. At most one request for a token runs at a time, however
/// many senders wait for it. A token that is due but not expired is used until there is a new one.
package final class AccessTokens: Sendable {
    /// A function that requests a token: it gets the address and the form, and returns the status
    /// and the body of the response.
    package typealias Exchange =
        @Sendable (_ address: String, _ form: String) async throws -> (status: Int, body: [UInt8])

    private struct State {
        var token: AccessToken?
        var request: Task<AccessToken, any Error>?
        /// After a failed request, the date until which a token that is still valid is used without
        /// a new request.
        var pausedUntil: Date?
    }

    /// The time after a failure in which a token that is still valid is used without a new request.
    private static let pause = Duration.seconds(30)

    package let account: ServiceAccount
    private let time: TimeSource
    private let exchange: Exchange
    private let state = Mutex(State())

    package init(account: ServiceAccount, time: TimeSource, exchange: @escaping Exchange) {
        self.account = account
        self.time = time
        self.exchange = exchange
    }

    /// Returns a valid token.
    ///
    /// - Throws: ``AccessTokenFailure`` if there is none and no new token can be obtained.
    package func token() async throws -> AccessToken {
        let now = time.now
        let (current, request) = state.withLock {
            state -> (AccessToken?, Task<AccessToken, any Error>?) in
            let valid = state.token.flatMap { $0.isExpired(at: now) ? nil : $0 }
            if let valid, !valid.isDue(at: now) || state.pausedUntil.map({ now < $0 }) ?? false {
                return (valid, nil)
            }
            if let running = state.request { return (valid, running) }
            let request = Task { try await self.renew() }
            state.request = request
            return (valid, request)
        }
        guard let request else {
            guard let current else { throw AccessTokenFailure(code: nil, detail: "no token") }
            return current
        }
        // A valid token is used while the new one is on its way.
        if let current { return current }
        return try await request.value
    }

    /// Discards a token that FCM did not accept, so that the next call requests a new one.
    package func discard(_ token: AccessToken) {
        state.withLock { if $0.token == token { $0.token = nil } }
    }

    private func renew() async throws -> AccessToken {
        do {
            let token = try await request()
            state.withLock {
                $0.token = token
                $0.request = nil
                $0.pausedUntil = nil
            }
            return token
        } catch {
            let until = time.now.addingTimeInterval(Self.pause.inSeconds)
            state.withLock {
                $0.request = nil
                $0.pausedUntil = until
            }
            throw error
        }
    }

    private func request() async throws -> AccessToken {
        let start = time.now
        let assertion = try TokenAssertion(account, now: start)
        let response: (status: Int, body: [UInt8])
        do { response = try await exchange(account.tokenAddress, assertion.form) } catch {
            throw AccessTokenFailure(code: nil, detail: "the connection failed")
        }
        if response.status == 200, let token = AccessToken(response: response.body, now: start) {
            return token
        }
        let object = (try? JSONReader.read(response.body))?.value.objectValue
        let code = object?["error"]?.stringValue.map { String($0.prefix(64)).printable }
        let detail = object?["error_description"]?.stringValue ?? "status \(response.status)"
        throw AccessTokenFailure(
            code: (400...499).contains(response.status) ? code ?? "\(response.status)" : nil,
            detail: String(detail.prefix(200)).printable)
    }
}
