// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Determines from the terms in a Swift file whether the file may be related to notifications.
///
/// Parsing takes most of the time of reading a checkout, namely seconds for each megabyte in a
/// debug build. The list of terms contains every name that a check uses, so a file without any of
/// them cannot affect a check's result.
enum SwiftRelevance {
    /// A group of terms. A substring that all of them contain is searched for first.
    private struct Group: Sendable {
        let stem: SearchTerm
        let terms: [SearchTerm]

        init(_ stem: String, _ terms: String..., whole: [String] = []) {
            self.stem = SearchTerm(stem)
            self.terms =
                terms.map { SearchTerm($0) } + whole.map { SearchTerm($0, isWhole: true) }
        }

        func matches(_ text: SearchText) -> Bool {
            text.contains(stem) && (terms.isEmpty || terms.contains { text.contains($0) })
        }
    }

    /// The terms in an app's code that are related to notifications.
    private static let groups = [
        Group(
            "otification", "UNNotification", "UNMutableNotification", "UserNotification",
            "RemoteNotification", "LocalNotification", "IntervalNotificationTrigger",
            "LocationNotificationTrigger", "CalendarNotificationTrigger", "otifications.delegate",
            "openNotificationSettings", "InAppNotificationSettings",
            whole: ["NotificationPermission", "notificationSettings", "getNotificationSettings"]),
        Group("uthorization", "requestAuthorization", "UNAuthorization"),
        Group("UNTextInput"), Group("UNPushNotification"),
        Group(
            "Delegate", "ApplicationDelegate", "WKExtensionDelegate", "class AppDelegate",
            "extension AppDelegate", "class ExtensionDelegate", "extension ExtensionDelegate"),
        Group(
            "FinishLaunching", "FinishLaunchingWith", "applicationDidFinish",
            "applicationWillFinish"),
        Group("ApplicationMain"), Group("enter.delegate"),
        Group("@main"), Group("openSettingsURLString"),
        Group(
            "oken", "eviceToken", "device_token", "ushToken", "push_token", "pnsToken", "PNSToken",
            "APNToken", "apnToken", "cmToken", "FCMToken", "oipToken", "VoIPToken", "VOIPToken",
            "TokenUpdates"),
        Group("TOKEN", "DEVICE_TOKEN", "PUSH_TOKEN", "APNS_TOKEN"),
        Group("PKPush"), Group("CXProvider"), Group("PTChannelManager"),
        Group("ushToTalk"), Group("startMonitoringLocationPushes"),
        Group("pushType:"), Group("summaryArgument"),
        Group("Activit", "ActivityKit", "ActivityConfiguration", "ActivityAttributes"),
        Group("BGTask"), Group("BGAppRefresh"), Group("BGProcessing"), Group("BackgroundTasks"),
        Group("forSecurityApplicationGroupIdentifier"), Group("suiteName:"),
        Group("interruptionLevel"), Group("timeSensitive"),
        Group("ritical", "criticalAlert", "efaultCritical", "criticalSound"),
        Group("INSendMessageIntent"), Group("INStartCallIntent"),
        Group("applicationIconBadgeNumber"), Group("setBadgeCount"),
        Group("FirebaseMessaging"), Group("Messaging.messaging"),
        Group("import ", whole: ["import Firebase"]), Group("BellhopKit"),
        Group("PushCategory"),
        Group("import ", whole: NotificationLibrary.modules.sorted().map { "import " + $0 }),
    ]

    /// The terms that matter in any file, regardless of its target. They are hosts and keys of
    /// APNs.
    private static let anywhere = [
        Group("push.apple.com"), Group("PRIVATE KEY-----"), Group("MIGTAgEAMBMGByqGSM49"),
        Group("UNNotificationAttachment"),
    ]

    static func matches(_ text: SearchText) -> Bool {
        !isGenerated(text) && groups.contains { $0.matches(text) } || containsSecret(text)
    }

    /// Returns whether a tool generated the file, according to a line at its top. Generated files,
    /// such as strings, mocks and protocol buffers, are skipped: they are the largest files of a
    /// checkout, and contain many names without being relevant.
    private static func isGenerated(_ text: SearchText) -> Bool {
        generated.contains { text.contains($0, inFirst: headByteCount) }
    }

    private static let headByteCount = 600
    private static let generated = [
        "Generated using ", "enerated by ", "DO NOT EDIT", "Do not edit", "@generated",
    ].map { SearchTerm($0) }

    static func containsSecret(_ text: SearchText) -> Bool {
        anywhere.contains { $0.matches(text) }
    }
}
