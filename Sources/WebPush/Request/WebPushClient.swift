// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The result of sending one message.
package enum WebPushResult: Hashable, Sendable {
    /// The push service responded.
    case outcome(WebPushOutcome)
    /// The message cannot be sent to this subscription.
    case impossible(String)
    /// There was no response.
    case noResponse(HTTPExchangeFailure)

    package var verdict: ProviderVerdict {
        switch self {
        case .outcome(let outcome): outcome.verdict
        case .impossible: .messageRejected
        case .noResponse: .unavailable
        }
    }
}

/// Sends messages with one VAPID key.
package final class WebPushClient: Sendable {
    private let tokens: VAPIDTokens
    private let exchange: any HTTPExchanging
    private let time: TimeSource

    /// - Parameter subject: how push services reach the sender: a `mailto:` or `https:` URL.
    package init(
        key: VAPIDKey, subject: String, time: TimeSource, exchange: any HTTPExchanging
    ) {
        tokens = VAPIDTokens(key: key, subject: subject, time: time)
        self.exchange = exchange
        self.time = time
    }

    package func send(
        _ message: WebPushMessage, to subscription: PushSubscription
    ) async -> WebPushResult {
        let request: WebPushRequest
        do {
            let token = try tokens.token(for: subscription.origin)
            request = try message.request(to: subscription, token: token)
        } catch let problem as WebPushMessage.Problem {
            return .impossible(problem.description)
        } catch {
            return .impossible("the message cannot be encrypted for this subscription")
        }
        do throws(HTTPExchangeFailure) {
            let response = try await exchange.post(
                HTTPExchangeRequest(
                    url: request.url, headers: request.headers, body: request.body))
            return .outcome(
                WebPushOutcome(
                    status: response.status, retryAfter: response.retryAfter, body: response.body,
                    now: time.now))
        } catch {
            return .noResponse(error)
        }
    }
}
