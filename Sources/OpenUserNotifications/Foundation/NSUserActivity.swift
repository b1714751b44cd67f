// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// Foundation has it on Apple's systems.
#if !canImport(Darwin)
/// The type of an activity that is a link. Apple: since iOS 8.0.
public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

/// What a person was doing, for instance the link they opened. Apple: since iOS 8.0.
@MainActor
open class NSUserActivity: NSObject {
    /// What kind it is.
    public let activityType: String
    /// Its name.
    open var title: String?
    /// What the app keeps with it.
    open var userInfo: [AnyHashable: Any]?
    /// The link.
    open var webpageURL: URL?

    /// An activity.
    public init(activityType: String) {
        self.activityType = activityType
        super.init()
    }
}
#endif
