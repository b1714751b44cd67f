// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The result of sending one message.
package enum FCMResult: Hashable, Sendable {
    /// FCM responded.
    case outcome(FCMOutcome)
    /// There is no access token, so nothing was sent.
    case noAccess(AccessTokenFailure)
    /// There was no response.
    case noResponse(HTTPExchangeFailure)

    package var verdict: ProviderVerdict {
        switch self {
        case .outcome(let outcome): outcome.verdict
        case .noAccess(let failure): failure.isRejection ? .credentialRejected : .unavailable
        case .noResponse: .unavailable
        }
    }
}

/// Sends messages with one service account. The access token is shared by all messages.
package final class FCMClient: Sendable {
    package let projectID: String
    private let origin: String
    private let tokens: AccessTokens
    private let exchange: any HTTPExchanging
    private let time: TimeSource

    /// - Parameter origin: the URL of the service without a path; Google's service by default.
    package init(
        account: ServiceAccount, origin: String = FCMMessage.googleOrigin, time: TimeSource,
        exchange: any HTTPExchanging
    ) {
        projectID = account.projectID
        self.origin = origin
        self.exchange = exchange
        self.time = time
        tokens = AccessTokens(account: account, time: time) { address, form in
            let response = try await exchange.post(
                HTTPExchangeRequest(
                    url: address,
                    headers: [("content-type", "application/x-www-form-urlencoded")],
                    body: Array(form.utf8)))
            return (response.status, response.body)
        }
    }

    /// Sends a message. If FCM does not accept the access token, the message is sent once more with
    /// a new token.
    ///
    /// - Parameter isDryRun: whether FCM only checks the message.
    package func send(_ message: FCMMessage, isDryRun: Bool = false) async -> FCMResult {
        let body = message.body(isDryRun: isDryRun)
        let first = await send(body)
        guard case .outcome(let outcome) = first.result, outcome.rejectsAccessToken,
            let token = first.token
        else { return first.result }
        tokens.discard(token)
        return await send(body).result
    }

    private func send(_ body: [UInt8]) async -> (result: FCMResult, token: AccessToken?) {
        let token: AccessToken
        do { token = try await tokens.token() } catch let failure as AccessTokenFailure {
            return (.noAccess(failure), nil)
        } catch {
            let failure = AccessTokenFailure(code: nil, detail: "the assertion cannot be signed")
            return (.noAccess(failure), nil)
        }
        let request = HTTPExchangeRequest(
            url: origin + FCMMessage.path(projectID: projectID),
            headers: [
                ("authorization", "Bearer " + token.text),
                ("content-type", "application/json; charset=UTF-8"),
                ("x-goog-api-format-version", "2"),
            ], body: body)
        do throws(HTTPExchangeFailure) {
            let response = try await exchange.post(request)
            let outcome = FCMOutcome(
                status: response.status, retryAfter: response.retryAfter, body: response.body,
                now: time.now)
            return (.outcome(outcome), token)
        } catch {
            return (.noResponse(error), token)
        }
    }
}
