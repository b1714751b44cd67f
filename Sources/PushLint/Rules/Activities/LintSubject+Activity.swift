// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

// What rules about Live Activities ask of a payload.
extension LintSubject {
    /// Whether this is a Live Activity push with an `aps` that can be looked into.
    var isActivity: Bool { effectiveType == .liveactivity && aps?.value.members != nil }

    /// What it does; `nil` when that is missing or no such event.
    var activityEvent: LiveActivityEvent? { payload.aps?.liveActivity.event }

    /// A moment of a Live Activity: seconds since 1970, if they were written as a number.
    func moment(_ key: APSKey) -> Double? { self[key]?.value.value.doubleValue }

    /// Whether a moment is in seconds, as far as its size tells.
    func isInSeconds(_ key: APSKey) -> Bool {
        moment(key).map { $0.magnitude < Double(EpochTime.millisecondsMin) } ?? false
    }

    /// The keys that only Live Activities have, and no app would put into `aps` for another
    /// reason.
    static let activityKeys: [APSKey] = [
        .event, .contentState, .timestamp, .staleDate, .dismissalDate, .attributesType,
        .attributes, .inputPushToken, .inputPushChannel,
    ]
}
