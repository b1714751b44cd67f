// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// Foundation has it on Apple's systems.
#if !canImport(Darwin)
/// The type of an activity that is a link. Apple: since iOS 8.0.
public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

/// What a person was doing, for instance the link they opened. Apple: since iOS 8.0.
open class NSUserActivity: NSObject {
    /// What kind it is.
    public let activityType: String
    /// Its name.
    open var title: String?
    /// What the app keeps with it.
    open var userInfo: [AnyHashable: Any]?
    /// The link.
    open var webpageURL: URL?
    /// The link by which a person got there.
    open var referrerURL: URL?
    /// The words it is found by.
    open var keywords: Set<String> = []
    /// Which entries of ``userInfo`` it cannot do without.
    open var requiredUserInfoKeys: Set<String>?
    /// To which content it belongs.
    open var targetContentIdentifier: String?
    /// Its name, by which the app deletes it.
    open var persistentIdentifier: String?
    /// Whether another device may go on with it.
    open var isEligibleForHandoff = true
    /// Whether it is found on the phone.
    open var isEligibleForSearch = false
    /// Whether everybody may find it.
    open var isEligibleForPublicIndexing = false
    /// Whether the phone may suggest it.
    open var isEligibleForPrediction = false
    /// Whether the app is asked for changes before it is handed over.
    open var needsSave = false
    /// The interaction that it came from, for instance a call: none by default.
    public package(set) var interaction: INInteraction?

    /// An activity.
    public init(activityType: String) {
        self.activityType = activityType
        super.init()
    }

    /// Adds entries.
    open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
        userInfo = (userInfo ?? [:]).merging(otherDictionary) { _, new in new }
    }

    /// It is what the person does now; nobody hears of it here.
    open func becomeCurrent() {}

    /// It is no longer what the person does; nobody hears of it here.
    open func resignCurrent() {}

    /// It is over.
    open func invalidate() {}
}
#endif
