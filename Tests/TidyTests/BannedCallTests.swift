// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A call that the project does not use, and what to use instead.
private struct BannedCall: Sendable {
    let call: String
    let replacement: String
    /// The paths of files that may use the call, for instance because they are the replacement.
    var exceptIn: [String] = []
    /// Whether tests may use the call.
    var allowedInTests = false
}

private let bannedCalls = [
    BannedCall(
        call: "Date()", replacement: "TimeSource.now, or a date given as a parameter",
        exceptIn: ["Sources/APNSWire/Vocabulary/TimeSource.swift"], allowedInTests: true),
    BannedCall(call: "Date.now", replacement: "TimeSource.now", allowedInTests: true),
    BannedCall(call: "Task.sleep", replacement: "TimeSource.sleep(for:), or VirtualClock in tests"),
    BannedCall(
        call: "Thread.sleep", replacement: "TimeSource.sleep(for:), or VirtualClock in tests"),
    BannedCall(call: "usleep(", replacement: "TimeSource.sleep(for:), or VirtualClock in tests"),
    BannedCall(
        call: "print(", replacement: "a logger; the command-line tool has Console",
        // A method of that name, which prints through Console.
        exceptIn: ["Sources/bellhop/Commands/Device/"], allowedInTests: true),
    BannedCall(call: "try!", replacement: "try, with an error that says what to do"),
    BannedCall(call: "fatalError(", replacement: "an error; callers' data never traps"),
    BannedCall(
        call: "@unchecked Sendable", replacement: "Mutex, an actor or a value",
        // Apple's class hierarchies, and code as apps write it; the reason is documented at each
        // type.
        exceptIn: [
            "Sources/OpenUserNotifications/", "Tests/BellhopTestingTests/Guide/",
            "Tests/OpenUserNotificationsTests/Phone/OtherFrameworksTests.swift",
            // iOS 17 has no Mutex; handlers of Apple's frameworks cross actors.
            "Sources/BellhopKit/App/Guarded.swift", "Sources/BellhopKit/App/CompletionOnce.swift",
            "Sources/BellhopKit/ServiceExtension/UncheckedTransfer.swift",
        ]),
    BannedCall(call: "nonisolated(unsafe)", replacement: "Mutex, an actor or a value"),
    BannedCall(call: "XCTest", replacement: "Swift Testing"),
    BannedCall(
        call: "Process()",
        replacement: "swift-subprocess: Foundation's Process hands children a blocked signal mask",
        // The example runs curl once, which ends by itself and does not need signals.
        exceptIn: ["Tests/BellhopTestingTests/Guide/GuideOwnSender.swift"]),
    BannedCall(
        call: ".socketOption(.tcp_",
        replacement: "tcpOption: TCP_NODELAY's number is SO_DEBUG's at the socket's level"),
    BannedCall(
        call: "_read {",
        replacement: "get: debug builds of Swift 6.3 end the coroutine, then read the value"),
    BannedCall(
        call: "flock(", replacement: "FileLock of LocalSystem",
        exceptIn: ["Sources/LocalSystem/FileLock.swift"], allowedInTests: true),
    BannedCall(
        call: "JSONSerialization", replacement: "JSONReader and JSONWriter",
        exceptIn: ["Benchmarks/"], allowedInTests: true),
    BannedCall(
        call: "URLSession", replacement: "AsyncHTTPClient",
        // Apps have URLSession and must not take a server's packages for a few requests.
        exceptIn: [
            "Sources/BellhopKit/Backend/", "Sources/BellhopKit/ServiceExtension/Media/",
        ], allowedInTests: true),
]

private let files = SourceFile.all.filter { !$0.path.hasPrefix("Tests/TidyTests/") }

@Test func `a file uses no banned call`() {
    for file in files {
        for banned in bannedCalls where file.mentions(banned.call) {
            guard
                !(file.isTest && banned.allowedInTests),
                !banned.exceptIn.contains(where: { file.path.hasPrefix($0) })
            else { continue }
            for (number, text) in file.code
            where text.mentions(banned.call) && !isPartOfLongerName(banned.call, in: text) {
                Issue.record(
                    "\(file.path):\(number) uses \(banned.call); use \(banned.replacement) instead")
            }
        }
    }
}

/// Whether a call is only the end of another name, as `print(` in `blueprint(`.
private func isPartOfLongerName(_ call: String, in text: String) -> Bool {
    guard call.first?.isLetter == true, let range = text.range(of: call),
        range.lowerBound > text.startIndex
    else { return false }
    let before = text[text.index(before: range.lowerBound)]
    return before.isLetter || before.isNumber || before == "_"
}

@Test func `the checker ignores comments and strings, and finds code`() {
    let file = SourceFile(
        path: "Sources/X/Y.swift",
        lines: ["let a = Date() // Date()", "let b = \"Date()\"", "// Date()", "let c = 1"])
    #expect(file.code.map { $0.text.contains("Date()") } == [true, false, false, false])
}

@Test(arguments: ["TODO", "FIXME", "XXX"])
func `a file has no note about unfinished work`(word: String) {
    for file in files where file.mentions(word) {
        for (index, line) in file.lines.enumerated() where line.mentions(word) {
            if line.split(whereSeparator: { !$0.isLetter }).contains(where: { $0 == word }) {
                Issue.record(
                    "\(file.path):\(index + 1) says \(word); finish it or leave it out")
            }
        }
    }
}
