// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import LocalSystem
import ServiceLifecycle
import Simulation
import Testing
import Tracing

@testable import GatewayTracing

@Suite(.timeLimit(.minutes(30))) struct TraceWriterTests {
    private let folder: TestFolder
    private let log = LogLines()
    private let queue = SpanQueue()
    private let clock = VirtualClock()

    init() throws { folder = try TestFolder() }

    private func writer(
        _ name: String = "traces.jsonl", byteCountMax: Int = TraceWriter.fileByteCountMax
    ) throws -> TraceWriter {
        try TraceWriter(
            path: folder.path(name), spans: queue, resource: .sample,
            fileByteCountMax: byteCountMax, time: clock.timeSource, logger: log.logger)
    }

    private func add(_ names: String...) throws {
        for name in names { queue.add(try .sample(name)) }
    }

    /// The names of the spans in a file, by line.
    private func names(_ file: String = "traces.jsonl") throws -> [[String]] {
        try folder.text(file).split(separator: "\n").map { line in
            let json = try JSONValue(parsing: String(line))
            let scopes = json["resourceSpans"]?.arrayValue?.first?["scopeSpans"]
            let spans = scopes?.arrayValue?.first?["spans"]?.arrayValue ?? []
            return spans.compactMap { $0["name"]?.stringValue }
        }
    }

    @Test func `queued spans are written as a line, and only the owner can read the file`()
        async throws
    {
        let writer = try writer()
        try add("a", "b")
        await writer.flush()
        await writer.flush()
        try add("c")
        await writer.flush()
        #expect(try names() == [["a", "b"], ["c"]])
        let attributes = try FileManager.default.attributesOfItem(
            atPath: folder.path("traces.jsonl"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(log.texts.isEmpty)
    }

    @Test func `the writer writes once a second while it runs, and the rest at its end`()
        async throws
    {
        let writer = try writer()
        let group = ServiceGroup(services: [writer], logger: LogLines().logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            try add("a")
            while clock.sleeperCount == 0 { await Task.yield() }
            #expect(try names() == [])
            clock.advance(by: TraceWriter.interval)
            while try names().isEmpty { await Task.yield() }
            try add("b")
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
        #expect(try names() == [["a"], ["b"]])
    }

    @Test func `a full file is renamed and replaces an older one, with one warning`() async throws {
        let writer = try writer(byteCountMax: 1000)
        for name in ["a", "b", "c", "d"] {
            try add(name)
            await writer.flush()
            if name == "a" {
                try FileManager.default.setAttributes(
                    [.posixPermissions: 0o640], ofItemAtPath: folder.path("traces.jsonl"))
            }
        }
        #expect(try names() == [["d"]])
        #expect(try names("traces.jsonl.1") == [["c"]])
        let attributes = try FileManager.default.attributesOfItem(
            atPath: folder.path("traces.jsonl"))
        #expect(attributes[.posixPermissions] as? Int == 0o640, "its permissions are kept")
        #expect(log.texts.count == 1)
        #expect(log.texts.first?.hasPrefix("warning: the file of traces has reached") == true)
        #expect(queue.droppedCount == 0)
    }

    @Test func `spans that cannot be written are counted, with one warning until writing works`()
        async throws
    {
        let writer = try writer(byteCountMax: 1000)
        // A directory that is not empty cannot be replaced by the full file.
        let obstacle = folder.path("traces.jsonl.1")
        try FileManager.default.createDirectory(
            atPath: obstacle + "/x", withIntermediateDirectories: true)
        try add("a")
        await writer.flush()
        for _ in 0..<3 {
            try add("b", "c")
            await writer.flush()
        }
        #expect(queue.droppedCount == 6)
        #expect(log.texts.count == 1)
        #expect(log.texts.first?.hasPrefix("warning: spans cannot be written") == true)
        try FileManager.default.removeItem(atPath: obstacle)
        try add("d")
        await writer.flush()
        #expect(try names() == [["d"]])
        #expect(log.texts.dropFirst().first == "notice: spans can be written again")
        #expect(queue.droppedCount == 6)
    }

    @Test func `a file whose last line is incomplete is continued on a new line`() async throws {
        let path = folder.path("traces.jsonl")
        try #"{"resourceSpans":[{"res"#.write(toFile: path, atomically: true, encoding: .utf8)
        let writer = try writer()
        try add("a")
        await writer.flush()
        try add("b")
        await writer.flush()
        let lines = try folder.text("traces.jsonl").split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 4)
        #expect(lines.first == #"{"resourceSpans":[{"res"#)
        #expect(lines.last == "")
    }

    @Test func `a file that ends with a whole line is continued`() async throws {
        for name in ["a", "b"] {
            let writer = try writer()
            try add(name)
            await writer.flush()
        }
        #expect(try names() == [["a"], ["b"]])
    }

    @Test(arguments: ["", "missing/traces.jsonl", "link"])
    func `a path that is a directory, a link or in a missing folder is refused`(name: String) throws
    {
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link"), withDestinationPath: folder.path("target"))
        #expect(throws: SystemError.self) { _ = try writer(name) }
        #expect(!FileManager.default.fileExists(atPath: folder.path("target")))
    }
}
