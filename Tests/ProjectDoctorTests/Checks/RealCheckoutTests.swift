// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import Foundation
import ProjectDoctor
import Testing

// Cases that were found in checkouts of real apps.

private func findings(
    _ rule: String, _ files: [String: String], now: Date? = nil
) -> [Diagnostic] {
    ProjectExamination(of: ProjectReader.read(MemoryTree(files)), now: now).diagnostics
        .filter { $0.rule == rule }
}

private let plain: [String: String] = [
    "project.yml": """
    targets:
      Corner:
        type: application
        platform: iOS
        sources: [App]
        settings:
          INFOPLIST_FILE: App/Info.plist
          CODE_SIGN_ENTITLEMENTS: App/App.entitlements
    """,
    "App/Info.plist": DoctorCase.plist("<key>CFBundleName</key><string>Corner</string>"),
    "App/App.entitlements": DoctorCase.plist(""), "App/A.swift": "let a = 1",
]

// MARK: - Push that is not enabled

@Test(arguments: [
    "let a = 1",
    "// registerForRemoteNotifications\nlet a = \"registerForRemoteNotifications\"",
])
func `an app without the entitlement and without registration is noted as having no push`(
    code: String
) {
    let found = findings("entitlement-aps-environment-missing", plain + ["App/A.swift": code])
    #expect(found.map(\.severity) == [.note])
    #expect(found.first?.message.contains("push notifications are not enabled: Corner") == true)
}

@Test func `an app without pushes is not reported if another app of the checkout has pushes`() {
    let found = findings(
        "entitlement-aps-environment-missing",
        plain + [
            "second/project.yml": """
            targets:
              Second:
                type: application
                platform: iOS
                sources: [App]
                settings: {CODE_SIGN_ENTITLEMENTS: App/App.entitlements}
            """,
            "second/App/App.entitlements": DoctorCase.plist(
                "<key>aps-environment</key><string>development</string>"),
        ])
    #expect(found == [])
}

@Test(arguments: [true, false])
func `a module that registers is attributed to the app with the entitlement`(isEntitled: Bool) {
    let found = findings(
        "entitlement-aps-environment-missing",
        [
            "project.yml": """
            targets:
              Preview:
                type: application
                platform: iOS
                dependencies: [{target: Kit}]
              Main:
                type: application
                platform: iOS
                settings: {CODE_SIGN_ENTITLEMENTS: Main.entitlements}
              Kit: {type: framework, platform: iOS, sources: [Kit]}
            """,
            "Main.entitlements": DoctorCase.plist(
                isEntitled ? "<key>aps-environment</key><string>development</string>" : ""),
            "Kit/K.swift": "func f() { application.registerForRemoteNotifications() }",
        ])
    #expect(found.map(\.severity) == (isEntitled ? [] : [.warning]))
}

@Test func `an app delegate in Objective-C that registers needs the entitlement`() {
    let found = findings(
        "entitlement-aps-environment-missing",
        plain + ["App/AppDelegate.m": "[application registerForRemoteNotifications];"])
    #expect(found.map(\.severity) == [.error])
}

// MARK: - Entitlements that the build adds

@Test(arguments: [
    ("PlistBuddy -c 'add aps-environment string production' $TARGET.xcent", false),
    ("PlistBuddy -c 'add com.apple.developer.carplay-maps bool true' $TARGET.xcent", true),
    ("cp ci/Store.entitlements App/App.entitlements", false),
    ("echo the entitlements are fine", true), ("swiftlint", true),
])
func `an entitlement that a build script may add is not reported as missing`(
    script: String, isFound: Bool
) throws {
    let manifest = try #require(plain["project.yml"])
    let found = findings(
        "entitlement-aps-environment-missing",
        plain + [
            "project.yml": manifest + "\n    postBuildScripts: [{script: \"\(script)\"}]",
            "App/A.swift": "func f() { application.registerForRemoteNotifications() }",
        ])
    #expect(found.isEmpty == !isFound, "\(found)")
}

// MARK: - App Groups

@Test func `a variable that is initially empty is not taken for an App Group`() {
    let code = """
        final class Groups {
            var suiteName = ""
            func open() -> UserDefaults? { UserDefaults(suiteName: suiteName) }
            func folder() -> URL? {
                FileManager.default.containerURL(
                    forSecurityApplicationGroupIdentifier: suiteName)
            }
        }
        """
    let own = DoctorCase.plist(
        "<key>com.apple.security.application-groups</key><array><string>group.a</string></array>")
    let files = plain + ["App/A.swift": code, "App/App.entitlements": own]
    #expect(findings("app-group-missing", files) == [])
}

@Test func `a missing group that is used in many places is reported once`() {
    let code = (0..<5).map { "let a\($0) = UserDefaults(suiteName: \"group.a\")" }
        .joined(separator: "\n")
    #expect(findings("app-group-missing", plain + ["App/A.swift": code]).count == 1)
}

// MARK: - Watch apps

private let watch: [String: String] = [
    "project.yml": """
    targets:
      Phone:
        type: application
        platform: iOS
        sources: [Phone, Shared]
        settings: {CODE_SIGN_ENTITLEMENTS: Phone.entitlements}
      Watch:
        type: application
        platform: watchOS
        sources: [Watch]
        settings: {CODE_SIGN_ENTITLEMENTS: Watch.entitlements}
        dependencies: [{target: SharedWatch}]
      SharedWatch: {type: framework, platform: watchOS, sources: [Shared]}
    """,
    "Phone.entitlements": DoctorCase.plist(
        "<key>com.apple.developer.usernotifications.time-sensitive</key><true/>"),
    "Watch.entitlements": DoctorCase.plist(""), "Phone/P.swift": "let p = 1",
    "Watch/W.swift": "let w = 1", "Shared/S.swift": "content.interruptionLevel = .timeSensitive",
]

@Test func `the phone's code is not attributed to a watch app`() {
    let rule = "entitlement-time-sensitive-missing"
    #expect(findings(rule, watch) == [])
    let own = findings(
        rule, watch + ["Watch/W.swift": "content.interruptionLevel = .timeSensitive"])
    #expect(own.map(\.location.file) == ["Watch/W.swift"])
    let hidden = findings(
        rule,
        watch + ["Watch/W.swift": "#if os(iOS)\ncontent.interruptionLevel = .timeSensitive\n#endif"]
    )
    #expect(hidden == [])
}

@Test func `a watch app need not handle a link to its settings`() {
    let ask = """
        import UserNotifications
        func ask() {
            UNUserNotificationCenter.current().requestAuthorization(
                options: [.alert, .providesAppNotificationSettings]) { granted, _ in show(granted) }
        }
        """
    let manifest = { (platform: String) in
        "targets: {App: {type: application, platform: \(platform), sources: [App]}}"
    }
    for (platform, isFound) in [("watchOS", false), ("iOS", true)] {
        let found = findings(
            "settings-link-unhandled", ["project.yml": manifest(platform), "App/A.swift": ask])
        #expect(found.isEmpty == !isFound)
    }
}

@Test(arguments: [
    ("application.cancelLocalNotification(old)", true),
    ("manager.cancelLocalNotification(old) }\nfunc cancelLocalNotification(_ a: Int) {", false),
])
func `an app's own function is not mistaken for an outdated one from Apple`(
    code: String, isFound: Bool
) {
    let found = findings(
        "notification-api-outdated", plain + ["App/A.swift": "import UIKit\nfunc f() { \(code) }"])
    #expect(found.isEmpty == !isFound)
}

// MARK: - Profiles

@Test func `ten expired profiles cause one finding`() throws {
    var files: [String: String] = [:]
    var targets = "targets:\n"
    for number in 0..<10 {
        targets += """
              App\(number):
                type: application
                platform: iOS
                sources: [App]
                settings: {PROVISIONING_PROFILE_SPECIFIER: Profile \(number)}

            """
        files["p/\(number).mobileprovision"] = DoctorCase.plist(
            "<key>Name</key><string>Profile \(number)</string><key>UUID</key><string>\(number)"
                + "</string><key>ExpirationDate</key><date>2020-01-01T00:00:00Z</date>"
                + "<key>Entitlements</key><dict/>")
    }
    files["project.yml"] = targets
    let found = findings(
        "profile-expired", files, now: Date(timeIntervalSince1970: 1_780_000_000))
    let message = try #require(found.first?.message)
    #expect(found.count == 1)
    #expect(
        message
            == "10 profiles have expired: \"Profile 0\", \"Profile 1\", \"Profile 2\" and 7 more")
}

// MARK: - Info.plist

@Test func `attributes of an extension outside NSExtension are reported as misplaced`() {
    let content = """
        <key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key>
        <string>com.apple.usernotifications.content-extension</string></dict>
        <key>NSExtensionAttributes</key><dict>
        <key>UNNotificationExtensionCategory</key><string>ORDER</string></dict>
        """
    let found = DoctorCase.examine(["Content/Info.plist": DoctorCase.plist(content)])
        .filter { $0.rule == "extension-category-missing" }
    #expect(found.first?.message.contains("NSExtensionAttributes outside NSExtension") == true)
    #expect(found.first?.remedy == "move NSExtensionAttributes into NSExtension")
}

// MARK: - Projects that a tool generates

@Test func `remedies for a generated project refer to its manifest`() throws {
    let found = findings(
        "entitlement-aps-environment-missing",
        plain + ["App/A.swift": "func f() { application.registerForRemoteNotifications() }"])
    let remedy = try #require(found.first?.remedy)
    #expect(remedy.contains("project.yml, from which XcodeGen generates the project"))
    #expect(!remedy.contains("in Xcode"))
}

// MARK: - Extensions

@Test(arguments: [
    ("dependencies: []", true), ("sources: []", true), ("dependencies: [.external(name: n)]", true),
    ("dependencies: makeAll()", false), ("dependencies: [.target(name: \"Service\")]", false),
])
func `an extension is not reported as missing if the app's dependencies cannot be read`(
    argument: String, isFound: Bool
) {
    let service = """
        <key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key>
        <string>com.apple.usernotifications.service</string></dict>
        """
    let found = findings(
        "extension-service-missing",
        [
            "Project.swift": """
            import ProjectDescription
            let project = Project(name: "Corner", targets: [
                .target(name: "Corner", product: .app, \(argument)),
                .target(name: "Service", product: .appExtension, infoPlist: "Service.plist"),
            ])
            """,
            "Service.plist": DoctorCase.plist(service),
        ])
    #expect(found.map(\.location.position?.line) == (isFound ? [4] : []))
}

// MARK: - Code that cannot be found

@Test(
    arguments: [
        ("dependencies: []", true), ("dependencies: [.external(name: n)]", true),
        ("dependencies: Module.all", false), ("dependencies: [.target(name: \"Kit\")]", false),
        ("buildableFolders: folders", false),
    ],
    [
        ("token-callback-missing", "application.registerForRemoteNotifications()", ""),
        (
            "critical-alerts-not-requested",
            "center.requestAuthorization(options: [.alert]) { _, _ in }", ""
        ),
        ("firebase-apns-token-missing", "", "import FirebaseMessaging\n"),
    ])
func `nothing is reported as missing if the app may have more code`(
    manifest: (argument: String, isWhole: Bool), item: (rule: String, launch: String, line: String)
) {
    let found = findings(
        item.rule,
        [
            "Project.swift": """
            import ProjectDescription
            let project = Project(name: "Corner", targets: [
                .target(
                    name: "Corner", product: .app, infoPlist: "App/Info.plist",
                    sources: ["App/**"], entitlements: "App/App.entitlements",
                    \(manifest.argument)),
            ])
            """,
            "App/A.swift": item.line + BareApp.delegate(launch: item.launch),
            "App/Info.plist": DoctorCase.plist(
                "<key>FirebaseAppDelegateProxyEnabled</key><false/>"),
            "App/App.entitlements": DoctorCase.plist(
                "<key>aps-environment</key><string>development</string>"
                    + "<key>com.apple.developer.usernotifications.critical-alerts</key><true/>"),
        ])
    #expect(found.isEmpty != manifest.isWhole, "\(found)")
}

// MARK: - Firebase

private let firebase = """
    import FirebaseMessaging
    class AppDelegate {
        func application(
            _ a: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken token: Data
        ) { send(token) }
    }
    """

@Test(
    arguments: [
        ("", "", nil), ("", "Messaging.messaging().apnsToken = token", Severity.note),
        ("<key>FirebaseAppDelegateProxyEnabled</key><false/>", "", nil),
        ("<key>GoogleUtilitiesAppDelegateProxyEnabled</key><false/>", "m.apnsToken = token", nil),
        ("<key>FirebaseAppDelegateProxyEnabled</key><integer>0</integer>", "m.apnsToken = t", nil),
        ("<key>FirebaseAppDelegateProxyEnabled</key><string>NO</string>", "", .warning),
    ] as [(String, String, Severity?)])
func `Firebase's proxy is reported if the app repeats the proxy's work or disables it wrongly`(
    key: String, code: String, severity: Severity?
) {
    let found = findings(
        "firebase-proxy-on",
        plain + [
            "App/A.swift": firebase + "\nfunc hand(_ token: Data) { \(code) }",
            "App/Info.plist": DoctorCase.plist(key),
        ])
    #expect(found.map(\.severity) == (severity.map { [$0] } ?? []), "\(found)")
}

@Test(arguments: [
    ("<key>FirebaseAppDelegateProxyEnabled</key><false/>", true),
    ("<key>GoogleUtilitiesAppDelegateProxyEnabled</key><false/>", true),
    ("<key>FirebaseAppDelegateProxyEnabled</key><string>NO</string>", false), ("", false),
])
func `without its proxy, Firebase must be given the token`(key: String, isFound: Bool) {
    let found = findings(
        "firebase-apns-token-missing",
        plain + ["App/A.swift": firebase, "App/Info.plist": DoctorCase.plist(key)])
    #expect(found.isEmpty == !isFound)
}
