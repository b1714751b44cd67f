// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Files that could harm the program or the person who reads its output, and the examples of the
/// reference.
@Suite(.timeLimit(.minutes(30)))
struct LintHostileTests {
    private func lint(
        _ arguments: [String], input: [UInt8] = [], in folder: String? = nil
    ) async throws -> Program.Result {
        try await Program.run(
            try BellhopTool.executable(), ["lint"] + arguments, input: input, in: folder)
    }

    @Test func `neither a payload nor its file name can control the terminal`() async throws {
        try await TemporaryFolder.with { folder in
            let name = "\u{1B}[2J\u{202E}.apns"
            try folder.write(
                "{\"aps\": {\"al\u{1B}]0;x\u{7}ert\": \"\u{9B}31m\u{202E}\", \"ba\u{8}dge\": 1, }}",
                to: name)
            for format in ["text", "github", "json", "sarif"] {
                let result = try await lint([name, "--format", format], in: folder.path)
                #expect(result.status == 1, "\(format)")
                let bad = result.output.unicodeScalars.filter {
                    $0.value < 0x20 && $0 != "\n" || $0.value == 0x7F
                }
                #expect(bad.isEmpty, "\(format)")
                if format == "text" {
                    #expect(!result.output.unicodeScalars.contains("\u{202E}"))
                    #expect(!result.output.unicodeScalars.contains("\u{9B}"))
                }
            }
        }
    }

    /// The files are sparse: they need no space on the disk, and a terabyte cannot be read within
    /// the time limit of a test.
    @Test(arguments: [100 << 20, 1 << 40])
    func `a huge file is refused without being read`(byteCount: Int) async throws {
        try await TemporaryFolder.with { folder in
            let path = try folder.write("", to: "huge.apns")
            #expect(truncate(path, off_t(byteCount)) == 0)
            let result = try await lint(["huge.apns"], in: folder.path)
            #expect(result.status == 1, "\(result)")
            #expect(result.output.contains("the file has \(byteCount) bytes"))
            #expect(result.output.contains("[payload-file-too-large]"))
        }
    }

    @Test func `pipes, loops of links and broken links do not block`() async throws {
        try await TemporaryFolder.with { folder in
            #expect(mkfifo(folder.path("pipe.apns"), 0o600) == 0)
            try FileManager.default.createDirectory(
                atPath: folder.path("in"), withIntermediateDirectories: true)
            for (name, target) in [
                ("in/up", ".."), ("self.apns", "self.apns"), ("gone.apns", "no"),
            ] {
                try FileManager.default.createSymbolicLink(
                    atPath: folder.path(name), withDestinationPath: target)
            }
            try folder.write(#"{"aps":{"alert":"Hi"}}"#, to: "in/a.apns")
            let all = try await lint(["."], in: folder.path)
            #expect(all.status == 0, "\(all)")
            #expect(all.output.contains("in 1 file"))
            for name in ["pipe.apns", "self.apns", "gone.apns", "no.apns"] {
                let one = try await lint([name, "in/a.apns"], in: folder.path)
                #expect(one.status == 66, "\(one)")
                #expect(one.errorLines.count == 1, "\(one)")
                #expect(one.output.contains("in 1 file"))
            }
        }
    }

    @Test(
        arguments: [
            [], [0x00], [0xFF, 0xFE], [0xEF, 0xBB, 0xBF], Array("---".utf8),
            Array("---\n---\n".utf8),
            Array("[[[[".utf8), Array("\"".utf8), Array("{\"aps\":".utf8), Array("1e999".utf8),
            Array(repeating: UInt8(ascii: "["), count: 200_000),
            Array(repeating: UInt8(ascii: "\""), count: 100_001),
            Array(repeating: UInt8(ascii: ","), count: 50_000),
            (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 200) },
        ] as [[UInt8]])
    func `linting hostile input exits with 1 and reports an error`(input: [UInt8]) async throws {
        for options in [[], ["--fix"]] {
            let result = try await lint(["-"] + options, input: input)
            #expect(result.status == 1, "\(result.status) \(result.errors.prefix(300))")
            #expect((result.output + result.errors).contains("error: "))
        }
    }

    /// Returns the findings of lint in a folder of examples, by file.
    private func findings(_ path: String) async throws -> [String: [(
        rule: String, severity: String
    )]] {
        let result = try await lint([path, "--format", "json"], in: BellhopTool.root)
        let value = try JSONReader.read(
            Array(result.output.utf8), limits: .init(byteCountMax: 16 << 20)
        ).value
        var found: [String: [(rule: String, severity: String)]] = [:]
        for finding in try #require(value.objectValue?["findings"]?.arrayValue) {
            let finding = try #require(finding.objectValue)
            found[finding["file"]?.stringValue ?? "", default: []].append(
                (finding["rule"]?.stringValue ?? "", finding["severity"]?.stringValue ?? ""))
        }
        return found
    }

    @Test func `each wrong example of the reference has its finding, and the right one does not`()
        async throws
    {
        let folder = "Examples/lint"
        let rules = try FileManager.default.contentsOfDirectory(
            atPath: BellhopTool.root + "/" + folder)
        #expect(rules.count > 50)
        let found = try await findings(folder)
        for rule in rules where rule != "payload-file-too-large" {
            let directory = "\(folder)/\(rule)"
            var wrong = found["\(directory)/wrong.apns"] ?? []
            var right = found["\(directory)/right.apns"] ?? []
            if FileManager.default.fileExists(atPath: "\(BellhopTool.root)/\(directory)/wrong") {
                wrong = try await findings("\(directory)/wrong").values.flatMap(\.self)
                right = try await findings("\(directory)/right").values.flatMap(\.self)
            }
            #expect(wrong.contains { $0.rule == rule }, "\(rule)")
            #expect(!right.contains { $0.severity != "note" || $0.rule == rule }, "\(rule)")
        }
    }
}
