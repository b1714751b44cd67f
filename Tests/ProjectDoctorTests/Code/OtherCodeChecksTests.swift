// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

private let center = "UNUserNotificationCenter.current()"

private func category(_ name: String) -> String {
    "UNNotificationCategory(identifier: \"\(name)\", actions: [], intentIdentifiers: [])"
}

private let lateCategories: [(String, Int)] = [
    (
        "struct V: View { var body: some View { Text(\"\").onAppear {\n"
            + "\(center).setNotificationCategories([]) } } }", 1
    ),
    (
        "class V: UIViewController { override func viewDidLoad() {\n"
            + "\(center).setNotificationCategories([]) } }", 1
    ),
    (BareApp.delegate(launch: "\(center).setNotificationCategories([])"), 0),
    ("class M { func registerCategories() { \(center).setNotificationCategories([]) } }", 0),
    (
        BareApp.delegate(launch: "\(center).setNotificationCategories([])")
            + "\nclass V: UIViewController { override func viewDidLoad() {\n"
            + "\(center).setNotificationCategories([]) } }", 0
    ),
]

@Test(arguments: lateCategories)
func `categories that are registered late are found`(code: String, count: Int) {
    #expect(BareApp.lines("categories-late", in: code).count == count)
}

private let replacedCategories: [(String, Int)] = [
    (
        "func a() { c.setNotificationCategories([\(category("A"))]) }\n"
            + "func b() { c.setNotificationCategories([\(category("B"))]) }", 1
    ),
    (
        "func a() { c.setNotificationCategories([\(category("A"))]) }\n"
            + "func b() { c.setNotificationCategories([\(category("A")), \(category("B"))]) }", 0
    ),
    (
        "func a() { c.setNotificationCategories([\(category("A"))]) }\n"
            + "func b() { c.setNotificationCategories(all) }", 0
    ),
    (
        "func a() async { let old = await c.notificationCategories()\n"
            + "c.setNotificationCategories(old.union([\(category("A"))])) }\n"
            + "func b() { c.setNotificationCategories([\(category("B"))]) }", 0
    ),
    (
        "func a() { c.setNotificationCategories([]) }\n"
            + "func b() { c.setNotificationCategories([\(category("B"))]) }", 0
    ),
]

@Test(arguments: replacedCategories)
func `categories that replace others are found`(code: String, count: Int) {
    #expect(BareApp.lines("categories-replaced", in: code).count == count)
}

private let initializers: [(String, String, Int)] = [
    ("categorySummaryFormat: \"%u\", options: []", "", 1),
    ("hiddenPreviewsBodyPlaceholder: nil, categorySummaryFormat: \"%u\", options: []", "", 0),
    ("options: []", "", 0),
    (
        "categorySummaryFormat: \"%u\", options: []",
        "extension UNNotificationCategory { convenience init(identifier: String) {} }", 0
    ),
]

@Test(arguments: initializers)
func `an initializer that does not exist is found`(end: String, more: String, count: Int) {
    let code =
        "let c = UNNotificationCategory(identifier: \"A\", actions: [], "
        + "intentIdentifiers: [], \(end))\n\(more)"
    #expect(BareApp.lines("category-initializer-unknown", in: code).count == count)
}

private let summaries: [(String, String, Int)] = [
    ("content.summaryArgument = \"A\"", "17.0", 1), ("content.summaryArgumentCount = 2", "15.0", 1),
    ("content.summaryArgument = \"A\"", "14.0", 0), ("content.threadIdentifier = \"A\"", "17.0", 0),
]

@Test(arguments: summaries)
func `summary arguments are found`(statement: String, target: String, count: Int) {
    let code = "func f() { \(statement) }"
    #expect(
        BareApp.lines("summary-argument-deprecated", in: code, deploymentTarget: target).count
            == count)
}

private let badges: [(String, String, Int)] = [
    ("UIApplication.shared.applicationIconBadgeNumber = 0", "17.0", 1),
    ("application.applicationIconBadgeNumber += 1", "16.0", 1),
    ("UIApplication.shared.applicationIconBadgeNumber = 0", "15.0", 0),
    (
        "if #available(iOS 16, *) { c.setBadgeCount(0) } else { a.applicationIconBadgeNumber = 0 }",
        "16.0", 0
    ),
    ("c.setBadgeCount(0)", "17.0", 0),
]

@Test(arguments: badges)
func `the old badge property is found`(statement: String, target: String, count: Int) {
    let code = "func f() { \(statement) }"
    #expect(
        BareApp.lines("badge-number-deprecated", in: code, deploymentTarget: target).count == count)
}

private let outdatedCalls: [(String, Int)] = [
    ("let n = UILocalNotification()", 1), ("a.registerUserNotificationSettings(s)", 1),
    ("let c = NSUserNotificationCenter.default", 1),
    ("if #available(iOS 10, *) { new() } else { let n = UILocalNotification() }", 0),
    ("let n = UNMutableNotificationContent()", 0),
]

@Test(arguments: outdatedCalls)
func `an outdated call is found`(statement: String, count: Int) {
    let code = "func f() { \(statement) }"
    #expect(BareApp.lines("notification-api-outdated", in: code).count == count)
}

private let intervals: [(String, Int)] = [
    ("timeInterval: 30, repeats: true", 1), ("timeInterval: 0, repeats: false", 1),
    ("timeInterval: -5, repeats: false", 1), ("timeInterval: 59.9, repeats: true", 1),
    ("timeInterval: 60, repeats: true", 0), ("timeInterval: 0.1, repeats: false", 0),
    ("timeInterval: seconds, repeats: true", 0), ("timeInterval: 10 * 60, repeats: true", 0),
    ("timeInterval: 30, repeats: isDaily", 0),
]

@Test(arguments: intervals)
func `an interval that raises an exception is found`(arguments: String, count: Int) {
    let code = "let t = UNTimeIntervalNotificationTrigger(\(arguments))"
    #expect(BareApp.lines("trigger-interval-invalid", in: code).count == count)
}

private let hosts: [([String: String], Int)] = [
    (["Server/A.swift": "let h = \"https://api.push.apple.com\""], 1),
    (["Server/A.swift": "let h = \"https://api.push.apple.com/3/device/\\(token)\""], 1),
    (["Server/A.swift": "let h = \"api.sandbox.push.apple.com\""], 1),
    (["A.swift": "let h = isLive ? \"api.push.apple.com\" : \"api.sandbox.push.apple.com\""], 0),
    (
        [
            "A.swift": "let h = \"api.push.apple.com\"",
            "B.swift": "let s = \"api.development.push.apple.com\"",
        ],
        0
    ),
    (["A.swift": "let h = \"https://api.\\(sandbox)push.apple.com\""], 0),
    (["Tests/PushTests/A.swift": "let h = \"https://api.push.apple.com\""], 0),
    (["A.swift": "// https://api.push.apple.com\nlet a = 1"], 0),
]

@Test(arguments: hosts)
func `code that names only one of APNs' hosts is found`(files: [String: String], count: Int) {
    let found = BareApp.findings(files).filter { $0.rule == "apns-host-hard-coded" }
    #expect(found.count == count)
}

@Test func `a private key in code is found, and the finding does not show the key`() {
    let body = String(repeating: "bm90IGEga2V5", count: 16)
    let armor = "\"-----BEGIN PRIVATE KEY-----\\n\(body)\\n-----END PRIVATE KEY-----\""
    let code = { (literal: String) in ["Server/Key.swift": "let key = \(literal)"] }
    let rule = "signing-key-in-source"
    let found = BareApp.findings(code(armor)).filter { $0.rule == rule }
    #expect(found.count == 1)
    #expect(!found.description.contains("bm90"))
    for literal in [
        "\"-----BEGIN PRIVATE KEY-----\"", "\"-----BEGIN CERTIFICATE-----\\n\(body)\"",
        "\"-----BEGIN PRIVATE KEY-----\\n\\(base64)\\n-----END PRIVATE KEY-----\"", "\"\(body)\"",
    ] {
        #expect(!BareApp.findings(code(literal)).contains { $0.rule == rule })
    }
    let test = BareApp.findings(["Tests/KeyTests/Key.swift": "let key = \(armor)"])
    #expect(!test.contains { $0.rule == rule })
}

private func calls(_ body: String) -> String {
    """
    import PushKit
    class Calls: NSObject, PKPushRegistryDelegate {
    func start() { registry.desiredPushTypes = [.voIP] }
    func pushRegistry(
        _ r: PKPushRegistry, didReceiveIncomingPushWith p: PKPushPayload, for t: PKPushType,
        completion: @escaping () -> Void
    ) { \(body) }
    }
    """
}

private let calledPushes: [(String, Int)] = [
    (calls("completion()"), 1),
    (calls("provider.reportNewIncomingCall(with: id, update: u) { _ in completion() }"), 0),
    (calls("callKit.reportIncoming(p); completion()"), 0),
    (calls("completion()").replacing(".voIP", with: ".fileProvider"), 0),
    ("import TwilioVoice\n" + calls("TwilioVoiceSDK.handle(p)"), 0),
]

@Test(arguments: calledPushes)
func `a VoIP push without a reported call is found`(code: String, count: Int) {
    #expect(BareApp.lines("voip-call-not-reported", in: code).count == count)
}

private let activityTokens: [(String, Int)] = [
    ("try Activity.request(attributes: a, content: c, pushType: .token)", 1),
    (
        "let x = try Activity.request(attributes: a, content: c, pushType: .token)\n"
            + "for await t in x.pushTokenUpdates { send(t) }", 0
    ),
    ("try Activity.request(attributes: a, content: c, pushType: nil)", 0),
    ("try Activity.request(attributes: a, content: c)", 0),
    ("try Activity.request(attributes: a, content: c, pushType: .channel(id))", 0),
    (
        "let x = try Activity.request(attributes: a, content: c, pushType: .token)\n"
            + "send(x.pushToken)", 0
    ),
]

@Test(arguments: activityTokens)
func `a Live Activity whose token is never read is found`(body: String, count: Int) {
    let code = "func f() async throws {\n\(body)\n}"
    #expect(BareApp.lines("live-activity-token-ignored", in: code).count == count)
}

@Test func `invalid code and unusual files do not stop the examination`() {
    for code in [
        "", "class A {", "func f( {{{ \"", "\u{FEFF}import UIKit", "}}}}", "#if\nlet a = \"\\(\"",
        "x.delegate = ", "UNNotificationCategory(", String(repeating: "[", count: 300),
        "@main struct A: App { var body: some Scene { WindowGroup { HomeView().onAppear {",
    ] {
        _ = BareApp.findings(["App/A.swift": code])
    }
}
