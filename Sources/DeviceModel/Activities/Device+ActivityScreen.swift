// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

// Where Live Activities are seen.
extension Device {
    /// How many activities the phone keeps, ended ones on the Lock Screen included; the oldest
    /// ended one leaves first. Chosen: Apple publishes no number.
    public static let activityCountMax = 50
    /// How many activities may run at once on the whole phone (`LA-22`). Chosen.
    public static let liveActivityCountMax = 20

    /// The activity of an identifier.
    public func activity(_ id: String) -> LiveActivity? { activities.first { $0.id == id } }

    /// The activities of an app that its code can see, the oldest first.
    public func activities(of bundleID: String) -> [LiveActivity] {
        activities.filter { $0.bundleID == bundleID && $0.state != .dismissed }
    }

    /// What the Lock Screen shows, from the top: the highest relevance first, of equals the one
    /// that started first (`LA-19`). A transient one is in the Dynamic Island only.
    public var lockScreenActivities: [LiveActivity] {
        Self.byRelevance(activities.filter { $0.isOnScreen && !$0.isTransient })
    }

    /// What the Dynamic Island shows; it does not show ended ones (`LA-13`, `LA-19`).
    public var islandActivity: LiveActivity? {
        guard hasDynamicIsland else { return nil }
        return Self.byRelevance(activities.filter { $0.isOnScreen && $0.isLive }).first
    }

    /// Whether the phone has a Dynamic Island. A model that is not known to lack one has it.
    public var hasDynamicIsland: Bool {
        let words = model.split(separator: " ")
        guard words.first == "iPhone", words.count > 1 else { return model.hasPrefix("iPhone") }
        if ["SE", "X", "XR", "XS"].contains(words[1]) { return false }
        if words[1] == "16e" { return false }
        guard let number = Int(words[1].prefix { $0.isNumber }) else { return true }
        return number > 14 || (number == 14 && words.count > 2 && words[2] == "Pro")
    }

    private static func byRelevance(_ activities: [LiveActivity]) -> [LiveActivity] {
        // By place too: sorting does not promise to keep the order of equals.
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
