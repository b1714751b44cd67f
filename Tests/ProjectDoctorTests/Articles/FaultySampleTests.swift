// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import ProjectDoctor
import Testing

/// Code that tutorials wrongly show as correct, and code that they wrongly call a mistake.
struct FaultySampleTests {
    private static let options =
        "let options: UNAuthorizationOptions = [.alert, .providesAppNotificationSettings, "
        + ".timeSensitive]\nreturn try await center.requestAuthorization(options: options)"

    @Test(arguments: [
        (
            "permission-option-ignored", AppCode.permission(Self.options)
        ),
        ("settings-link-unhandled", AppCode.permission(Self.options)),
        (
            "foreground-banner-without-list",
            AppCode.delegate(
                AppCode.present("[.banner, .sound, .badge]")
                    + AppCode.respond("completionHandler()"))
        ),
        (
            "foreground-option-deprecated",
            AppCode.delegate(
                AppCode.present("[.alert, .badge, .sound]") + AppCode.respond("completionHandler()")
            )
        ),
        (
            "permission-status-too-narrow",
            AppCode.reminder(
                "guard await center.notificationSettings().authorizationStatus == .authorized "
                    + "else { return }")
                + AppCode.permission(
                    "try await center.requestAuthorization(options: [.alert, .provisional])")
        ),
        (
            "summary-argument-deprecated",
            AppCode.reminder(
                "_ = await center.notificationSettings()",
                "content.summaryArgument = \"Ada\"\ncontent.summaryArgumentCount = 3")
        ),
        (
            "badge-number-deprecated",
            AppCode.launch(
                members: """
                    func applicationDidBecomeActive(_ application: UIApplication) {
                        UIApplication.shared.applicationIconBadgeNumber = 0
                    }
                    """)
        ),
    ])
    func `the problem in code from a tutorial is found`(rule: String, files: [String: String]) {
        #expect(DoctorCase.examine(files).contains { $0.rule == rule })
    }

    @Test func `registering before the permission request is correct`() {
        let files = AppCode.launch(
            "application.registerForRemoteNotifications()",
            register: "Task { try? await Permission().ask() }")
        let rules = Set(DoctorCase.examine(files).map(\.rule))
        // The permission request at launch is a problem; the order of both calls is not.
        #expect(rules.filter { $0.hasPrefix("token") || $0.hasPrefix("registration") } == [])
        #expect(rules.contains("permission-at-launch"))
    }

    @Test(arguments: ["string", "array"])
    func `the category of a content extension may be a string or an array`(form: String) {
        let category = "<string>ORDER</string>"
        let value = form == "array" ? "<array>\(category)</array>" : category
        let files = [
            "Content/Info.plist": DoctorCase.plist(
                """
                <key>NSExtension</key><dict>
                <key>NSExtensionAttributes</key><dict>
                <key>UNNotificationExtensionCategory</key>\(value)
                <key>UNNotificationExtensionInitialContentSizeRatio</key><real>0.5</real></dict>
                <key>NSExtensionPointIdentifier</key>
                <string>com.apple.usernotifications.content-extension</string>
                <key>NSExtensionPrincipalClass</key>
                <string>$(PRODUCT_MODULE_NAME).OrderViewController</string></dict>
                """)
        ]
        #expect(DoctorCase.examine(files).filter { $0.severity > .note } == [])
    }

    @Test func `aps-environment may be development in all configurations`() {
        let files = DoctorCase.manifest(
            configs:
                "Release: { CODE_SIGN_ENTITLEMENTS: App/App.entitlements }"
        )
        let rules = DoctorCase.examine(files).map(\.rule)
        #expect(!rules.contains { $0.hasPrefix("entitlement-aps") || $0.contains("production") })
    }
}
