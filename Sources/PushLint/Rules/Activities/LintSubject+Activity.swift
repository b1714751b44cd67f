// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

// What rules about Live Activities need to know about a payload.
extension LintSubject {
    /// Whether this is a Live Activity push whose `aps` is an object.
    var isActivity: Bool { effectiveType == .liveactivity && aps?.value.members != nil }

    /// The push's event; `nil` if it is missing or not an event.
    var activityEvent: LiveActivityEvent? { payload.aps?.liveActivity.event }

    /// Returns a time of a Live Activity in seconds since 1970, if it was written as a number.
    func moment(_ key: APSKey) -> Double? { self[key]?.value.value.doubleValue }

    /// Whether a time is in seconds, judging by its magnitude.
    func isInSeconds(_ key: APSKey) -> Bool {
        moment(key).map { $0.magnitude < Double(EpochTime.millisecondsMin) } ?? false
    }

    /// The keys that only Live Activities have and that apps would not put into `aps` for any other
    /// reason.
    static let activityKeys: [APSKey] = [
        .event, .contentState, .timestamp, .staleDate, .dismissalDate, .attributesType,
        .attributes, .inputPushToken, .inputPushChannel,
    ]
}
