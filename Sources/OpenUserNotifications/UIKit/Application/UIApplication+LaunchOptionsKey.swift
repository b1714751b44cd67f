// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension UIApplication {
    /// A key of the launch options, which state why the app was launched. Available since iOS 3.0.
    /// The virtual phone sets only `remoteNotification`.
    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        public var rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// The app was launched by a remote notification; the value is the notification's payload.
        public static let remoteNotification = Self(
            rawValue: "UIApplicationLaunchOptionsRemoteNotificationKey")
        /// The app was launched by a local notification. Available since iOS 4.0, deprecated in
        /// 10.0.
        public static let localNotification = Self(
            rawValue: "UIApplicationLaunchOptionsLocalNotificationKey")
        /// The app was launched to open a URL; the value is the URL.
        public static let url = Self(rawValue: "UIApplicationLaunchOptionsURLKey")
        /// The app was launched because a region was entered or left.
        public static let location = Self(rawValue: "UIApplicationLaunchOptionsLocationKey")
        /// The app was launched by a quick action of its icon. Available since iOS 9.0.
        public static let shortcutItem = Self(
            rawValue: "UIApplicationLaunchOptionsShortcutItemKey")
        /// The app was launched by a link or another activity of the person. Available since iOS
        /// 8.0.
        public static let userActivityDictionary = Self(
            rawValue: "UIApplicationLaunchOptionsUserActivityDictionaryKey")
        /// The type of the activity that launched the app. Available since iOS 8.0.
        public static let userActivityType = Self(
            rawValue: "UIApplicationLaunchOptionsUserActivityTypeKey")
        /// The bundle identifier of the app that launched this app by opening a URL.
        public static let sourceApplication = Self(
            rawValue: "UIApplicationLaunchOptionsSourceApplicationKey")
        /// The custom data from the app that launched this app by opening a URL.
        public static let annotation = Self(
            rawValue: "UIApplicationLaunchOptionsAnnotationKey")
    }
}
