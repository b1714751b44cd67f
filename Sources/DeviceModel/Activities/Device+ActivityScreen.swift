// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

// The Live Activities on the Lock Screen and in the Dynamic Island.
extension Device {
    /// The maximum number of stored activities, including ended activities on the Lock Screen; the
    /// oldest ended activity is removed first. Apple publishes no number; Bellhop chose this one.
    public static let activityCountMax = 50
    /// The maximum number of running activities on the whole phone (`LA-22`). Bellhop chose this
    /// number.
    public static let liveActivityCountMax = 20

    /// Returns the activity with this identifier.
    public func activity(_ id: String) -> LiveActivity? { activities.first { $0.id == id } }

    /// Returns the activities that an app's code can see, the oldest first.
    public func activities(of bundleID: String) -> [LiveActivity] {
        activities.filter { $0.bundleID == bundleID && $0.state != .dismissed }
    }

    /// The activities on the Lock Screen from top to bottom: by relevance, the highest first, then
    /// by start, the earliest first (`LA-19`). A transient activity is only in the Dynamic Island.
    public var lockScreenActivities: [LiveActivity] {
        Self.byRelevance(activities.filter { $0.isOnScreen && !$0.isTransient })
    }

    /// The activity in the Dynamic Island, which does not show ended activities (`LA-13`, `LA-19`).
    public var islandActivity: LiveActivity? {
        guard hasDynamicIsland else { return nil }
        return Self.byRelevance(activities.filter { $0.isOnScreen && $0.isLive }).first
    }

    /// Whether the phone has a Dynamic Island. The value is also `true` for an unknown model.
    public var hasDynamicIsland: Bool {
        let parts = model.split(separator: " ")
        guard parts.first == "iPhone", parts.count > 1 else { return model.hasPrefix("iPhone") }
        if ["SE", "X", "XR", "XS"].contains(parts[1]) { return false }
        if parts[1] == "16e" { return false }
        guard let number = Int(parts[1].prefix { $0.isNumber }) else { return true }
        return number > 14 || (number == 14 && parts.count > 2 && parts[2] == "Pro")
    }

    private static func byRelevance(_ activities: [LiveActivity]) -> [LiveActivity] {
        // Compares positions too: `sorted` does not guarantee the order of equal elements.
        activities.enumerated().sorted { a, b in
            if a.element.relevanceScore != b.element.relevanceScore {
                return a.element.relevanceScore > b.element.relevanceScore
            }
            if a.element.startedAt != b.element.startedAt {
                return a.element.startedAt < b.element.startedAt
            }
            return a.offset < b.offset
        }.map(\.element)
    }
}
