// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Explain
import Foundation
import Testing

/// One explanation whose text is stored in `Golden`.
struct GoldenCase: Sendable, CustomTestStringConvertible {
    let name: String
    let file: String
    let isMatrix: Bool
    let header: @Sendable (inout ExplainedPush) -> Void
    let edit: @Sendable (inout Scenario) -> Void

    var testDescription: String { name }

    init(
        _ name: String, _ file: String, isMatrix: Bool = false,
        _ edit: @escaping @Sendable (inout Scenario) -> Void = { _ in },
        header: @escaping @Sendable (inout ExplainedPush) -> Void = { _ in }
    ) {
        self.name = name
        self.file = file
        self.isMatrix = isMatrix
        self.header = header
        self.edit = edit
    }

    static let all: [GoldenCase] = [
        GoldenCase("message", "message"),
        GoldenCase("message-foreground", "message") { $0.state = .foreground },
        GoldenCase("message-foreground-nothing", "message") {
            $0.state = .foreground
            $0.presentation = []
        },
        GoldenCase("message-denied", "message") { $0.permission = .denied },
        GoldenCase("message-provisional", "message") { $0.permission = .provisional },
        GoldenCase("message-focus", "message") { $0.focusName = "Work" },
        GoldenCase("message-summary-muted", "message") {
            $0.isInSummary = true
            $0.isMuted = true
        },
        GoldenCase("message-offline", "message") { $0.isOnline = false },
        GoldenCase("message-previews-never", "message") { $0.previews = .never },
        GoldenCase("message-as-background", "message", header: { $0.pushType = .background }),
        GoldenCase("time-sensitive-focus", "time-sensitive") { $0.focusName = "Work" },
        GoldenCase("critical-muted", "critical") {
            $0.isMuted = true
            $0.focusName = "Sleep"
        },
        GoldenCase("silent", "silent-refresh") { $0.state = .terminated },
        GoldenCase("silent-force-quit", "silent-refresh") { $0.state = .forceQuit },
        GoldenCase("silent-low-power", "silent-refresh") { $0.isLowPower = true },
        GoldenCase("silent-urgent", "silent-refresh", header: { $0.priority = .immediate }),
        GoldenCase("rich-media-hangs", "rich-media") { $0.serviceExtension = .does(.hangs) },
        GoldenCase("rich-media-no-extension", "rich-media") {
            $0.serviceExtension = Scenario.ServiceExtension.none
        },
        GoldenCase("live-activity-start", "live-activity-start"),
        GoldenCase("live-activity-update", "live-activity-update") { $0.isLocked = false },
        GoldenCase("message-matrix", "message", isMatrix: true),
        GoldenCase("album-matrix", "alert-with-content-available", isMatrix: true),
    ]
}

private let goldenFolder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Golden")

/// Whether the files are written again. The tests then fail, so that recording cannot stay enabled.
private let isRecording = ProcessInfo.processInfo.environment["BELLHOP_RECORD_GOLDEN"] == "1"

@Test(arguments: GoldenCase.all)
func `an explanation matches its golden file`(golden: GoldenCase) throws {
    var push = try ExplainFixture.example(golden.file)
    golden.header(&push)
    var scenario = Scenario()
    golden.edit(&scenario)
    try scenario.validate(isMatrix: golden.isMatrix)
    let now = ExplainFixture.now
    let text =
        golden.isMatrix
        ? try ExplanationMatrix(of: push, in: scenario, now: now).text()
        : try Explanation(of: push, in: scenario, now: now).text()
    let file = goldenFolder.appending(path: golden.name + ".txt")
    if isRecording {
        try Data((text + "\n").utf8).write(to: file)
        Issue.record("wrote \(golden.name).txt; read it, then run without BELLHOP_RECORD_GOLDEN")
        return
    }
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(text + "\n" == expected)
}

@Test func `every golden file has a test case`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: goldenFolder.path)
        .filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) }
    #expect(Set(names) == Set(GoldenCase.all.map(\.name)))
}
