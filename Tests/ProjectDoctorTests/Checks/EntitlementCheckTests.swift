// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import Testing

private let push = "<key>aps-environment</key><string>development</string>"
private let groups = "<key>com.apple.security.application-groups</key>"

private let cases: [DoctorCase] = [
    .silent(
        "entitlement-aps-environment-missing", "a build setting contains the value",
        DoctorCase.entitlements(
            "<key>aps-environment</key><string>$(APS_ENVIRONMENT)</string>")),
    .silent(
        "entitlement-aps-environment-missing", "the file that settings name is missing",
        DoctorCase.manifest() + ["App/App.entitlements": ""]),
    .found(
        "entitlement-aps-environment-missing", "one configuration lacks it",
        DoctorCase.manifest(configs: "Release: {CODE_SIGN_ENTITLEMENTS: App/Release.entitlements}")
            + ["App/Release.entitlements": DoctorCase.plist("")]),
    .silent(
        "entitlement-aps-environment-missing", "a Mac app has the key of macOS",
        DoctorCase.manifest(platform: "macOS")
            + DoctorCase.entitlements(
                "<key>com.apple.developer.aps-environment</key><string>development</string>")),
    .silent(
        "entitlement-aps-environment-platform", "a Mac app has the key of macOS",
        DoctorCase.manifest(platform: "macOS")
            + DoctorCase.entitlements(
                "<key>com.apple.developer.aps-environment</key><string>development</string>")),
    .found(
        "entitlement-aps-environment-platform", "a Mac app with the key of iOS",
        DoctorCase.manifest(platform: "macOS")),
    .found(
        "entitlement-aps-environment-unknown", "Production with a capital letter",
        DoctorCase.entitlements("<key>aps-environment</key><string>Production</string>")),
    .found(
        "entitlement-aps-environment-unknown", "a Boolean instead of a string",
        DoctorCase.entitlements("<key>aps-environment</key><true/>")),
    .silent(
        "entitlement-production-in-debug", "production in Release only",
        DoctorCase.manifest(configs: "Release: {CODE_SIGN_ENTITLEMENTS: App/Release.entitlements}")
            + [
                "App/Release.entitlements": DoctorCase.plist(
                    "<key>aps-environment</key><string>production</string>")
            ]),
    .silent(
        "entitlement-production-in-debug", "Debug is signed for distribution",
        DoctorCase.manifest(settings: "CODE_SIGN_IDENTITY: Apple Distribution")
            + DoctorCase.entitlements("<key>aps-environment</key><string>production</string>")),
    .found(
        "entitlement-production-in-debug", "production everywhere",
        DoctorCase.entitlements("<key>aps-environment</key><string>production</string>")),
    .found(
        "entitlement-misspelled", "the key is misspelled",
        DoctorCase.entitlements("<key>aps-enviroment</key><string>development</string>")),
    .silent(
        "entitlement-misspelled", "other entitlements of Apple's",
        DoctorCase.entitlements(
            push + "<key>com.apple.developer.applesignin</key><array/>"
                + "<key>com.apple.developer.associated-domains</key><array/>"
                + "<key>keychain-access-groups</key><array/>")),
    .silent(
        "entitlement-time-sensitive-missing", "the level is only compared",
        DoctorCase.entitlements(push) + [
            "App/Reminder.swift":
                "func f(_ c: UNNotificationContent) -> Bool { "
                + "c.interruptionLevel == .timeSensitive }"
        ]),
    .found(
        "entitlement-time-sensitive-missing", "the level is a conditional expression",
        DoctorCase.entitlements(push) + [
            "App/Reminder.swift":
                "func f(_ c: UNMutableNotificationContent, _ now: Bool) { "
                + "c.interruptionLevel = now ? .timeSensitive : .active }"
        ]),
    .found(
        "entitlement-time-sensitive-missing", "the entitlement is present and false",
        DoctorCase.entitlements(
            push + "<key>com.apple.developer.usernotifications.time-sensitive</key><false/>")),
    .silent(
        "entitlement-communication-missing", "a message intent for Siri only",
        ["App/Siri.swift": "import Intents\nfunc f(_ i: INSendMessageIntent) {}"]),
    .silent(
        "critical-alerts-not-requested", "the options are created elsewhere",
        DoctorCase.entitlements(
            push + "<key>com.apple.developer.usernotifications.critical-alerts</key><true/>") + [
                "App/Permission.swift":
                    "func ask(_ o: UNAuthorizationOptions) async throws { "
                    + "_ = try await center.requestAuthorization(options: o) }"
            ]),
    .found(
        "entitlement-critical-alerts-missing", "a critical sound",
        ["App/Alarm.swift": "let sound = UNNotificationSound.defaultCritical"]),
    .found(
        "entitlement-critical-alerts-missing", "a critical level",
        ["App/Alarm.swift": "func f() { content.interruptionLevel = .critical }"]),
    .silent(
        "entitlement-critical-alerts-missing", "a level of the app's own type",
        ["App/Alarm.swift": "let a = Alarm(title: \"A\", interruptionLevel: .critical)"]),
    .found(
        "entitlement-critical-alerts-missing", "a level that a function passes on",
        [
            "App/Alarm.swift": "func f() { show(interruptionLevel: .critical) }",
            "App/Show.swift": """
            func show(interruptionLevel level: UNNotificationInterruptionLevel) {
                content.interruptionLevel = level
            }
            """,
        ]),
    .found(
        "entitlement-critical-alerts-missing", "a level in a property",
        [
            "App/Alarm.swift": """
            struct Alarm { var interruptionLevel: UNNotificationInterruptionLevel? }
            let a = Alarm(interruptionLevel: .critical)
            """
        ]),
    .found(
        "entitlement-critical-alerts-missing", "a level in a property with an initial value",
        [
            "App/Alarm.swift": """
            struct Alarm { var interruptionLevel = UNNotificationInterruptionLevel.active }
            let a = Alarm(interruptionLevel: .critical)
            """
        ]),
    .silent(
        "entitlement-critical-alerts-missing", "a level of the app's own, made from Apple's",
        [
            "App/Alarm.swift": """
            struct Alarm { var interruptionLevel = Level(UNNotificationInterruptionLevel.active) }
            let a = Alarm(interruptionLevel: .critical)
            """
        ]),
    .found(
        "entitlement-critical-alerts-missing", "a level in an associated value",
        [
            "App/Alarm.swift": """
            enum Event { case alarm(interruptionLevel: UNNotificationInterruptionLevel) }
            let event = Event.alarm(interruptionLevel: .critical)
            """
        ]),
    .silent(
        "entitlement-critical-alerts-missing", "a level in a pattern",
        [
            "App/Alarm.swift": """
            enum Event { case alarm(interruptionLevel: UNNotificationInterruptionLevel) }
            func f(_ event: Event) -> Bool {
                if case .alarm(interruptionLevel: .critical) = event { return true }
                switch event {
                case .alarm(interruptionLevel: .critical): return true
                default: return false
                }
            }
            """
        ]),
    .found(
        "entitlement-time-sensitive-missing", "an argument that names Apple's type",
        DoctorCase.entitlements(push) + [
            "App/Show.swift":
                "func f() { "
                + "show(interruptionLevel: UNNotificationInterruptionLevel.timeSensitive) }"
        ]),
    .silent(
        "entitlement-critical-alerts-missing", "an argument that names the app's own type",
        ["App/Show.swift": "func f() { show(interruptionLevel: Level.critical) }"]),
    .silent(
        "app-group-missing", "UserDefaults of a suite that is not an App Group",
        ["Service/Service.entitlements": DoctorCase.plist("")] + [
            "Service/NotificationService.swift":
                "let d = UserDefaults(suiteName: \"com.example.settings\")"
        ]),
    .found(
        "app-group-missing", "the group is a constant",
        [
            "Service/Service.entitlements": DoctorCase.plist(
                groups + "<array><string>group.com.example.other</string></array>"),
            "Service/NotificationService.swift": """
            enum Group { static let id = "group.com.example.corner" }
            let d = UserDefaults(suiteName: Group.id)
            """,
        ]),
    .silent(
        "app-groups-differ", "one group in common",
        [
            "Service/Service.entitlements": DoctorCase.plist(
                groups + "<array><string>group.com.example.corner</string>"
                    + "<string>group.com.example.more</string></array>")
        ]),
]

@Test(arguments: cases)
func `a check of entitlements is correct in edge cases`(item: DoctorCase) { item.check() }

@Test func `a finding about a missing entitlement names the target and an unused file`() {
    var files = DoctorCase.manifest()
    files["project.yml"] = files["project.yml"]?.replacing(
        "        CODE_SIGN_ENTITLEMENTS: App/App.entitlements\n", with: "")
    let found = DoctorCase.examine(files).filter {
        $0.rule == "entitlement-aps-environment-missing"
    }
    #expect(found.count == 1)
    #expect(found.first?.remedy.contains("App/App.entitlements") == true)
    #expect(found.first?.message == "Corner has no aps-environment entitlement")
}

@Test(arguments: [
    ("Staging Debug: {}", ["Debug, Staging Debug"]),
    ("Staging Debug: {CODE_SIGN_ENTITLEMENTS: App/B.entitlements}", ["Debug", "Staging Debug"]),
    ("Staging Debug: {CODE_SIGN_IDENTITY: Apple Distribution}", ["Debug"]),
])
func `configurations that share an entitlements file have one finding about production`(
    configs: String, names: [String]
) {
    let production = "<key>aps-environment</key><string>production</string>"
    var files = DoctorCase.manifest(configs: configs) + DoctorCase.entitlements(production)
    files["App/B.entitlements"] = DoctorCase.plist(production)
    files["project.yml"]? += "configs: {Debug: debug, Staging Debug: debug, Release: release}\n"
    let found = DoctorCase.examine(files).filter { $0.rule == "entitlement-production-in-debug" }
    #expect(
        found.map(\.message) == names.map { "aps-environment of Corner is production in \($0)" })
}

@Test func `if only a library registers, the missing entitlement is a warning`() {
    var files = DoctorCase.manifest() + DoctorCase.entitlements("")
    files["project.yml"]? +=
        "    dependencies: [{target: Kit}]\n"
        + "  Kit: {type: framework, platform: iOS, sources: [Kit]}\n"
    files["App/AppDelegate.swift"] = "final class AppDelegate {}"
    files["App/AppDelegate+Token.swift"] = ""
    files["Kit/Kit.swift"] = "func f(_ a: UIApplication) { a.registerForRemoteNotifications() }"
    let found = DoctorCase.examine(files).filter {
        $0.rule == "entitlement-aps-environment-missing"
    }
    #expect(found.map(\.severity) == [.warning])
}
