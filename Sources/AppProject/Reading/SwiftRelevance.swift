// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Whether a Swift file can say anything about notifications, by the words in it.
///
/// Parsing is what reading a checkout costs: seconds for each megabyte in a debug build. Every name
/// that a check asks for is here, so that a file without any of them cannot hold what a check
/// looks for, or misses.
enum SwiftRelevance {
    /// Words of one kind, and a part of all of them that is looked for first.
    private struct Group: Sendable {
        let stem: SearchWord
        let words: [SearchWord]

        init(_ stem: String, _ words: String..., whole: [String] = []) {
            self.stem = SearchWord(stem)
            self.words =
                words.map { SearchWord($0) } + whole.map { SearchWord($0, isWhole: true) }
        }

        func matches(_ text: SearchText) -> Bool {
            text.contains(stem) && (words.isEmpty || words.contains { text.contains($0) })
        }
    }

    /// What code of an app may have to do with notifications.
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

    /// What matters in any file, whoever builds it: hosts and keys of APNs.
    private static let anywhere = [
        Group("push.apple.com"), Group("PRIVATE KEY-----"), Group("MIGTAgEAMBMGByqGSM49"),
        Group("UNNotificationAttachment"),
    ]

    static func holds(_ text: SearchText) -> Bool {
        !isGenerated(text) && groups.contains { $0.matches(text) } || holdsSecret(text)
    }

    /// Tools that write Swift say so at the top. Such files are the largest of a checkout (texts,
    /// mocks, protocol buffers), name everything, and do nothing.
    private static func isGenerated(_ text: SearchText) -> Bool {
        generated.contains { text.contains($0, inFirst: headByteCount) }
    }

    private static let headByteCount = 600
    private static let generated = [
        "Generated using ", "enerated by ", "DO NOT EDIT", "Do not edit", "@generated",
    ].map { SearchWord($0) }

    static func holdsSecret(_ text: SearchText) -> Bool { anywhere.contains { $0.matches(text) } }
}
