// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A Live Activity, as the phone stores it.
package struct ActivityRecord: Sendable, Hashable {
    package var id: String
    /// The name of the attributes type.
    package var attributesType: String
    /// The attributes as JSON.
    package var attributes: Data
    package var content: ActivityContentRecord
    package var state: ActivityState
    package var pushToken: Data?

    package init(
        id: String, attributesType: String, attributes: Data, content: ActivityContentRecord,
        state: ActivityState, pushToken: Data? = nil
    ) {
        self.id = id
        self.attributesType = attributesType
        self.attributes = attributes
        self.content = content
        self.state = state
        self.pushToken = pushToken
    }
}

/// The content of a Live Activity, as the phone stores it.
package struct ActivityContentRecord: Sendable, Hashable {
    /// The content state as JSON.
    package var state: Data
    package var staleDate: Date?
    package var relevanceScore: Double

    package init(state: Data, staleDate: Date? = nil, relevanceScore: Double = 0) {
        self.state = state
        self.staleDate = staleDate
        self.relevanceScore = relevanceScore
    }
}

/// An app's request to start a Live Activity.
package struct ActivityStart: Sendable {
    package let attributesType: String
    /// The attributes as JSON.
    package let attributes: Data
    package let content: ActivityContentRecord
    package let pushType: PushType?
    package let style: ActivityStyle
    package let alert: AlertConfiguration?
    /// The start date; `nil` means now.
    package let startDate: Date?
}

/// The source of the events that an app observes.
package enum ActivityTopic: Hashable, Sendable {
    case permissions
    case starts
    case activity(String)
    case pushToStart(String)
}

/// An event about Live Activities that the app receives.
package enum ActivityEvent: Hashable, Sendable {
    case permissions(ActivityPermissions)
    case started(ActivityRecord)
    case state(ActivityState)
    case content(ActivityContentRecord)
    case pushToken(Data)
}

/// The person's settings for Live Activities.
package struct ActivityPermissions: Hashable, Sendable {
    package var areEnabled: Bool
    package var areFrequentPushesEnabled: Bool

    package init(areEnabled: Bool, areFrequentPushesEnabled: Bool) {
        self.areEnabled = areEnabled
        self.areFrequentPushesEnabled = areFrequentPushesEnabled
    }
}
