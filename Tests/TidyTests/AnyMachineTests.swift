// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Testing

// The result of a test depends neither on how fast or busy the machine is nor on where the project
// is on its disk.

@Test func `a time limit of a test ends only what hangs`() {
    for file in SourceFile.all where file.isTest && file.mentions(".timeLimit(") {
        for (number, text) in file.code where text.mentions(".timeLimit(") {
            #expect(
                text.contains(".timeLimit(.minutes(30))"),
                "\(file.path):\(number): use .timeLimit(.minutes(30)); no machine needs longer")
        }
    }
}

@Test func `a test waits for a condition, not for a number of yields`() {
    for file in SourceFile.all where file.isTest && file.mentions("Task.yield()") {
        var before = ""
        for (number, text) in file.code {
            defer { before = text }
            guard text.mentions("Task.yield()") else { continue }
            // A single yield to the code under test is permitted.
            let loop = before.hasSuffix("{") ? before + text : text
            #expect(
                !loop.contains("0..<") && !loop.contains("1..."),
                "\(file.path):\(number): loop until the condition holds or the task is cancelled")
        }
    }
}

@Test func `the path of a file is never percent-encoded`() {
    for file in SourceFile.all where file.mentions(".path()") {
        // The folder of these tests has a method of that name, which encodes nothing.
        guard !file.path.hasPrefix("Tests/BellhopGatewayTests/") else { continue }
        for (number, text) in file.code where text.mentions(".path()") {
            Issue.record(
                "\(file.path):\(number): use .path(percentEncoded: false), or spaces become %20")
        }
    }
}
