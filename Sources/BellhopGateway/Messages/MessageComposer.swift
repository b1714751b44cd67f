// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Makes a message from content, options and a resolved target, or throws a problem that describes
/// why APNs would reject the message.
enum MessageComposer {
    /// The time for which the gateway tries to send a message without an expiration: 24 hours.
    static let lifetimeDefaultSeconds: TimeInterval = 24 * 3600
    /// The time for which the gateway tries to send a message that APNs attempts to deliver only
    /// once: 60 seconds.
    static let oneAttemptSeconds: TimeInterval = 60

    struct Composed {
        let message: NewMessage
        let inferred: [PushInference.Inferred]
    }

    static func compose(
        _ content: MessageContent, options: MessageOptions, to target: MessageTarget,
        bundleID: String,
        id: String, idempotency: Idempotency?, byteCountMax: Int? = nil, now: Date
    ) throws(Problem) -> Composed {
        let inference = PushInference(
            payload: content.payload, bundleID: bundleID, topic: options.topic,
            pushType: options.pushType, priority: options.priority)
        try check(
            inference, bundleID: bundleID, byteCount: content.body.count,
            byteCountMax: byteCountMax)
        let (expiration, deadline) = try expiry(options.expiry, now: now)
        let identified = PayloadIdentifier.add(id, to: content, for: inference.pushType)
        var message = NewMessage(
            id: id, target: target, bundleID: bundleID, body: identified ?? content.body,
            topic: inference.topic,
            pushType: inference.pushType, priority: inference.priority,
            collapseID: options.collapseID,
            expiration: expiration, deadline: deadline, idempotency: idempotency,
            carriesID: identified != nil,
            tokens: try tokens(content, options, inference.pushType), lane: options.lane,
            urgency: inference.pushType == .alert
                ? content.payload.aps?.interruptionLevel ?? .active : nil)
        message.countsBadge = content.countsBadge
        message.platforms = PlatformOverrides(fcm: options.fcm, webPush: options.webPush)
        return Composed(message: message, inferred: inference.inferred)
    }

    /// Returns the tokens to which the message goes: one kind of token starts a Live Activity, and
    /// another updates and ends it ("Starting and updating Live Activities with ActivityKit push
    /// notifications").
    private static func tokens(
        _ content: MessageContent, _ options: MessageOptions, _ type: PushType
    ) throws(Problem) -> TokenChoice {
        guard type == .liveactivity else {
            guard options.activity == nil, options.attributesType == nil else {
                let key = options.activity == nil ? "attributes_type" : "activity"
                throw Problem(
                    .badValue, "\"\(key)\" is valid for liveactivity pushes only; leave it out",
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

    /// Checks that APNs accepts the headers and the size.
    static func check(
        _ inference: PushInference, bundleID: String, byteCount: Int, byteCountMax: Int? = nil
    ) throws(Problem) {
        let type = inference.pushType
        let traits = type.traits
        guard inference.topic.fits(type), inference.topic.bundleID == bundleID else {
            throw Problem(
                .badValue,
                "the topic \(inference.topic) is wrong for this push; the topic of "
                    + "\(type.rawValue) pushes of this app is "
                    + "\(Topic(bundleID: bundleID, pushType: type))", keyPath: "topic")
        }
        guard traits.priorities.contains(inference.priority) else {
            let usable = traits.priorities.map { String($0.rawValue) }.joined(separator: " or ")
            throw Problem(
                .badValue,
                "\(type.rawValue) pushes cannot have the priority \(inference.priority.rawValue); "
                    + "send \(usable)",
                keyPath: "priority")
        }
        guard traits.authentication.contains(.providerToken) else {
            throw Problem(
                .badValue,
                "\(type.rawValue) pushes need a certificate, which the gateway cannot use; send "
                    + "them with a client that has a certificate", keyPath: "push_type")
        }
        let limit = byteCountMax ?? traits.payloadByteCountMax
        guard byteCount <= limit else {
            let excess = byteCount - limit
            throw Problem(
                .payloadTooLarge,
                "the payload has \(byteCount) bytes, but \(type.rawValue) "
                    + "\(byteCountMax == nil ? "pushes" : "broadcasts") have at most \(limit); "
                    + "shorten it by \(excess) \(excess == 1 ? "byte" : "bytes")"
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
                    .badValue,
                    "\"expires_at\" is out of range; send a time within the next 30 days",
                    keyPath: "expires_at")
            }
            return (.at(date), date)
        }
    }
}
