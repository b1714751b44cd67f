// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopTesting
import Foundation
import Synchronization
import Testing

/// A delegate with mistakes that no compiler finds, because Apple's methods are optional.
@MainActor
private final class SlippedDelegate: NSObject, UIApplicationDelegate,
    UNUserNotificationCenterDelegate
{
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        UNUserNotificationCenter.current().delegate = self
        application.registerForRemoteNotifications()
        return true
    }

    func application(
        _ application: UIApplication,
        didRegisterForRemoteNotificationWithDeviceToken deviceToken: Data
    ) {}

    func application(
        _ application: UIApplication, didReceiveRemoteNotifications userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) { completionHandler(.newData) }

    // The name is right, but Apple's method takes a UNNotification.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotificationContent,
        withCompletionHandler completionHandler:
            @escaping (UNNotificationPresentationOptions) -> Void
    ) { completionHandler(.banner) }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceiveResponse response: UNNotificationResponse
    ) async {}
}

/// Never calls its content handler, not even when its time expires.
private final class HungExtension: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {}

    override func serviceExtensionTimeWillExpire() {}
}

/// The phone helps with mistakes of tests and of app code.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct MistakeTests {
    private func phone(
        _ app: TestApp, patience: Duration = .milliseconds(100)
    ) async throws -> (TestPhone, AppUnderTest) {
        let phone = try await TestPhone(patience: patience)
        let installed = try await phone.install(app)
        try await phone.setPermission(.authorized, for: installed)
        try await phone.launch(installed)
        return (phone, installed)
    }

    /// The error that some code throws. `#expect(throws:)` cannot be used, because in its closure
    /// `#line` counts the lines of the macro's expansion.
    private func caught<Failure: Error>(
        _ type: Failure.Type, _ body: () async throws -> some Any
    ) async -> Failure? {
        do { _ = try await body() } catch { return error as? Failure }
        return nil
    }

    private var plain: TestApp {
        var app = TestApp("com.example.chat")
        app.launch = { UIApplication.shared.registerForRemoteNotifications() }
        return app
    }

    #if os(Linux)
    @Test func `the trace of a silent push names the delegate method that was probably meant`()
        async throws
    {
        let (phone, app) = try await phone(TestApp("com.example.chat") { SlippedDelegate() })
        try await phone.goHome()
        let arrival = try await phone.push(#"{"aps":{"content-available":1}}"#)
        let phrase =
            "application(_:didReceiveRemoteNotification:fetchCompletionHandler:) is not "
            + "implemented, but "
            + "application(_:didReceiveRemoteNotifications:fetchCompletionHandler:) looks like it"
        #expect(arrival?.summary.hasSuffix(" Note: \(phrase).") == true, "\(phone)")
        #expect(phone.arrivals.first?.summary == arrival?.summary)
        #expect(app.trace.last?.detail?.contains(phrase) == true)
    }

    @Test func `the summary names a method that has Apple's name but different types`() async throws
    {
        let (phone, _) = try await phone(TestApp("com.example.chat") { SlippedDelegate() })
        let arrival = try await phone.push(#"{"aps":{"alert":"Hello"}}"#)
        #expect(
            arrival?.summary == """
                The app was in the foreground and has no willPresent, so nothing was shown (FG-1). \
                Note: userNotificationCenter(_:willPresent:withCompletionHandler:) is not \
                implemented: the method with this name has different types from Apple's method.
                """)
    }

    @Test func `the trace also names misspelled methods for tokens and taps`() async throws {
        let (phone, app) = try await phone(TestApp("com.example.chat") { SlippedDelegate() })
        let registered = app.trace.last { $0.name.contains("didRegisterFor") }
        #expect(
            registered?.detail?.hasSuffix(
                "but application(_:didRegisterForRemoteNotificationWithDeviceToken:) looks like it")
                == true, "\(phone)")
        try await phone.lock()
        try await phone.push(#"{"aps":{"alert":"Hello"}}"#)
        try await phone.tap()
        let tapped = app.trace.last { $0.name.contains("didReceive:") }
        #expect(
            tapped?.detail?.hasSuffix(
                "but userNotificationCenter(_:didReceiveResponse:) looks like it") == true,
            "\(phone)")
    }
    #endif

    @Test func `an extension that hangs is reported after the process has been idle`()
        async throws
    {
        var app = plain
        app.serviceExtension = { HungExtension() }
        let (phone, _) = try await phone(app)
        try await phone.lock()
        let start = phone.clock.now
        let arrival = try await phone.push(#"{"aps":{"alert":"Hi","mutable-content":1}}"#)
        #expect(
            arrival?.summary.contains("the service extension hung: it did not call its content")
                == true, "\(phone)")
        #expect(phone.screen.lockScreen.map(\.body) == ["Hi"])
        #expect(phone.clock.now.timeIntervalSince(start) == 30)
    }

    @Test func `a push that is not JSON throws an error with line and column, and is not sent`()
        async throws
    {
        let (phone, app) = try await phone(plain)
        let line = #line + 2
        let error = await caught(TestPhoneError.self) {
            try await phone.push("{\"aps\":\n {\"alert\":\"Hello\"}", to: app)
        }
        #expect(error?.sourceLocation.line == line)
        #expect(error?.sourceLocation.fileID.hasSuffix("MistakeTests.swift") == true)
        let text = try #require(error).description
        #expect(text.contains("MistakeTests.swift:\(line)"), "\(text)")
        #expect(text.contains("the payload is not JSON: line 2, column 19: "), "\(text)")
        #expect(phone.apns.log.isEmpty)

        // A test that is about an invalid payload can send it.
        try await phone.push("{\"aps\":", to: app, check: .nothing)
        #expect(phone.apns.log.count == 1)
    }

    @Test func `a payload in which lint finds an error is reported at the line that sends it`()
        async throws
    {
        let (phone, app) = try await phone(plain)
        let found = Mutex<[Issue]>([])
        let line = Mutex(0)
        let handler = IssueHandlingTrait.compactMapIssues { issue in
            found.withLock { $0.append(issue) }
            return nil
        }
        let test = try #require(Test.current)
        try await handler.provideScope(for: test, testCase: Test.Case.current) {
            line.withLock { $0 = #line + 1 }
            try await phone.push(#"{"aps":{"alert":"Hi","badge":"five"}}"#, to: app)
            try await phone.push(
                #"{"aps":{"alert":"Hi","badge":"five"}}"#, to: app, check: .nothing)
        }
        let issues = found.withLock { $0 }
        #expect(issues.count == 1)
        let issue = try #require(issues.first)
        #expect(issue.sourceLocation?.line == line.withLock { $0 })
        let text = "lint found an error in this payload: line 1, column"
        #expect("\(issue)".contains(text), "\(issue)")
        #expect(phone.apns.log.count == 2, "both pushes are sent")
    }

    @Test func `errors of the phone and of APNs contain the line of the test`()
        async throws
    {
        let (phone, app) = try await phone(plain)
        var line = #line + 1
        let nothing = await caught(TestPhoneError.self) { try await phone.tap() }
        #expect(nothing?.code == .nothingToTap)
        #expect(nothing?.sourceLocation.line == line)

        line = #line + 2
        let missing = await caught(TestPhoneError.self) {
            try await phone.perform(.launch(bundleID: "com.example.other"))
        }
        #expect(missing?.sourceLocation.line == line)
        #expect(missing?.description.contains("com.example.other") == true)

        let long = "{\"a\":\"\(String(repeating: "x", count: 5000))\"}"
        line = #line + 2
        let refused = await caught(PushRejected.self) {
            try await phone.push(long, to: app, check: .nothing)
        }
        #expect(refused?.status == 413)
        #expect(refused?.sourceLocation.line == line)
    }

    @Test func `the log of APNs prints one line for each request`() async throws {
        let (phone, app) = try await phone(plain)
        #expect("\(phone.apns.log)" == "no requests")
        try await phone.push(#"{"aps":{"alert":"Secret text"}}"#)
        try await phone.push(#"{"aps":{"content-available":1}}"#)
        let lines = "\(phone.apns.log)".split(separator: "\n")
        #expect(lines.count == 2)
        #expect(
            lines.first?.hasPrefix("2026-01-01T00:00:00Z  200  alert to com.example.chat (")
                == true, "\(lines)")
        #expect(lines.last?.contains("background to com.example.chat") == true, "\(lines)")
        let token = try #require(app.token).hex
        #expect(!lines.joined().contains(token) && !lines.joined().contains("Secret text"))
    }

    @Test func `a phone prints a report that helps to find why a test failed`() async throws {
        let (phone, _) = try await phone(plain)
        try await phone.lock()
        try await phone.push(#"{"aps":{"alert":"Hello"}}"#)
        let text = "\(phone)"
        for part in [
            "Screen\n  locked\n  notification: Hello", "Arrivals, newest first\n  2026-01-01",
            "A banner appeared on the Lock Screen: “Hello”.", "App code, oldest first\n",
            "APNs, oldest first\n",
        ] { #expect(text.contains(part), "\(part) is missing in:\n\(text)") }
    }

    @Test func `a failed test has one report of its phone, and a test that passes has none`()
        async throws
    {
        let found = Mutex<[Issue]>([])
        let outer = IssueHandlingTrait.compactMapIssues { issue in
            found.withLock { $0.append(issue) }
            return nil
        }
        let test = try #require(Test.current)
        let testCase = Test.Case.current
        try await outer.provideScope(for: test, testCase: testCase) {
            try await PhoneReport.phoneReport.provideScope(for: test, testCase: testCase) {
                let phone = try await TestPhone()
                try await phone.lock()
                Issue.record("first")
                Issue.record("second")
            }
            try await PhoneReport.phoneReport.provideScope(for: test, testCase: testCase) {
                _ = try await TestPhone()
            }
        }
        let comments = found.withLock { $0.map { $0.comments.map(\.rawValue) } }
        #expect(comments.count == 2)
        #expect(comments.first?.contains { $0.hasPrefix("Screen\n  locked") } == true)
        #expect(comments.last == ["second"])
    }
}
