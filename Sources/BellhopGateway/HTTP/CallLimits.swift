// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import GatewayModel
import HTTPTypes
import Synchronization

/// Counts the requests of API keys, and the failed requests from addresses that present no valid
/// key.
final class CallLimits: Sendable {
    private struct State {
        var keys = RequestBudget(countMax: GatewayLimits.callBudgetCountMax)
        var strangers = RequestBudget(countMax: GatewayLimits.callBudgetCountMax)
    }

    private let time: TimeSource
    private let state = Mutex(State())
    /// The rate of a key that has none of its own.
    private let keyRate: RequestBudget.Rate

    /// - Parameter requestsPerMinute: the rate of a key that has none of its own.
    init(requestsPerMinute: Int, time: TimeSource) {
        keyRate = RequestBudget.Rate(perMinute: requestsPerMinute)
        self.time = time
    }

    /// Counts a request of an API key.
    ///
    /// - Returns: the header fields that say how many requests are left.
    /// - Throws: ``TooManyRequests`` if none was left.
    func count(_ key: StoredAPIKey) throws -> HTTPFields {
        try count(
            "the API key \(key.id)", id: key.id,
            key.requestsPerMinute.map { RequestBudget.Rate(perMinute: $0) } ?? keyRate)
    }

    /// Counts a request of a sender that uses provider tokens. A sender has the same rate as an API
    /// key without its own rate.
    ///
    /// - Parameter id: the team ID and the key ID; no API key has such an identifier.
    func count(sender id: String) throws {
        _ = try count("the sender with the key \(id)", id: id, keyRate)
    }

    private func count(
        _ caller: String, id: String, _ rate: RequestBudget.Rate
    ) throws -> HTTPFields {
        let uptime = time.uptime
        let decision = state.withLock { $0.keys.take(id, rate, at: uptime) }
        let fields = Self.fields(decision, rate)
        guard decision.isAllowed else {
            throw TooManyRequests(
                problem: Problem(
                    .tooManyRequests,
                    "\(caller) has sent more than \(rate.perMinute) requests a minute; "
                        + "repeat the request after \(Self.wait(decision)), or use a key with a "
                        + "higher limit"),
                fields: fields, retryAfter: decision.retryAfter)
        }
        return fields
    }

    /// The rate of failed requests from one address: 20 a minute.
    private static let strangerRate = RequestBudget.Rate(
        perMinute: GatewayLimits.failedCallsPerMinute, burst: GatewayLimits.failedCallsPerMinute)

    /// Counts a request whose key or secret is missing or wrong.
    ///
    /// Requests with a valid key are neither counted nor refused here, so that nobody can lock out
    /// others who have the same address, for instance that of a proxy.
    ///
    /// - Parameter address: `nil` if the address is unknown; then nothing is counted.
    /// - Returns: the error with which the request ends: the given error, or ``TooManyRequests``.
    func failed(_ error: any Error, from address: ClientAddress?) -> any Error {
        guard let address, let problem = error as? Problem, problem.status == 401 else {
            return error
        }
        let uptime = time.uptime
        let decision = state.withLock {
            $0.strangers.take(address.description, Self.strangerRate, at: uptime)
        }
        guard !decision.isAllowed else { return error }
        return TooManyRequests(
            problem: Problem(
                .tooManyRequests,
                "this address has sent more than \(GatewayLimits.failedCallsPerMinute) requests "
                    + "without a valid key within a minute; correct the key, and repeat the "
                    + "request after \(Self.wait(decision))"),
            fields: [:], retryAfter: decision.retryAfter)
    }

    /// The time after which a refused request may be repeated, as text for people.
    private static func wait(_ decision: RequestBudget.Decision) -> String {
        "\(decision.retryAfter) \(decision.retryAfter == 1 ? "second" : "seconds")"
    }

    private static let policyName = HTTPField.Name("RateLimit-Policy")
    private static let limitName = HTTPField.Name("RateLimit")

    /// Returns the fields of "RateLimit header fields for HTTP" (IETF draft, version 10).
    private static func fields(
        _ decision: RequestBudget.Decision, _ rate: RequestBudget.Rate
    ) -> HTTPFields {
        var fields = HTTPFields()
        if let policyName { fields[policyName] = "\"key\";q=\(rate.burst);w=\(rate.window)" }
        if let limitName {
            fields[limitName] = "\"key\";r=\(decision.remaining);t=\(decision.reset)"
        }
        return fields
    }
}

/// The error for a request that exceeds a limit on the number of requests.
struct TooManyRequests: Error {
    let problem: Problem
    /// Header fields about the limit.
    let fields: HTTPFields
    /// The time in seconds after which the request may be repeated.
    let retryAfter: Int
}
