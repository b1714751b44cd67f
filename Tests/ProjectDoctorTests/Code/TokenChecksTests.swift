// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

@Test(arguments: [
    ("token-decoded-as-text", "let t = String(data: deviceToken, encoding: .utf8)"),
    ("token-decoded-as-text", "let t = String(decoding: deviceToken, as: UTF8.self)"),
    ("token-decoded-as-text", "send(String(bytes: deviceToken, encoding: .ascii) ?? \"\")"),
    ("token-description", "send(deviceToken.description)"),
    ("token-description", "send(\"\\(deviceToken)\")"),
    ("token-description", "send(String(describing: deviceToken))"),
    ("token-description", "let t = (deviceToken as NSData).description\nsend(t)"),
    ("token-stored", "UserDefaults.standard.set(deviceToken, forKey: \"dt\")"),
    ("token-stored", "let hex = hex(deviceToken)\ndefaults.set(hex, forKey: Keys.push)"),
    ("token-sent-once", "if !UserDefaults.standard.bool(forKey: \"tokenSent\") { send(t) }"),
    ("token-length-assumed", "guard deviceToken.count == 32 else { return }"),
    ("token-length-assumed", "let t = hex(deviceToken)\nassert(t.count == 64)"),
    ("token-printed", "let t = hex(deviceToken)\nprint(\"Token: \\(t)\")"),
    ("token-printed", "let t = hex(deviceToken)\nlogger.info(\"Token: \\(t, privacy: .public)\")"),
    ("token-printed", "let t = hex(deviceToken)\nNSLog(t)"),
])
func `a mistake in the token's callback is found`(rule: String, body: String) {
    #expect(BareApp.lines(rule, in: BareApp.callback(body)).count == 1)
}

@Test(arguments: [
    "let t = deviceToken.map { String(format: \"%02x\", $0) }.joined()\nsend(t)",
    "let t = deviceToken.reduce(\"\") { $0 + String(format: \"%02x\", $1) }\nsend(t)",
    "Messaging.messaging().apnsToken = deviceToken",
    "send(deviceToken.base64EncodedString())",
    "print(\"token: \\(deviceToken)\")",
    "logger.debug(\"token of \\(deviceToken.count) bytes\")",
    "let t = hex(deviceToken)\nprint(\"token: \\(t.prefix(8))\")",
    "let t = hex(deviceToken)\nlogger.info(\"Token: \\(t)\")",
    "#if DEBUG\nlet t = hex(deviceToken)\nprint(t)\n#endif",
    "let t = hex(deviceToken)\nUserDefaults.standard.set(true, forKey: \"tokenSent\")\nsend(t)",
    "UserDefaults.standard.set(SHA256.hash(data: deviceToken), forKey: \"tokenHash\")",
    "UserDefaults.standard.set(Date(), forKey: \"deviceTokenDate\")",
    "guard !deviceToken.isEmpty, deviceToken.count != 0 else { return }",
    "keychain.set(hex(deviceToken), forKey: \"deviceToken\")",
    "if defaults.bool(forKey: \"notificationsEnabled\") { send(hex(deviceToken)) }",
    "if isLoggedIn { send(hex(deviceToken)) }",
    "let name = String(data: json, encoding: .utf8)",
])
func `a correct callback has no finding`(body: String) {
    let rules: Set = [
        "token-decoded-as-text", "token-description", "token-stored", "token-sent-once",
        "token-length-assumed", "token-printed", "token-force-unwrapped",
    ]
    let found = BareApp.findings(["App/A.swift": BareApp.callback(body)])
    #expect(found.filter { rules.contains($0.rule) } == [])
}

@Test(arguments: [
    ("send(deviceToken!)", 1), ("send(self.pushToken!)", 1),
    ("send(UserDefaults.standard.string(forKey: \"deviceToken\")!)", 1),
    ("send(String(data: deviceToken, encoding: .utf8)!)", 0),
    ("send(Messaging.messaging().fcmToken!)", 1),
    ("send(accessToken!)", 0), ("let u = URL(string: \"https://example.com\")!", 0),
    ("let deviceTokens: [String]!", 0),
    ("if pushToken != nil { send(pushToken!) }", 0),
    ("while a, nil != self.pushToken { later { send(pushToken!) } }", 0),
    ("if pushToken == nil || a { ask() } else { send(pushToken!) }", 0),
    ("if pushToken != nil || a { send(pushToken!) }", 1),
    ("if pushToken != nil && a || b { send(pushToken!) }", 1),
    ("if pushToken != nil { ask() } else { send(pushToken!) }", 1),
    ("if pushToken != nil { ask() }\nsend(pushToken!)", 1),
    ("if user.pushToken != nil { send(pushToken!) }", 1),
    ("guard pushToken != nil else { return }\nif a { send(pushToken!) }", 0),
    ("guard pushToken != nil else { return }\npushToken = nil\nsend(pushToken!)", 1),
    ("if pushToken == nil { return }\nsend(pushToken!)", 0),
    ("if pushToken == nil && a { return }\nsend(pushToken!)", 1),
    ("if pushToken == nil { throw e }\nsend(pushToken!)", 0),
    ("for a in b { if pushToken == nil { continue }\nsend(pushToken!) }", 0),
    ("while a { if pushToken == nil { break }\nsend(pushToken!) }", 0),
    ("if pushToken == nil { fatalError() }\nsend(pushToken!)", 0),
    ("if pushToken == nil { log(b)\npreconditionFailure() }\nsend(pushToken!)", 0),
    ("if pushToken == nil { ask() }\nsend(pushToken!)", 1),
    ("send(pushToken != nil ? pushToken! : a)", 0),
    ("send(pushToken == nil ? a : pushToken!)", 0),
    ("send(pushToken != nil ? a : pushToken!)", 1),
    ("let b = pushToken != nil && pushToken!.isEmpty", 0),
    ("let b = pushToken == nil || pushToken!.isEmpty", 0),
    ("let b = pushToken != nil || pushToken!.isEmpty", 1),
])
func `only the force-unwrapping of a device token is found`(code: String, count: Int) {
    #expect(BareApp.lines("token-force-unwrapped", in: code).count == count)
}

@Test(arguments: [(999, 0), (1_000, 1)])
func `a nil check of the token is searched for in a limited number of statements`(
    statementCount: Int, count: Int
) {
    let code =
        "guard pushToken != nil else { return }\n"
        + String(repeating: "a()\n", count: statementCount) + "send(pushToken!)"
    #expect(BareApp.lines("token-force-unwrapped", in: code).count == count)
}

@Test(arguments: [
    ("@AppStorage(\"deviceToken\") var token = \"\"", 1),
    ("@AppStorage(\"push_token\") var token: String?", 1),
    ("@AppStorage(\"deviceTokenSent\") var isSent = false", 0),
    ("@AppStorage(\"accessToken\") var token = \"\"", 0),
    ("func f() { UserDefaults.standard.set(token, forKey: \"apnsToken\") }", 1),
    ("func f() { UserDefaults.standard.set(nil, forKey: \"apnsToken\") }", 0),
    ("func f() { UserDefaults.standard.set(token, forKey: \"sessionToken\") }", 0),
    ("func f() { dictionary.set(token, forKey: \"deviceToken\") }", 0),
])
func `a token in UserDefaults is also found outside of the callback`(code: String, count: Int) {
    let text = "struct A {\n\(code)\n}\n"
    let app = text + BareApp.callback("send(deviceToken)")
    #expect(BareApp.lines("token-stored", in: app).count == count)
    // Without the callback for the device token, the token is of another kind.
    #expect(BareApp.lines("token-stored", in: text) == [])
}

@Test func `a condition on a past registration is found, but not one on permission or a setting`() {
    let flag = "if !defaults.bool(forKey: \"didRegister\") { app.registerForRemoteNotifications() }"
    let granted = "if granted { app.registerForRemoteNotifications() }"
    let choice =
        "if defaults.bool(forKey: \"pushEnabled\") { app.registerForRemoteNotifications() }"
    #expect(BareApp.lines("token-sent-once", in: BareApp.delegate(launch: flag)).count == 1)
    #expect(BareApp.lines("token-sent-once", in: BareApp.delegate(launch: granted)) == [])
    #expect(BareApp.lines("token-sent-once", in: BareApp.delegate(launch: choice)) == [])
}

private let failure = """
    func application(
        _ a: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: Error
    ) { print(error) }
    """
private let success = """
    func application(
        _ a: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken t: Data
    ) { send(t) }
    """

@Test(arguments: [
    ("application.registerForRemoteNotifications()", success, ["registration-failure-unhandled"]),
    ("application.registerForRemoteNotifications()", success + failure, []),
    ("", success + failure, ["token-not-requested"]),
    ("application.registerForRemoteNotifications()", failure, ["token-callback-missing"]),
    ("", "", []),
])
func `registration and the callbacks for success and failure require each other`(
    launch: String, members: String, rules: [String]
) {
    let watched: Set = [
        "registration-failure-unhandled", "token-not-requested", "token-callback-missing",
    ]
    let found = BareApp.findings(
        ["App/A.swift": BareApp.delegate(launch: launch, members)])
    #expect(found.map(\.rule).filter(watched.contains) == rules)
}

@Test(arguments: [
    "import OneSignalFramework", "import BellhopKit", "import Flutter", "import AirshipKit",
])
func `with a library that handles notifications, nothing is reported as missing`(line: String) {
    let code =
        line + "\n"
        + BareApp.delegate(launch: "application.registerForRemoteNotifications()")
    let found = BareApp.findings(["App/A.swift": code]).filter { $0.severity > .note }
    #expect(found == [])
}

@Test func `with Objective-C in the checkout, nothing is reported as missing`() {
    let found = BareApp.findings([
        "App/A.swift": BareApp.delegate(launch: "application.registerForRemoteNotifications()"),
        "App/Push.m": "@implementation Push\n@end",
    ])
    #expect(found.filter { $0.severity > .note } == [])
}

@Test(arguments: [
    (
        "UNUserNotificationCenter.current().requestAuthorization(options: [.alert]) { ok, _ in\n"
            + "if ok { app.registerForRemoteNotifications() } }", 1
    ),
    (
        "center.getNotificationSettings { s in\nguard s.authorizationStatus != .denied else "
            + "{ return }\napp.registerForRemoteNotifications() }", 1
    ),
    (
        "center.getNotificationSettings { _ in\nDispatchQueue.main.async {\n"
            + "app.registerForRemoteNotifications() } }", 0
    ),
    (
        "center.getNotificationSettings { _ in\nTask { @MainActor in\n"
            + "app.registerForRemoteNotifications() } }", 0
    ),
    ("center.getNotificationSettings { @MainActor _ in\napp.registerForRemoteNotifications() }", 0),
    ("app.registerForRemoteNotifications()", 0),
])
func `registering in a background closure is found`(body: String, count: Int) {
    let code = "func f() {\n\(body)\n}"
    #expect(BareApp.lines("registration-off-main", in: code).count == count)
}

@Test(arguments: [
    ("import SwiftUI\n@main struct A: App { }\nfunc f() { x.registerForRemoteNotifications() }", 1),
    (
        "import SwiftUI\n@main struct A: App { @UIApplicationDelegateAdaptor var d: D }\n"
            + "func f() { x.registerForRemoteNotifications() }", 0
    ),
    (
        "import SwiftUI\n@main struct A: App { @WKApplicationDelegateAdaptor(D.self) var d }\n"
            + "func f() { x.registerForRemoteNotifications() }", 0
    ),
    ("import SwiftUI\n@main struct A: App { }", 0),
    (
        "import UIKit\n@main class A: UIResponder, UIApplicationDelegate {\n"
            + "func f() { x.registerForRemoteNotifications() } }", 0
    ),
])
func `a SwiftUI app that registers needs an adaptor`(code: String, count: Int) {
    #expect(BareApp.lines("app-delegate-adaptor-missing", in: code).count == count)
}

@Test(arguments: [("fatalError()", 1), ("print(error)", 0), ("log.fatalError(error)", 0)])
func `a registration failure that terminates the app is found`(body: String, count: Int) {
    let code = """
        class A: NSObject, UIApplicationDelegate {
        func application(
            _ a: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: Error
        ) { \(body) }
        }
        """
    #expect(BareApp.lines("registration-failure-traps", in: code).count == count)
}
