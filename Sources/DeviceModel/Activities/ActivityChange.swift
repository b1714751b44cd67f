// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The effect of a push on a Live Activity; ``Device/apply(_:)`` applies it.
public struct ActivityChange: Hashable, Sendable {
    /// The activity after the change. If its state is `dismissed`, the activity is removed from the
    /// phone.
    public internal(set) var activity: LiveActivity
    /// Whether the push started the activity.
    public let isStart: Bool
    /// The alert to present (`LA-18`).
    public internal(set) var alert: ActivityAlert?
}

extension Device {
    /// Applies the effect of a push; does nothing if the activity no longer exists.
    mutating func apply(_ change: ActivityChange) {
        if change.isStart {
            guard activity(change.activity.id) == nil, self[change.activity.bundleID] != nil else {
                return
            }
            lastActivityNumber += 1
        } else if activity(change.activity.id) == nil {
            return
        }
        store(change.activity)
        if let alert = change.alert { lastActivityAlert = alert }
    }
}
