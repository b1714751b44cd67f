// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

// Facts about a payload, for the rules about Live Activities.
extension LintSubject {
    /// Whether this is a Live Activity push whose `aps` is an object.
    var isActivity: Bool { effectiveType == .liveactivity && aps?.value.members != nil }

    /// The push's event; `nil` if it is missing or not an event.
    var activityEvent: LiveActivityEvent? { payload.aps?.liveActivity.event }

    /// Returns a time of a Live Activity in seconds since 1970; `nil` if the value is not a number.
    func moment(_ key: APSKey) -> Double? { self[key]?.value.value.doubleValue }

    /// Returns whether a time is in seconds, judging by its magnitude.
    func isInSeconds(_ key: APSKey) -> Bool {
        moment(key).map { $0.magnitude < Double(EpochTime.millisecondsMin) } ?? false
    }

    /// The keys that only Live Activities use, and that apps are unlikely to put into `aps` for
    /// another purpose.
    static let activityKeys: [APSKey] = [
        .event, .contentState, .timestamp, .staleDate, .dismissalDate, .attributesType,
        .attributes, .inputPushToken, .inputPushChannel,
    ]
}
