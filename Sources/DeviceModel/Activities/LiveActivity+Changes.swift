// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// State changes of an activity. Source: "Displaying live data with Live Activities".
extension LiveActivity {
    /// How long an activity may be active, in seconds (`LA-13`).
    public static let activeSecondsMax: Double = 8 * 60 * 60
    /// How long an activity stays on the Lock Screen after its end, in seconds (`LA-12`).
    public static let lockScreenSecondsMax: Double = 4 * 60 * 60
    /// The maximum total size of attributes and content state, and the maximum size of a push to a
    /// token, in bytes (`LA-15`).
    public static let byteCountMax = 4096
    /// The maximum size of a broadcast, in bytes (`LA-15`).
    public static let broadcastByteCountMax = ChannelBroadcast.byteCountMax

    /// The content of one update.
    struct Content {
        var state: String
        var staleDate: Date?
        var relevanceScore: Double
    }

    /// Returns whether attributes and content state together are within the limit (`LA-15`).
    static func fits(attributes: String, contentState: String) -> Bool {
        attributes.utf8.count + contentState.utf8.count <= byteCountMax
    }

    /// Replaces the whole content: the old content's values are not kept, even if the new content
    /// lacks them.
    mutating func put(_ content: Content, timestamp: Double, at now: Date) {
        contentState = content.state
        staleDate = content.staleDate
        relevanceScore = content.relevanceScore
        self.timestamp = timestamp
        guard state != .pending else { return }
        state = (staleDate ?? .distantFuture) <= now ? .stale : .active
    }

    /// Ends the activity; dismisses it immediately if nothing remains on the Lock Screen (`LA-12`).
    mutating func end(_ dismissal: ActivityDismissal, at now: Date) {
        guard isLive else { return }
        let latest = now.addingTimeInterval(Self.lockScreenSecondsMax)
        let date =
            switch dismissal {
            case .default: latest
            case .immediate: now
            case .after(let date): min(max(date, now), latest)
            }
        // An activity that never started, or that is only in the Dynamic Island, does not remain on
        // the Lock Screen.
        let leavesNothing = state == .pending || isTransient
        endedAt = now
        dismissalDate = leavesNothing ? now : date
        state = leavesNothing || date <= now ? .dismissed : .ended
    }

    /// Removes the activity from the screen (`LA-14`).
    mutating func dismiss(at now: Date) {
        if isLive { endedAt = now }
        dismissalDate = now
        state = .dismissed
    }

    /// Returns whether content with this timestamp is older than the current content and must be
    /// ignored (`LA-5`).
    func isOutdated(_ timestamp: Double, _ choices: DeviceChoices) -> Bool {
        choices.equalTimestampIsIgnored
            ? timestamp <= self.timestamp : timestamp < self.timestamp
    }

    /// Whether the activity is visible on a screen.
    public var isOnScreen: Bool {
        switch state {
        case .active, .stale, .ended: true
        case .pending, .dismissed: false
        }
    }
}
