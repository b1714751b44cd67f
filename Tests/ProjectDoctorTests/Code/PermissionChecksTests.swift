// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

private let ask = "UNUserNotificationCenter.current().requestAuthorization(options: [.alert])"

@Test(arguments: [
    ("\(ask) { granted, _ in use(granted) }", ""),
    ("Task { try? await \(ask) }", ""),
    ("DispatchQueue.main.async { \(ask) { _, _ in } }", ""),
    ("askForPermission()", "func askForPermission() { \(ask) { _, _ in } }"),
    ("if #available(iOS 10, *) { \(ask) { _, _ in } }", ""),
    (
        """
        UNUserNotificationCenter.current().getNotificationSettings { settings in
            if settings.authorizationStatus == .notDetermined { \(ask) { _, _ in } }
        }
        """, ""
    ),
    (
        "Push.shared.start()",
        "}\nclass Push { static let shared = Push()\n"
            + "func start() { self.ask() }\nfunc ask() { \(ask) { _, _ in } }"
    ),
])
func `a permission request at launch is found`(launch: String, members: String) {
    let code = BareApp.delegate(launch: launch, members)
    #expect(BareApp.lines("permission-at-launch", in: code).count == 1)
}

@Test(arguments: [
    ("application.registerForRemoteNotifications()", "func later() { \(ask) { _, _ in } }"),
    ("", "@objc func tapped() { \(ask) { _, _ in } }"),
    ("if defaults.bool(forKey: \"onboarded\") { \(ask) { _, _ in } }", ""),
    ("guard isOnboarded else { return true }\n\(ask) { _, _ in }", ""),
    ("model.onContinue = { \(ask) { _, _ in } }", ""),
    ("button.addAction(UIAction { _ in \(ask) { _, _ in } }, for: .touchUpInside)", ""),
    (
        "UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .provisional])"
            + " { _, _ in }", ""
    ),
    ("UNUserNotificationCenter.current().requestAuthorization(options: options) { _, _ in }", ""),
    ("manager.requestAuthorization(toShare: nil, read: types) { _, _ in }", ""),
    ("CLLocationManager().requestAuthorization()", ""),
    (
        "a.start()\nb.start()",
        "}\nclass A { func start() { \(ask) { _, _ in } } }\nclass B { func start() {} "
    ),
])
func `a request that is not at launch, or shows no prompt, is not reported`(
    launch: String, members: String
) {
    let code = BareApp.delegate(launch: launch, members)
    #expect(BareApp.lines("permission-at-launch", in: code) == [])
}

@Test(arguments: [
    (".onAppear { \(ask) { _, _ in } }", 1),
    (".task { _ = try? await \(ask) }", 1),
    (".onAppear { Task { await model.askPermission() } }", 1),
    (".onTapGesture { \(ask) { _, _ in } }", 0),
    (".onAppear { if model.isOnboarded { \(ask) { _, _ in } } }", 0),
    (".onAppear { model.load() }", 0),
])
func `a permission request when the first view appears is found`(modifier: String, count: Int) {
    let code = """
        import SwiftUI
        import UserNotifications
        @main struct Shop: App { var body: some Scene { WindowGroup { HomeView() } } }
        struct HomeView: View { var body: some View { Text("Hi")\(modifier) } }
        class Model {
            func load() {}
            func askPermission() async { _ = try? await \(ask) }
        }
        """
    #expect(BareApp.lines("permission-on-appear", in: code).count == count)
}

@Test func `an onboarding page may request permission when it appears`() {
    let code = """
        import SwiftUI
        @main struct Shop: App { var body: some Scene { WindowGroup { HomeView() } } }
        struct HomeView: View { var body: some View { NavigationLink("Go") { AskPage() } } }
        struct AskPage: View { var body: some View { Text("Hi").onAppear { \(ask) { _, _ in } } } }
        """
    #expect(BareApp.lines("permission-on-appear", in: code) == [])
}

@Test(arguments: [
    ("\(ask) { _, _ in }", 1),
    ("\(ask) { granted, error in log(error) }", 1),
    ("_ = try? await \(ask)\nwork()", 1),
    ("try await \(ask)\nwork()", 1),
    ("\(ask) { granted, _ in if granted { work() } }", 0),
    ("\(ask) { done($0) }", 0),
    ("\(ask) { done($1) }", 1),
    ("let granted = try await \(ask)\nuse(granted)", 0),
    ("return try await \(ask)", 0),
    ("try await \(ask)", 0),
    ("guard try await \(ask) else { return }\nwork()", 0),
    ("\(ask) { _, _ in }\nlet s = await center.notificationSettings()", 0),
    ("\(ask) { _, _ in }\nopen(UIApplication.openNotificationSettingsURLString)", 0),
    ("center.requestAuthorization(options: [.alert], completionHandler: handle)", 0),
])
func `an unused permission result is found`(body: String, count: Int) {
    let code = "import UserNotifications\nfunc f() async throws {\n\(body)\n}"
    #expect(BareApp.lines("permission-denial-unhandled", in: code).count == count)
}

@Test(arguments: [
    ("guard s.authorizationStatus == .authorized else { return }\ncenter.add(r)", 1),
    ("if s.authorizationStatus == .authorized { center.add(r) }", 1),
    ("if settings.authorizationStatus == .authorized {\napp.registerForRemoteNotifications() }", 1),
    (
        "guard s.authorizationStatus == .authorized || s.authorizationStatus == .provisional else "
            + "{ return }\ncenter.add(r)", 0
    ),
    ("if s.authorizationStatus == .authorized { label.text = \"on\" }", 0),
    ("if s.authorizationStatus != .denied { center.add(r) }", 0),
    ("isOn = s.authorizationStatus == .authorized", 0),
    (
        "switch s.authorizationStatus { case .authorized, .provisional: center.add(r)\n"
            + "default: break }", 0
    ),
])
func `a check for authorized alone is found where it controls an action`(
    body: String, count: Int
) {
    let request = "center.requestAuthorization(options: [.alert, .provisional]) { g, _ in use(g) }"
    let code = "import UserNotifications\nfunc f() {\n\(body)\n\(request)\n}"
    #expect(BareApp.lines("permission-status-too-narrow", in: code).count == count)
}

@Test func `a check for authorized alone is found only if provisional permission is requested`() {
    let test = "if s.authorizationStatus == .authorized { center.add(r) }"
    let request = "center.requestAuthorization(options: [.alert, .provisional]) { g, _ in use(g) }"
    let code = { (body: String) in
        BareApp.findings(["App/A.swift": "import UserNotifications\nfunc f() {\n\(body)\n}"])
            .filter { $0.rule == "permission-status-too-narrow" }.map(\.severity)
    }
    #expect(code(test) == [])
    #expect(code(test + "\n" + request) == [.warning])
    let list = "isOn = [.authorized, .provisional].contains(s.authorizationStatus)"
    #expect(code(test + "\n" + list) == [])
}

@Test(arguments: [
    ("UNUserNotificationCenter.current().add(request)", 1),
    ("let center = UNUserNotificationCenter.current()\ncenter.add(request)", 1),
    ("\(ask) { _, _ in }\nUNUserNotificationCenter.current().add(request)", 1),
    (
        "\(ask) { ok, e in if ok { print(1) } else if let e { print(e) } }\n"
            + "UNUserNotificationCenter.current().add(request)", 1
    ),
    ("\(ask) { ok, _ in if ok { UNUserNotificationCenter.current().add(request) } }", 0),
    ("let s = await c.notificationSettings()\nUNUserNotificationCenter.current().add(request)", 0),
    ("set.add(request)", 0),
    ("import OneSignalFramework\nUNUserNotificationCenter.current().add(request)", 0),
])
func `scheduling without checking the permission is found`(body: String, count: Int) {
    let code = body.hasPrefix("import") ? body : "func f() async {\n\(body)\n}"
    #expect(
        BareApp.lines("permission-unchecked", in: "import UserNotifications\n" + code).count
            == count)
}

@Test(arguments: [
    ("[.alert, .timeSensitive]", 1), ("[.announcement, .timeSensitive]", 2), ("[.alert]", 0),
    ("options", 0),
])
func `options that the system ignores are found`(options: String, count: Int) {
    let code = "center.requestAuthorization(options: \(options)) { ok, _ in use(ok) }"
    #expect(BareApp.lines("permission-option-ignored", in: code).count == count)
}

@Test func `an interruption level is not an authorization option`() {
    let code = "content.interruptionLevel = .timeSensitive"
    #expect(BareApp.lines("permission-option-ignored", in: code) == [])
}
