// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension UIApplication {
    /// Why an app was launched. Apple: since iOS 3.0.
    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        public var rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// A remote notification; its payload is the value.
        public static let remoteNotification = Self(
            rawValue: "UIApplicationLaunchOptionsRemoteNotificationKey")
        /// A local notification. Since iOS 4.0, deprecated in 10.0.
        public static let localNotification = Self(
            rawValue: "UIApplicationLaunchOptionsLocalNotificationKey")
        /// A URL; it is the value.
        public static let url = Self(rawValue: "UIApplicationLaunchOptionsURLKey")
        /// A region was entered or left.
        public static let location = Self(rawValue: "UIApplicationLaunchOptionsLocationKey")
        /// A line of the menu on the icon. Since iOS 9.0.
        public static let shortcutItem = Self(
            rawValue: "UIApplicationLaunchOptionsShortcutItemKey")
        /// A link, or what the person did elsewhere. Since iOS 8.0.
        public static let userActivityDictionary = Self(
            rawValue: "UIApplicationLaunchOptionsUserActivityDictionaryKey")
        /// The type of that activity. Since iOS 8.0.
        public static let userActivityType = Self(
            rawValue: "UIApplicationLaunchOptionsUserActivityTypeKey")
        /// The app that opened this one.
        public static let sourceApplication = Self(
            rawValue: "UIApplicationLaunchOptionsSourceApplicationKey")
        /// What that app added.
        public static let annotation = Self(
            rawValue: "UIApplicationLaunchOptionsAnnotationKey")
    }
}
