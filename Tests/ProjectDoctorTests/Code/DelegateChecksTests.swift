// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

private let center = "UNUserNotificationCenter.current()"
private let conformance = "}\nextension AppDelegate: UNUserNotificationCenterDelegate {"

private let missingDelegates: [(String, String, Int)] = [
    ("\(center).delegate = self", conformance, 0),
    ("let c = \(center)\nc.delegate = self", conformance, 0),
    ("setUp()", "func setUp() { notificationCenter.delegate = self }" + conformance, 0),
    ("", conformance, 1),
    ("session.delegate = self", conformance, 1),
    ("", conformance + "}\nextension UNUserNotificationCenter { func f() { delegate = d }", 0),
    ("", conformance + "}\nextension Session { func f() { self.delegate = d }", 1),
    ("", "", 0),
]

@Test(arguments: missingDelegates)
func `a delegate that is never assigned to the center is found`(
    launch: String, members: String, count: Int
) {
    let code = BareApp.delegate(launch: launch, members)
    #expect(BareApp.lines("delegate-missing", in: code).count == count)
}

private let lateDelegates: [(String, Int)] = [
    (
        "struct V: View { var body: some View { a.onAppear {\n\(center).delegate = d } } }",
        1
    ),
    ("struct V: View { var body: some View { a.task {\n\(center).delegate = d } } }", 1),
    ("struct V: View { init() {\n\(center).delegate = d } }", 1),
    ("class V: UIViewController { override func viewDidLoad() {\n\(center).delegate = d } }", 1),
    (
        "class V: BaseViewController { override func viewDidAppear(_ a: Bool) {\n"
            + "\(center).delegate = d } }", 1
    ),
    (
        "class D: UIResponder, UIApplicationDelegate {\n"
            + "func applicationDidBecomeActive(_ a: App) {\n\(center).delegate = self } }",
        1
    ),
    (BareApp.delegate(launch: "Task {\n\(center).delegate = self }"), 1),
    (BareApp.delegate(launch: "DispatchQueue.main.async {\n\(center).delegate = self }"), 1),
    (
        BareApp.delegate(
            launch:
                "\(center).requestAuthorization(options: o) { a in\n\(center).delegate = self }"),
        1
    ),
    (BareApp.delegate(launch: "\(center).delegate = self"), 0),
    ("struct A: App { init() { \(center).delegate = d } }", 0),
    ("class M: NSObject { override init() { super.init(); \(center).delegate = self } }", 0),
    ("class M: NSObject { func start() { \(center).delegate = self } }", 0),
    (
        "struct V: View { var body: some View { a.onAppear {\n\(center).delegate = nil } } }",
        0
    ),
    ("struct V: View { var body: some View { a.onAppear { map.delegate = d } } }", 0),
]

@Test(arguments: lateDelegates)
func `a delegate that is set late is found`(code: String, count: Int) {
    #expect(BareApp.lines("delegate-late", in: code).count == count)
}

@Test func `a delegate that is set at launch may be set again later`() {
    let code =
        BareApp.delegate(launch: "\(center).delegate = self")
        + "\nclass V: UIViewController { override func viewDidLoad() {\n\(center).delegate = d } }"
    #expect(BareApp.lines("delegate-late", in: code) == [])
}

private let temporaryDelegates: [(String, Int)] = [
    ("\(center).delegate = Handler()", 1),
    ("let handler = Handler()\n\(center).delegate = handler", 1),
    ("let handler = Handler()\nself.handler = handler\n\(center).delegate = handler", 0),
    ("let handler = Handler()\n\(center).delegate = handler\nuse(handler)", 0),
    ("\(center).delegate = Handler.shared", 0),
    ("\(center).delegate = handler", 0),
    ("\(center).delegate = makeHandler()", 0),
    ("\(center).delegate = Keeper()", 0),
    ("\(center).delegate = Unknown()", 0),
]

@Test(arguments: temporaryDelegates)
func `a delegate that nothing retains is found`(launch: String, count: Int) {
    let code =
        BareApp.delegate(launch: launch)
            + """

            class Handler: NSObject, UNUserNotificationCenterDelegate {}
            class Keeper: NSObject { override init() { super.init(); all.append(self) } }
            """
    #expect(BareApp.lines("delegate-temporary", in: code).count == count)
}

private func present(_ body: String, isAsync: Bool = true) -> String {
    """
    class D: NSObject, UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification\
    \(isAsync ? ") async -> UNNotificationPresentationOptions"
        : ",\nwithCompletionHandler done: @escaping (UNNotificationPresentationOptions) -> Void)") {
    \(body)
    }
    }
    """
}

private let banners: [(String, Int)] = [
    (present("[.banner, .sound]"), 1), (present("return [.banner]"), 1),
    (present("return .banner"), 1), (present("done([.banner])", isAsync: false), 1),
    (present("if a { return [.banner] }\nreturn [.banner, .list]"), 1),
    (present("[.banner, .list, .sound]"), 0), (present("[]"), 0), (present("[.list]"), 0),
    (present("return options"), 0), (present("done([.list, .banner])", isAsync: false), 0),
    (present("use([.banner])\nreturn []"), 0),
    (present("done([[.banner, .sound]])", isAsync: false), 1),
    (present("done([[.banner], .list])", isAsync: false), 0),
]

@Test(arguments: banners)
func `the option banner without list is found`(code: String, count: Int) {
    #expect(BareApp.lines("foreground-banner-without-list", in: code).count == count)
}

private let oldOptions: [(String, String, Int)] = [
    ("[.alert, .sound]", "17.0", 1), ("[.banner, .list]", "17.0", 0), ("[.alert]", "13.0", 0),
    ("if #available(iOS 14, *) { return [.banner, .list] } else { return [.alert] }", "17.0", 0),
    ("if #available(iOS 14, *) { return [.banner, .list] }\nreturn [.alert]", "17.0", 0),
    ("guard #available(iOS 14, *) else { return [.alert] }\nreturn [.banner, .list]", "17.0", 0),
]

@Test(arguments: oldOptions)
func `the option alert is found unless the code also runs before iOS 14`(
    body: String, target: String, count: Int
) {
    let found = BareApp.lines(
        "foreground-option-deprecated", in: present(body), deploymentTarget: target)
    #expect(found.count == count)
}

private let ask = "\(center).requestAuthorization(options: [.alert]) { ok, _ in use(ok) }"

private let foregrounds: [(String, Int)] = [
    ("func f() { \(ask) }", 1),
    ("func f() { \(ask) }\n" + present("[.banner, .list]"), 0),
    ("func f() { \(ask) }\n" + present("done([])", isAsync: false), 0),
    ("func f() { x.registerForRemoteNotifications() }", 0),
    ("import BellhopKit\nfunc f() { \(ask) }", 0),
    ("import FirebaseMessaging\nfunc f() { \(ask) }", 1),
]

@Test(arguments: foregrounds)
func `an app that requests permission but has no foreground presentation is found`(
    code: String, count: Int
) {
    #expect(BareApp.lines("foreground-presentation-missing", in: code).count == count)
}

@Test(arguments: [
    ("self", ["AppDelegate does not implement willPresent"]), ("D()", []),
])
func `only the center's delegate can present notifications in the foreground`(
    delegate: String, expected: [String]
) {
    let app = BareApp.delegate(launch: "\(center).delegate = \(delegate)\n\(ask)", conformance)
    let rule = "foreground-presentation-missing"
    let code = present("[.banner, .list]") + "\n" + app
    let found = BareApp.findings(["App/A.swift": code], rule: rule).filter { $0.rule == rule }
    #expect(found.map(\.message) == expected)
}

private func respond(_ body: String) -> String {
    """
    class D: NSObject, UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler done: @escaping () -> Void
    ) {
    \(body)
    }
    }
    """
}

private let responses: [(String, [Severity])] = [
    ("open(response)", [Severity.error]),
    ("if a { done() }", [.warning]),
    ("guard let id = id(response) else { return }\nopen(id)\ndone()", [.warning]),
    ("defer { done() }\nopen(response)", []),
    ("router.handle(response, done)", []),
    ("Task { await open(response)\ndone() }", []),
    ("super.userNotificationCenter(center, didReceive: response, withCompletionHandler: done)", []),
    ("switch response.actionIdentifier { case \"A\": open(response)\ndefault: break }\ndone()", []),
]

@Test(arguments: responses)
func `a response's completion handler that is not called on every path is found`(
    body: String, expected: [Severity]
) {
    let found = BareApp.findings(["App/A.swift": respond(body)])
        .filter { $0.rule == "response-completion-not-called" }
    #expect(found.map(\.severity) == expected)
}

private let assignments: [(String, String, Int)] = [
    ("\(center).delegate = self", "", 0),
    ("\(center).delegate = self", "func stop() { \(center).delegate = nil }", 0),
    ("\(center).delegate = Other()", "class Other: NSObject {}", 0),
    ("\(center).delegate = D()", "", 1),
    ("\(center).delegate = E()", "class E: D {}", 1),
    ("\(center).delegate = Unknown()", "", 1),
    ("\(center).delegate = handler", "", 1),
    ("", "", 1),
    ("\(center).delegate = self", "extension D { func f() { \(center).delegate = self } }", 1),
    (
        "\(center).delegate = self",
        "extension D: P {}\nprotocol P {}\nextension P { func f() { \(center).delegate = self } }",
        1
    ),
    ("\(center).delegate = self", "func f() { d.userNotificationCenter?(c, didReceive: r) }", 1),
    ("\(center).delegate = self", "import OneSignal", 1),
    (
        "\(center).delegate = self",
        "extension UNUserNotificationCenter { func f() { delegate = D.shared } }", 1
    ),
    (
        "\(center).delegate = self",
        "extension UNUserNotificationCenter { func f() { self.delegate = D() } }", 1
    ),
    (
        "\(center).delegate = self",
        "extension UNUserNotificationCenter: P { }\nextension P { func f() { delegate = d } }", 1
    ),
    ("\(center).delegate = self", "func f() { setUp { c in c.delegate = D.shared } }", 1),
    ("\(center).delegate = self", "func f() { setUp { c in c.delegate = D() } }", 1),
    ("\(center).delegate = self", "func f() { setUp { c in c.delegate = A() } }\nclass A {}", 0),
    ("\(center).delegate = self", "class A { init(d: P) { self.delegate = d } }", 0),
    ("\(center).delegate = self", "func f(s: Session?) { s?.delegate = d }", 0),
    ("\(center).delegate = self", "let s = Session()\nfunc f() { s.delegate = d }", 0),
    ("\(center).delegate = self", "func f<C>(c: C) { c.delegate = d }", 1),
    (
        "\(center).delegate = self",
        "func f(s: Session) { if let s = all.first { s.delegate = d } }", 1
    ),
    ("\(center).delegate = self", "func f() { mapView.delegate = context.coordinator }", 0),
    ("", "func f() { c.delegate = A() }\nclass A {}", 1),
    ("", "class DataCenter { func f() { delegate = self } }", 1),
]

@Test(arguments: assignments)
func `a delegate's methods are examined only if the center may call them`(
    launch: String, more: String, count: Int
) {
    let app = BareApp.delegate(launch: launch) + "\n" + more + "\n"
    let rule = "response-completion-not-called"
    #expect(BareApp.lines(rule, in: app + respond("open(response)")).count == count)
    let banner = "foreground-banner-without-list"
    #expect(BareApp.lines(banner, in: app + present("[.banner]")).count == count)
    let silent = app + present("refresh()", isAsync: false)
    #expect(BareApp.lines("presentation-completion-not-called", in: silent).count == count)
}

@Test func `a delegate may inherit the assignment from a superclass`() {
    let files = [
        "App/A.swift": BareApp.delegate(launch: "\(center).delegate = self"),
        "App/B.swift": respond("open(response)").replacing("class D: NSObject", with: "class D: B"),
        "App/C.swift": "class B: AppDelegate {}",
    ]
    let rule = "response-completion-not-called"
    #expect(BareApp.findings(files, rule: rule).count { $0.rule == rule } == 1)
}

@Test func `a completion handler with the name _ is reported as discarded`() {
    let code = respond("").replacing("Handler done", with: "Handler _")
    let rule = "response-completion-not-called"
    let found = BareApp.findings(["App/A.swift": code], rule: rule).filter { $0.rule == rule }
    #expect(found.map(\.message) == ["the method discards its completion handler"])
}

@Test func `handlers of background pushes and of presentations have rules of their own`() {
    let background = """
        class D: NSObject, UIApplicationDelegate {
        func application(
            _ a: UIApplication, didReceiveRemoteNotification u: [AnyHashable: Any],
            fetchCompletionHandler done: @escaping (UIBackgroundFetchResult) -> Void
        ) { refresh() }
        }
        """
    #expect(BareApp.lines("background-completion-not-called", in: background).count == 1)
    let code = present("refresh()", isAsync: false)
    #expect(BareApp.lines("presentation-completion-not-called", in: code).count == 1)
}

@Test func `two variants of a method are found if they are in one class and unconditional`() {
    let second = """
        extension D {
        func userNotificationCenter(
            _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
        ) async {}
        }
        """
    let first = respond("done()")
    let rule = "delegate-method-twice"
    #expect(BareApp.lines(rule, in: first + "\n" + second).count == 1)
    #expect(BareApp.lines(rule, in: first) == [])
    #expect(
        BareApp.lines(rule, in: first + "\n#if os(watchOS)\n" + second + "\n#endif") == [])
    #expect(
        BareApp.lines(rule, in: first + "\n" + second.replacing("extension D", with: "class E"))
            == [])
}

@Test func `a missing presentation method is a warning in an app with push, otherwise a note`() {
    let severities = { (code: String) in
        BareApp.findings(["App/A.swift": code])
            .filter { $0.rule == "foreground-presentation-missing" }.map(\.severity)
    }
    #expect(severities("func f() { \(ask) }") == [.note])
    #expect(
        severities("func f() { \(ask)\nx.registerForRemoteNotifications() }") == [.warning])
}
