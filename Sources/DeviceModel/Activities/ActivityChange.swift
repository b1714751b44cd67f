// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What a push does to a Live Activity; ``Device/apply(_:)`` carries it out.
public struct ActivityChange: Hashable, Sendable {
    /// The activity afterwards; `dismissed` takes it off the phone.
    public internal(set) var activity: LiveActivity
    /// Whether the push started it.
    public let isStart: Bool
    /// What it says aloud (`LA-18`).
    public internal(set) var alert: ActivityAlert?
}

extension Device {
    /// Carries out what a push does to an activity; nothing when the activity is gone meanwhile.
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
