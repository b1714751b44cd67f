// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// On Apple's systems, Foundation contains these declarations.
#if !canImport(Darwin)
/// The type of an activity that represents a web link. Available since iOS 8.0.
public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

/// An activity that the person performs, for instance opening a link. Available since iOS 8.0.
open class NSUserActivity: NSObject {
    /// The activity's type.
    public let activityType: String
    /// The activity's title.
    open var title: String?
    /// The app's data for the activity.
    open var userInfo: [AnyHashable: Any]?
    /// The web link that the activity represents.
    open var webpageURL: URL?
    /// The URL of the page that contained the link.
    open var referrerURL: URL?
    /// The keywords by which a search can find the activity.
    open var keywords: Set<String> = []
    /// The keys of ``userInfo`` that the activity requires.
    open var requiredUserInfoKeys: Set<String>?
    /// The identifier of the content to which the activity belongs.
    open var targetContentIdentifier: String?
    /// The identifier by which the app deletes the activity.
    open var persistentIdentifier: String?
    /// Whether another device may continue the activity.
    open var isEligibleForHandoff = true
    /// Whether a search on the phone can find the activity.
    open var isEligibleForSearch = false
    /// Whether a public search by anyone can find the activity.
    open var isEligibleForPublicIndexing = false
    /// Whether the phone may suggest the activity.
    open var isEligibleForPrediction = false
    /// Whether the app has changes to save before the activity is handed off.
    open var needsSave = false
    /// The interaction that led to the activity, for instance a call; none by default.
    public package(set) var interaction: INInteraction?

    /// Creates an activity.
    public init(activityType: String) {
        self.activityType = activityType
        super.init()
    }

    /// Adds entries to the app's data.
    open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
        userInfo = (userInfo ?? [:]).merging(otherDictionary) { _, new in new }
    }

    /// Marks the activity as the current activity. Has no effect here.
    open func becomeCurrent() {}

    /// Marks the activity as no longer current. Has no effect here.
    open func resignCurrent() {}

    /// Invalidates the activity. Has no effect here.
    open func invalidate() {}
}
#endif
