// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// How an activity changes. Source: "Displaying live data with Live Activities".
extension LiveActivity {
    /// How long it may be active (`LA-13`).
    public static let activeSecondsMax: Double = 8 * 60 * 60
    /// How long it stays on the Lock Screen after its end (`LA-12`).
    public static let lockScreenSecondsMax: Double = 4 * 60 * 60
    /// The longest attributes and content state together, and the longest push to a token, in
    /// bytes (`LA-15`).
    public static let byteCountMax = 4096
    /// The longest broadcast, in bytes (`LA-15`).
    public static let broadcastByteCountMax = ChannelBroadcast.byteCountMax

    /// What one update brings.
    struct Content {
        var state: String
        var staleDate: Date?
        var relevanceScore: Double
    }

    /// Whether attributes and a content state are small enough together (`LA-15`).
    static func fits(attributes: String, contentState: String) -> Bool {
        attributes.utf8.count + contentState.utf8.count <= byteCountMax
    }

    /// Takes new content as a whole: what it does not bring is not kept from the content before.
    mutating func put(_ content: Content, timestamp: Double, at now: Date) {
        contentState = content.state
        staleDate = content.staleDate
        relevanceScore = content.relevanceScore
        self.timestamp = timestamp
        guard state != .pending else { return }
        state = (staleDate ?? .distantFuture) <= now ? .stale : .active
    }

    /// Ends it; it is dismissed at once when nothing of it stays on the Lock Screen (`LA-12`).
    mutating func end(_ dismissal: ActivityDismissal, at now: Date) {
        guard isLive else { return }
        let latest = now.addingTimeInterval(Self.lockScreenSecondsMax)
        let date =
            switch dismissal {
            case .default: latest
            case .immediate: now
            case .after(let date): min(max(date, now), latest)
            }
        // One that never started, or lives in the Dynamic Island only, leaves nothing behind.
        let leavesNothing = state == .pending || isTransient
        endedAt = now
        dismissalDate = leavesNothing ? now : date
        state = leavesNothing || date <= now ? .dismissed : .ended
    }

    /// Takes it off the screen (`LA-14`).
    mutating func dismiss(at now: Date) {
        if isLive { endedAt = now }
        dismissalDate = now
        state = .dismissed
    }

    /// Whether a timestamp counts as older than the content that is there (`LA-5`).
    func isOutdated(_ timestamp: Double, _ choices: DeviceChoices) -> Bool {
        choices.equalTimestampIsIgnored
            ? timestamp <= self.timestamp : timestamp < self.timestamp
    }

    /// Whether it can be seen on a screen.
    public var isOnScreen: Bool {
        switch state {
        case .active, .stale, .ended: true
        case .pending, .dismissed: false
        }
    }
}
