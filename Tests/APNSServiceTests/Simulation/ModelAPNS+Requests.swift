// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

@testable import APNSService

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A push of the simulation: every header is valid, so that its result depends on the token, the
/// device, the faults and the time.
struct SimulatedPush {
    var token: DeviceToken
    /// The app of the topic: the token's app, if the token is known.
    var app: String
    var environment: APNSEnvironment
    var connection: Int
    var pushType: PushType
    var priority: PushPriority
    /// In seconds since 1970; `nil` for no header.
    var expiration: Int?
    var collapseID: String?
    var body: [UInt8]
    var id: APNSID

    /// What the device receives.
    var text: String {
        "\(id.text.prefix(8)) \(pushType.rawValue) \(priority.rawValue) \(collapseID ?? "-")"
    }
}

extension ModelAPNS {
    /// What the sender sees, and whether the notification was accepted.
    struct Outcome: Equatable {
        var status: Int
        var reason: RejectionReason?
        var timestamp: Date?
        /// What a fault does to the response.
        var fault: ServiceFault.Kind?
    }

    /// Determines the outcome of a push.
    ///
    /// - Parameter number: the number of the log entry that the request gets.
    mutating func send(_ push: SimulatedPush, number: Int, now: Date) -> Outcome {
        let fault = faults.take(
            environment: push.environment, app: push.app, token: push.token, now: now)
        guard let fault else { return judge(push, number: number, now: now) }
        var outcome: Outcome
        if fault.carriesOut {
            outcome = judge(push, number: number, now: now)
        } else if fault.kind == .expiredToken {
            outcome = Outcome(status: 403, reason: .expiredProviderToken)
            spoiledConnections.insert(push.connection)
        } else {
            outcome = Outcome(status: fault.status ?? 0, reason: fault.reason)
        }
        outcome.fault = fault.isVisible ? fault.kind : nil
        return outcome
    }

    private mutating func judge(_ push: SimulatedPush, number: Int, now: Date) -> Outcome {
        if spoiledConnections.contains(push.connection) {
            return Outcome(status: 403, reason: .expiredProviderToken)
        }
        if push.body.isEmpty { return Outcome(status: 400, reason: .payloadEmpty) }
        guard let token = tokens[push.token], token.environment == push.environment else {
            return Outcome(status: 400, reason: .badDeviceToken)
        }
        if let end = token.end,
            end.reason == .expiredToken || now.timeIntervalSince(end.at) >= unregisteredDelay
        {
            return Outcome(status: 410, reason: end.reason, timestamp: end.at)
        }
        if let rateLimit {
            let recent = accepted[push.token, default: []].count {
                now.timeIntervalSince($0) < rateLimit.seconds
            }
            if recent >= rateLimit.countMax {
                return Outcome(status: 429, reason: .tooManyRequests)
            }
            accepted[push.token, default: []].append(now)
        }
        let latest = now + Self.month
        let expiry = push.expiration.map { Date(timeIntervalSince1970: Double($0)) } ?? latest
        accept(
            Push(
                number: number, token: push.token, isAlert: push.pushType == .alert,
                isImmediate: push.priority == .immediate, expiry: min(expiry, latest),
                hasOneAttempt: push.expiration == 0, isJSON: push.body.first == 0x7B,
                text: push.text), now: now)
        return Outcome(status: 200)
    }
}
