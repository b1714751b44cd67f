// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import Testing

/// A trait that, when a test fails, reports the events on the test's phones.
///
/// ```swift
/// @Suite(.phoneReport) struct Reminders { … }
/// ```
///
/// When a test records its first issue, the reports of all phones that the test has made so far are
/// added to the issue as comments. At the end of the test, the report of every phone is attached as
/// a text file (`swift test --attachments-path FOLDER` saves the files). A test that passes gets
/// neither comments nor an attachment.
public struct PhoneReport: TestTrait, SuiteTrait, TestScoping {
    /// The phones of the running test.
    @TaskLocal static var current: MadePhones?

    public var isRecursive: Bool { true }

    /// Provides a scope for each test case, but none for suites.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
        testCase == nil ? nil : self
    }

    public func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let phones = MadePhones()
        let handler = IssueHandlingTrait.compactMapIssues { issue in
            guard phones.takesFirstIssue() else { return issue }
            var issue = issue
            issue.comments += phones.all.map { Comment(rawValue: $0.description) }
            return issue
        }
        defer { phones.attachIfFailed() }
        try await handler.provideScope(for: test, testCase: testCase) {
            try await Self.$current.withValue(phones) { try await function() }
        }
    }
}

extension Trait where Self == PhoneReport {
    /// Reports the events on a test's phones when the test fails; see ``PhoneReport``.
    public static var phoneReport: Self { Self() }
}

/// The phones that one test case made.
final class MadePhones: Sendable {
    private struct State {
        var phones: [TestPhone] = []
        var hasIssue = false
    }

    private let state = Mutex(State())

    var all: [TestPhone] { state.withLock { $0.phones } }

    func add(_ phone: TestPhone) { state.withLock { $0.phones.append(phone) } }

    /// Records that an issue occurred. Returns `true` for the first issue.
    func takesFirstIssue() -> Bool {
        state.withLock { state in
            defer { state.hasIssue = true }
            return !state.hasIssue
        }
    }

    func attachIfFailed() {
        let phones = state.withLock { $0.hasIssue ? $0.phones : [] }
        for (index, phone) in phones.enumerated() {
            phone.attach(named: phones.count == 1 ? "phone.txt" : "phone-\(index + 1).txt")
        }
    }
}
