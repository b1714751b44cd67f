// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Turns content, options and a resolved target into a message that APNs will take, or says why it
/// would not.
enum MessageComposer {
    /// How long the gateway tries to hand over a message that does not say when it expires: 24
    /// hours.
    static let lifetimeDefaultSeconds: TimeInterval = 24 * 3600
    /// How long it tries with a message that is to make one attempt at the device: 60 seconds.
    static let oneAttemptSeconds: TimeInterval = 60

    struct Composed {
        let message: NewMessage
        let inferred: [PushInference.Inferred]
    }

    static func compose(
        _ content: MessageContent, options: MessageOptions, to target: MessageTarget,
        bundleID: String,
        id: String, idempotency: Idempotency?, now: Date
    ) throws(Problem) -> Composed {
        let inference = PushInference(
            payload: content.payload, bundleID: bundleID, topic: options.topic,
            pushType: options.pushType, priority: options.priority)
        try check(inference, bundleID: bundleID, byteCount: content.body.count)
        let (expiration, deadline) = try expiry(options.expiry, now: now)
        let identified = PayloadIdentifier.add(id, to: content, for: inference.pushType)
        let message = NewMessage(
            id: id, target: target, bundleID: bundleID, body: identified ?? content.body,
            topic: inference.topic,
            pushType: inference.pushType, priority: inference.priority,
            collapseID: options.collapseID,
            expiration: expiration, deadline: deadline, idempotency: idempotency,
            carriesID: identified != nil,
            tokens: try tokens(content, options, inference.pushType))
        return Composed(message: message, inferred: inference.inferred)
    }

    /// Which tokens the message is for: a Live Activity is started by one kind of token, and
    /// updated and ended by another ("Starting and updating Live Activities with ActivityKit push
    /// notifications").
    private static func tokens(
        _ content: MessageContent, _ options: MessageOptions, _ type: PushType
    ) throws(Problem) -> TokenChoice {
        guard type == .liveactivity else {
            guard options.activity == nil, options.attributesType == nil else {
                let key = options.activity == nil ? "attributes_type" : "activity"
                throw Problem(
                    .badValue, "\"\(key)\" goes with liveactivity pushes only; leave it out",
                    keyPath: key)
            }
            return TokenChoice(type)
        }
        let fields = content.payload.aps?.liveActivity
        let starts = fields?.event == .start
        return TokenChoice(
            families: [starts ? .liveActivityStart : .liveActivity],
            attributesType: options.attributesType ?? (starts ? fields?.attributesType : nil),
            activity: options.activity)
    }

    private static func check(
        _ inference: PushInference, bundleID: String, byteCount: Int
    ) throws(Problem) {
        let type = inference.pushType
        let traits = type.traits
        guard inference.topic.fits(type), inference.topic.bundleID == bundleID else {
            throw Problem(
                .badValue,
                "the topic \(inference.topic) does not fit; \(type.rawValue) pushes of this app "
                    + "go to "
                    + "\(Topic(bundleID: bundleID, pushType: type))", keyPath: "topic")
        }
        guard traits.priorities.contains(inference.priority) else {
            let usable = traits.priorities.map { String($0.rawValue) }.joined(separator: " or ")
            throw Problem(
                .badValue,
                "priority \(inference.priority.rawValue) is not usable for \(type.rawValue) "
                    + "pushes; send \(usable)",
                keyPath: "priority")
        }
        guard traits.authentication.contains(.providerToken) else {
            throw Problem(
                .badValue,
                "\(type.rawValue) pushes need a certificate, which the gateway cannot use; "
                    + "send them with a client that has one", keyPath: "push_type")
        }
        guard byteCount <= traits.payloadByteCountMax else {
            throw Problem(
                .payloadTooLarge,
                "the payload has \(byteCount) bytes, \(type.rawValue) pushes take "
                    + "\(traits.payloadByteCountMax); shorten it by "
                    + "\(byteCount - traits.payloadByteCountMax)"
            )
        }
    }

    private static func expiry(
        _ expiry: MessageOptions.Expiry?, now: Date
    ) throws(Problem) -> (PushExpiration?, deadline: Date) {
        switch expiry {
        case nil: return (nil, now.addingTimeInterval(lifetimeDefaultSeconds))
        case .after(seconds: 0): return (.oneAttempt, now.addingTimeInterval(oneAttemptSeconds))
        case .after(let seconds):
            let date = now.addingTimeInterval(TimeInterval(seconds))
            return (.at(date), date)
        case .at(let date):
            guard date > now,
                date <= now.addingTimeInterval(TimeInterval(GatewayLimits.lifetimeSecondsMax))
            else {
                throw Problem(
                    .badValue, "\"expires_at\" is out of range; send a moment in the next 30 days",
                    keyPath: "expires_at")
            }
            return (.at(date), date)
        }
    }
}
