// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

/// `bellhop explain` as a person types it.
@Suite(.timeLimit(.minutes(30)))
struct ExplainCommandTests {
    private func explain(_ arguments: [String], input: String = "") async throws -> Program.Result {
        try await BellhopTool.run(["explain"] + arguments, input: input)
    }

    @Test func `explaining a shown notification exits with 0 and cites rules and sources`()
        async throws
    {
        let result = try await explain([BellhopTool.example("message"), "--unlocked"])
        #expect(result.status == 0, "\(result)")
        #expect(
            result.output.hasPrefix(
                "result    accepted; then on the phone: A banner appeared: “Alex"))
        #expect(result.output.contains("LC-1"))
        #expect(result.output.contains("documented: "))
        #expect(!result.output.contains("\u{1B}"))
    }

    @Test(arguments: [
        (["--state", "force-quit"], "SIL-7"), (["--priority", "10"], "BadPriority"),
        (["--no-background-refresh"], "SIL-8"),
    ])
    func `explaining an undelivered notification exits with 1 and names the cause`(
        options: [String], reason: String
    ) async throws {
        let result = try await explain([BellhopTool.example("silent-refresh")] + options)
        #expect(result.status == 1, "\(result)")
        #expect(result.output.contains(reason), "\(result)")
    }

    @Test func `LC-22: a silent push needs no permission`() async throws {
        let result = try await explain([
            BellhopTool.example("silent-refresh"), "--permission", "denied", "--format", "json",
        ])
        #expect(result.status == 0, "\(result)")
        let json = try JSONValue(parsing: result.output)
        #expect(json["delivered"]?.boolValue == true)
        #expect(json["phone", "permission"]?.stringValue == "denied")
    }

    @Test func `the payload may come from standard input`() async throws {
        let result = try await explain(["-", "--matrix"], input: #"{"aps":{"alert":"Hi"}}"#)
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("willPresent"))
        #expect(result.output.contains("decided by"))
    }

    @Test(arguments: [
        (["--state", "asleep"], "force-quit"), (["--permission", "maybe"], "provisional"),
        (["--extension", "sleeps"], "hangs"), (["--previews", "some"], "when-authenticated"),
        (["--present", "list,alert", "--state", "foreground"], "banner, list, sound, badge"),
        (["--locked", "--state", "foreground"], "--unlocked"),
        (["--present", "list", "--state", "force-quit"], "--state foreground"),
        (["--focus-allows-app"], "--focus NAME"), (["--focus", ""], "Work"),
        (["--matrix", "--state", "suspended"], "--matrix"), (["--type", "loud"], "background"),
    ])
    func `the error for invalid options names the valid ones`(
        options: [String], right: String
    ) async throws {
        let result = try await explain([BellhopTool.example("message")] + options)
        #expect(result.status == 64, "\(result)")
        #expect(result.isOneLineError, "\(result)")
        #expect(result.errors.contains(right), "\(result)")
        #expect(result.output.isEmpty)
    }

    @Test func `an app can be described in a file, and an invalid file is rejected`() async throws {
        let example = BellhopTool.root + "/Examples/app.yaml"
        let good = try await explain([
            BellhopTool.example("focus-filter"), "--app-config", example, "--focus", "Work",
        ])
        #expect(good.status == 0, "\(good)")
        #expect(good.output.contains("INT-1"))
        try await TemporaryFolder.with { folder in
            let path = folder.path("app.yaml")
            try Data("bundle_id: com.example.app\ncolour: red\n".utf8).write(
                to: URL(filePath: path))
            let bad = try await explain([BellhopTool.example("message"), "--app-config", path])
            #expect(bad.status == 65, "\(bad)")
            #expect(bad.isOneLineError, "\(bad)")
            #expect(bad.errors.contains("app.yaml: line 2, column 1: colour: "))
            let missing = try await explain([
                BellhopTool.example("message"), "--app-config", folder.path("none.yaml"),
            ])
            #expect(missing.status == 66, "\(missing)")
        }
    }

    @Test func `an invalid payload is accepted by APNs, and nothing appears`() async throws {
        #expect(try await explain(["/nowhere/a.apns"]).status == 66)
        let bad = try await explain(["-"], input: "[1]")
        #expect(bad.status == 1, "\(bad)")
        #expect(
            bad.output.hasPrefix(
                "result    accepted; then nothing appears: the body is not a JSON object: line 1"),
            "\(bad)")
        let json = try JSONValue(
            parsing: try await explain(["-", "--format", "json"], input: "{").output)
        #expect(json["apns", "status"]?.intValue == 200)
        #expect(json["faults", 0, "severity"]?.stringValue == "error")
        let empty = try await explain(["-"], input: "")
        #expect(empty.output.hasPrefix("result    APNs returns 400 PayloadEmpty: "), "\(empty)")
        let huge = try await explain(["-"], input: String(repeating: " ", count: 300_000))
        #expect(huge.status == 65, "\(huge)")
    }

    @Test func `errors in the payload are reported in text and JSON`() async throws {
        let payload = #"{"aps":{"alert":"Hi","content_available":1}}"#
        let text = try await explain(["-"], input: payload)
        #expect(text.status == 0, "\(text)")
        #expect(text.output.contains("1:22 aps.content_available: "), "\(text)")
        #expect(text.output.contains("[misspelled-key]"))
        let json = try JSONValue(
            parsing: try await explain(["-", "--format", "json"], input: payload).output)
        #expect(json["faults", 0, "rule"]?.stringValue == "misspelled-key")
        #expect(json["faults", 0, "key_path"]?.stringValue == "aps.content_available")
        #expect(json["faults", 0, "column"]?.intValue == 22)
        let matrix = try await explain(["-", "--matrix"], input: payload)
        #expect(matrix.output.contains("[misspelled-key]"))
    }
}
