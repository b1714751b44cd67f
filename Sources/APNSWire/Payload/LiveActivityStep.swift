// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The event of a Live Activity push, with the fields that the event requires.
///
/// Source: "Starting and updating Live Activities with ActivityKit push notifications".
public enum LiveActivityStep: Hashable, Sendable {
    /// `start`: starts an activity; sent to a push-to-start token, which exists since iOS 17.2. A
    /// start requires an alert and cannot be a broadcast.
    ///
    /// - Parameters:
    ///   - attributesType: the name of the app's attributes type.
    ///   - attributes: the data that never changes.
    ///   - contentState: the first state.
    ///   - updates: how the new activity receives its updates; if `nil`, the app decides.
    case start(
        attributesType: String, attributes: JSONObject, contentState: JSONObject,
        updates: LiveActivityUpdates? = nil)
    /// `update`: updates an activity; sent to the activity's own token, or as a broadcast.
    case update(contentState: JSONObject)
    /// `end`: ends an activity; sent to the activity's own token, or as a broadcast.
    ///
    /// - Parameters:
    ///   - contentState: the last state; `nil` leaves the displayed state unchanged.
    ///   - dismissal: when the activity leaves the Lock Screen. A past date means immediately; if
    ///     `nil`, the system decides. The system removes the activity four hours after its end at
    ///     the latest.
    case end(contentState: JSONObject? = nil, dismissal: Date? = nil)
}

/// The way in which an activity receives its updates after a push has started it. Available since
/// iOS 18.
public enum LiveActivityUpdates: Hashable, Sendable {
    /// `input-push-token`: the device creates a token, which the app sends to its server.
    case token
    /// `input-push-channel`: the device subscribes to a channel. Systems before iOS 18 do not start
    /// an activity with this key.
    case channel(ChannelID)
}

extension Payload {
    /// Makes the payload of a Live Activity push, which is sent with push type
    /// ``PushType/liveactivity``.
    ///
    /// - Parameters:
    ///   - sentAt: when the push is sent, in whole seconds; the device ignores a push that is older
    ///     than the last push it accepted. Pass the time source's `now`.
    ///   - alert: lights the screen and shows a text; required for `start`.
    ///   - sound: the sound of the alert. In a Live Activity push, the sound is inside the alert.
    ///   - staleDate: when the displayed content becomes outdated; `nil` for never.
    ///   - relevanceScore: any number; of the app's activities, the one with the highest score is
    ///     shown first.
    ///   - custom: the app's own keys, on the same level as `aps`.
    public static func liveActivity(
        _ step: LiveActivityStep, sentAt: Date, alert: Alert? = nil, sound: Sound? = nil,
        staleDate: Date? = nil, relevanceScore: Double? = nil, custom: JSONObject = JSONObject()
    ) -> Payload {
        var fields = LiveActivityFields()
        fields.timestamp = seconds(sentAt)
        fields.staleDate = staleDate.map(seconds)
        switch step {
        case .start(let attributesType, let attributes, let contentState, let updates):
            fields.event = .start
            fields.attributesType = attributesType
            fields.attributes = attributes
            fields.contentState = contentState
            switch updates {
            case .token?: fields.inputPushToken = true
            case .channel(let channel)?: fields.inputPushChannel = channel.text
            case nil: break
            }
        case .update(let contentState):
            fields.event = .update
            fields.contentState = contentState
        case .end(let contentState, let dismissal):
            fields.event = .end
            fields.contentState = contentState
            fields.dismissalDate = dismissal.map(seconds)
        }
        var aps = APS(alert: alert.map { withSound(sound, $0) })
        aps.liveActivity = fields
        aps.relevanceScore = relevanceScore
        return Payload(aps: aps, custom: custom)
    }

    private static func withSound(_ sound: Sound?, _ alert: Alert) -> Alert {
        guard let sound else { return alert }
        var fields = alert.asFields
        fields.sound = sound
        return .fields(fields)
    }

    private static func seconds(_ date: Date) -> Int {
        PushExpiration.at(date).epochSeconds
    }
}
