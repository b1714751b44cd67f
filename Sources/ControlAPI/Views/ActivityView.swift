// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import DeviceModel

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A Live Activity in the form in which the screen shows it.
package struct ActivityView: Codable, Sendable, Hashable, Identifiable {
    /// The location where an activity is shown.
    package enum Place: String, Codable, Sendable, CaseIterable {
        /// The activity is on the Lock Screen and in the Dynamic Island.
        case lockScreenAndIsland = "lock-screen-and-island"
        case lockScreen = "lock-screen"
        case island
        /// The activity is not on the screen, because it is scheduled, or because it was removed
        /// and is stored until its app has been informed.
        case none
    }

    package let id: String
    package let bundleID: String
    /// The name of the `ActivityAttributes` type.
    package let attributesType: String
    /// The attributes, as the text of a JSON object.
    package let attributes: String
    /// The content state, as the text of a JSON object.
    package let contentState: String
    package let state: LiveActivity.State
    package let place: Place
    /// The method by which the activity receives updates: `app`, `token`, or `channel` and the
    /// channel's identifier.
    package let updates: String
    /// The push token in shortened form, which is six digits and a hash; `nil` while there is no
    /// token.
    package let token: String?
    package let startedAt: Date
    package let staleDate: Date?
    package let relevanceScore: Double
    package let endedAt: Date?
    /// The time when the activity is removed from the Lock Screen.
    package let dismissalDate: Date?
    package let isTransient: Bool
    /// The most recent alert of the activity.
    package let alert: AlertText?

    /// The texts of an alert, in the phone's language.
    package struct AlertText: Codable, Sendable, Hashable {
        package let title: String?
        package let body: String?
    }

    enum CodingKeys: String, CodingKey {
        case id, attributes, state, place, updates, token, alert
        case bundleID = "bundle_id"
        case attributesType = "attributes_type"
        case contentState = "content_state"
        case startedAt = "started_at"
        case staleDate = "stale_date"
        case relevanceScore = "relevance_score"
        case endedAt = "ended_at"
        case dismissalDate = "dismissal_date"
        case isTransient = "is_transient"
    }

    /// Returns the activities on the Lock Screen in order from top to bottom, and then the others
    /// in order from the oldest to the newest.
    static func all(of device: Device) -> [ActivityView] {
        let onLockScreen = device.lockScreenActivities
        let listed = Set(onLockScreen.map(\.id))
        let island = device.islandActivity?.id
        let others = device.activities.filter { !listed.contains($0.id) }
        return (onLockScreen + others).map { activity in
            let place: Place =
                switch (listed.contains(activity.id), activity.id == island) {
                case (true, true): .lockScreenAndIsland
                case (true, false): .lockScreen
                case (false, true): .island
                case (false, false): .none
                }
            return ActivityView(activity, at: place, on: device)
        }
    }

    private init(_ activity: LiveActivity, at place: Place, on device: Device) {
        id = activity.id
        bundleID = activity.bundleID
        attributesType = activity.attributesType
        attributes = activity.attributes
        contentState = activity.contentState
        state = activity.state
        self.place = place
        updates =
            switch activity.updates {
            case .app: "app"
            case .token: "token"
            case .channel(let id): "channel \(id)"
            }
        token = activity.token?.redacted
        startedAt = activity.startedAt
        staleDate = activity.staleDate
        relevanceScore = activity.relevanceScore
        endedAt = activity.endedAt
        dismissalDate = activity.dismissalDate
        isTransient = activity.isTransient
        alert = activity.lastAlert.map {
            AlertText(
                title: device.line(of: $0.title, in: activity.bundleID),
                body: device.line(of: $0.body, in: activity.bundleID))
        }
    }
}
