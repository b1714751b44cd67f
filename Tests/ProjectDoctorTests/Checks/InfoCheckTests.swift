// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import AppProject
import Diagnostics
import ProjectDoctor
import Testing

private let tasks = """
    <key>BGTaskSchedulerPermittedIdentifiers</key>
    <array><string>com.example.corner.*</string></array>
    """

private func modes(_ words: String...) -> String {
    "<key>UIBackgroundModes</key><array>"
        + words.map { "<string>\($0)</string>" }.joined() + "</array>"
}

/// An App Clip that schedules reminders only with the status `authorized`.
private func appClip(_ isRequested: String) -> [String: String] {
    DoctorCase.info(
        "<key>NSAppClip</key><dict><key>NSAppClipRequestEphemeralUserNotification</key>"
            + "\(isRequested)</dict>") + [
            "App/Reminder.swift": """
            import UserNotifications
            func f(_ s: UNNotificationSettings, _ center: UNUserNotificationCenter) {
                if s.authorizationStatus == .authorized { center.add(request) }
            }
            """
        ]
}

private let cases: [DoctorCase] = [
    .found(
        "background-mode-unknown", "underscores",
        DoctorCase.info(modes("remote_notification", "fetch"))),
    .found(
        "background-mode-unknown", "the values that Xcode writes",
        DoctorCase.info(modes("background-fetch"))),
    .silent(
        "background-mode-unknown", "all modes, and an unknown one",
        DoctorCase.info(
            modes(
                "audio", "location", "voip", "external-accessory", "bluetooth-central",
                "bluetooth-peripheral", "fetch", "remote-notification", "processing",
                "push-to-talk", "nearby-interaction", "telepathy"))),
    .silent(
        "background-mode-remote-notification-missing", "the old method for alerts",
        DoctorCase.info(modes("fetch")) + [
            "App/AppDelegate+Background.swift": """
            extension AppDelegate {
                func application(
                    _ application: UIApplication,
                    didReceiveRemoteNotification userInfo: [AnyHashable: Any]
                ) {}
            }
            """
        ]),
    .found(
        "background-mode-remote-notification-missing", "the method with a completion handler",
        DoctorCase.info(modes("fetch")) + [
            "App/AppDelegate+Background.swift": """
            extension AppDelegate {
                func application(
                    _ application: UIApplication,
                    didReceiveRemoteNotification userInfo: [AnyHashable: Any],
                    fetchCompletionHandler done: @escaping (UIBackgroundFetchResult) -> Void
                ) { done(.noData) }
            }
            """
        ]),
    .silent(
        "background-mode-remote-notification-missing", "a Mac app has no background modes",
        DoctorCase.manifest(platform: "macOS") + DoctorCase.info("")),
    .silent(
        "background-mode-fetch-missing", "no app refresh task",
        DoctorCase.info(modes("remote-notification")) + ["App/BackgroundRefresh.swift": ""]),
    .silent(
        "background-task-not-permitted", "a pattern permits it", DoctorCase.info(tasks)),
    .found(
        "background-task-not-permitted", "the identifier is a constant",
        [
            "App/BackgroundRefresh.swift": """
            import BackgroundTasks
            enum Task { static let clean = "com.example.corner.clean" }
            func f() { _ = BGAppRefreshTaskRequest(identifier: Task.clean) }
            """
        ]),
    .silent(
        "background-task-not-permitted", "the identifier is computed and there is a list",
        [
            "App/BackgroundRefresh.swift": """
            import BackgroundTasks
            func f(_ id: String) { _ = BGAppRefreshTaskRequest(identifier: id) }
            """
        ]),
    .found(
        "background-task-not-permitted", "the identifier is computed and there is no list",
        DoctorCase.info(modes("fetch")) + [
            "App/BackgroundRefresh.swift": """
            import BackgroundTasks
            func f(_ id: String) { _ = BGAppRefreshTaskRequest(identifier: id) }
            """
        ]),
    .silent(
        "background-mode-voip-missing", "PushKit for files only",
        [
            "App/Files.swift":
                "import PushKit\nlet r = PKPushRegistry(queue: nil)\n"
                + "func f() { r.desiredPushTypes = [.fileProvider] }"
        ]),
    .found(
        "live-activities-not-declared", "only the widget mentions Live Activities",
        DoctorCase.info("") + ["App/DeliveryActivity.swift": ""]),
    .found(
        "live-activities-not-declared", "the key is NO",
        DoctorCase.info("<key>NSSupportsLiveActivities</key><false/>")),
    .silent(
        "live-activities-not-declared", "no Live Activity",
        DoctorCase.manifest() + DoctorCase.info("") + [
            "App/DeliveryActivity.swift": "", "Widget/DeliveryWidget.swift": "",
        ]),
    .silent(
        "live-activities-frequent-updates", "a Live Activity without push",
        DoctorCase.info("<key>NSSupportsLiveActivities</key><true/>") + [
            "App/DeliveryActivity.swift":
                "import ActivityKit\nfunc f() throws { _ = try Activity.request("
                + "attributes: a, content: c, pushType: nil) }"
        ]),
    .found(
        "live-activities-frequent-updates", "the token of a Live Activity",
        DoctorCase.info("<key>NSSupportsLiveActivities</key><true/>") + [
            "App/DeliveryActivity.swift":
                "import ActivityKit\nfunc f() async { for await t in a.pushTokenUpdates {} }"
        ]),
    .found(
        "permission-status-too-narrow", "an App Clip with ephemeral permission",
        appClip("<true/>")),
    .silent(
        "permission-status-too-narrow", "an App Clip without permission", appClip("<false/>")),
    .found(
        "info-key-misspelled", "a key of an extension",
        [
            "Content/Info.plist": DoctorCase.plist(
                """
                <key>NSExtension</key><dict>
                <key>NSExtensionPointIdentifier</key>
                <string>com.apple.usernotifications.content-extension</string>
                <key>NSExtensionAttributes</key><dict>
                <key>UNNotificationExtensionCategories</key><string>ORDER</string>
                </dict></dict>
                """)
        ]),
    .silent(
        "info-key-misspelled", "a watch app's background modes",
        DoctorCase.info("<key>WKBackgroundModes</key><array/>")),
    .silent(
        "location-usage-description-missing", "no location trigger",
        ["App/Place.swift": "import CoreLocation\nlet manager = CLLocationManager()"]),
    .silent(
        "firebase-proxy-on", "Firebase handles the token itself",
        [
            "App/AppDelegate+Token.swift": "", "App/AppDelegate+Background.swift": "",
            "App/Fire.swift": "import FirebaseMessaging",
        ]),
    .silent(
        "firebase-apns-token-missing", "the proxy is on",
        ["App/Fire.swift": "import FirebaseMessaging"]),
    .found(
        "signing-key-in-app", "a certificate for push",
        ["App/apns_production.p12": "(a certificate)"]),
    .silent(
        "signing-key-in-app", "a certificate for something else",
        ["App/client-identity.p12": "(a certificate)"]),
    .silent(
        "signing-key-in-checkout", "a fake key for a test",
        ["ServerTests/AuthKey_ABC123DEFG.p8": "(no key)"]),
    .found(
        "signing-key-in-checkout", "a key with another name",
        ["Server/apns.p8": "-----BEGIN PRIVATE KEY-----\n(a key)"]),
    .silent(
        "signing-key-in-checkout", "such a key for a test",
        ["Server/fixtures/apns.p8": "-----BEGIN PRIVATE KEY-----\n(a key)"]),
    .silent(
        "signing-key-in-checkout", "a public key, and a file without a key",
        ["Server/a.p8": "-----BEGIN PUBLIC KEY-----\n(a key)", "Server/b.p8": "(none)"]),
]

@Test func `in the checkout of a server, only keys are reported`() {
    let account = """
        {"type": "service_account", "private_key": "-----BEGIN PRIVATE KEY-----",
          "token_uri": "https://oauth2.googleapis.com/token"}
        """
    func rules(_ files: [String: String]) -> [String] {
        let project = ProjectReader.read(MemoryTree(files))
        #expect(!project.hasApp && project.server.hasManifest)
        return ProjectExamination(of: project).diagnostics.map(\.rule)
    }
    let server = ["package.json": "{}", "src/index.js": "send()"]
    #expect(rules(server) == [])
    let keys = [
        "config/service-account.json": account,
        "config/apns.p8": "-----BEGIN PRIVATE KEY-----\n(a key)",
    ]
    #expect(rules(server + keys) == ["signing-key-in-checkout", "firebase-key-in-checkout"])
}

@Test(arguments: cases)
func `a check of Info.plist, Firebase or keys is correct in edge cases`(item: DoctorCase) {
    item.check()
}
