// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

/// A template is stored, previewed and sent to people with different languages.
@Suite(.timeLimit(.minutes(30)))
struct TemplateCommandTests {
    private static let app = "dev.bellhop.demo"
    private static let parcel = """
        {
          "urgency": "time-sensitive",
          "default_locale": "en",
          "variables": {
            "n": "number",
            "first_name": {"type": "text", "default": "you", "max_length": 20}
          },
          "locales": {
            "en": {
              "title": "Parcels",
              "body": "{{n, plural, one {# parcel} other {# parcels}}} for {{first_name}}"
            },
            "de": {
              "title": "Pakete",
              "body": "{{n, plural, one {# Paket} other {# Pakete}}} für {{first_name}}"
            }
          }
        }
        """

    @Test func `a template is stored, previewed and sent in the language of each person`()
        async throws
    {
        try await TemporaryFolder.with { folder in
            try await BellhopProcess.with(.apns, in: folder) { _ in
                try await BellhopProcess.with(.serve, in: folder, arguments: ["--simulator"]) { _ in
                    try await Self.importThree(folder)
                    try await Self.storeAndPreview(folder)
                    try await Self.send(folder)
                }
            }
        }
    }

    private static func run(
        _ arguments: [String], _ folder: TemporaryFolder
    ) async throws -> Program.Result {
        try await BellhopTool.run(arguments + ["--state-dir", folder.path])
    }

    private static func write(
        _ text: String, to name: String, _ folder: TemporaryFolder
    ) throws -> String {
        let path = folder.path(name)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    /// Imports three devices: two with a language of the template, one with another language.
    private static func importThree(_ folder: TemporaryFolder) async throws {
        let fleet = try await run(["fleet", "create", "3"], folder)
        let lines = fleet.output.split(separator: "\n").enumerated().map { index, line in
            let locale = ["de-AT", "en-GB", "nl"][index]
            return line.replacing(#/"locale":"[^"]*"/#, with: #""locale":"\#(locale)""#)
        }
        let file = try write(lines.joined(separator: "\n"), to: "fleet.jsonl", folder)
        let imported = try await run(["installations", "import", file], folder)
        #expect(imported.output == "3 installations registered\n", "\(imported)")
    }

    private static func storeAndPreview(_ folder: TemporaryFolder) async throws {
        let file = try write(parcel, to: "parcel.json", folder)
        let stored = try await run(["template", "put", file], folder)
        #expect(stored.status == 0, "\(stored)")
        #expect(stored.output.hasPrefix("stored: parcel@1 (time-sensitive); bytes"), "\(stored)")
        let again = try await run(["template", "put", file], folder)
        #expect(again.output.hasPrefix("unchanged: parcel@1"), "\(again)")
        let list = try await run(["template", "list"], folder)
        #expect(list.output.contains("parcel  1        time-sensitive"), "\(list)")
        let shown = try await run(["template", "show", "parcel"], folder)
        let copy = try write(shown.output, to: "copy.json", folder)
        let same = try await run(["template", "put", copy, "--name", "parcel"], folder)
        #expect(same.output.hasPrefix("unchanged: parcel@1"), "\(same)")
        let preview = try await run(
            ["template", "preview", "parcel", "--locale", "de-CH", "--var", "n=1"], folder)
        #expect(preview.status == 0, "\(preview)")
        #expect(preview.output.contains("1 Paket für you"), "\(preview)")
        #expect(preview.errors.hasPrefix("de: "), "\(preview)")
        let wrong = try write(
            parcel.replacing("{{n, plural", with: "{{m, plural"), to: "wrong.json", folder)
        let refused = try await run(["template", "put", wrong], folder)
        #expect(refused.status == 65)
        #expect(refused.errors.contains("wrong.json:11:15: "), "\(refused)")
        #expect(refused.errors.contains("did you mean n?"), "\(refused)")
        let none = try await run(["template", "show", "parcels"], folder)
        #expect(none.status == 65)
        #expect(none.isOneLineError, "\(none)")
    }

    private static func send(_ folder: TemporaryFolder) async throws {
        let missing = try await run(
            ["send", "--audience", "all", "--app", app, "--template", "parcel"], folder)
        #expect(missing.status == 65, "\(missing)")
        #expect(missing.errors.contains("variables.n"), "\(missing)")
        let sent = try await run(
            [
                "send", "--audience", "all", "--template", "parcel@1", "--var", "n=2", "--wait",
                "--format", "json",
            ], folder)
        #expect(sent.status == 0, "\(sent)")
        #expect(try JSONValue(parsing: sent.output)["totals", "accepted"]?.intValue == 3)
        let log = try await run(["apns", "log", "--format", "json"], folder)
        for (text, count) in [("2 Pakete für you", 1), ("2 parcels for you", 2)] {
            let found = log.output.split(separator: "\n").count { $0.contains(text) }
            #expect(found == count, "\(text): \(log.output)")
        }
        let report = try await run(["template", "urgency", "--format", "json"], folder)
        let shares = try JSONValue(parsing: report.output)["shares"]?.arrayValue
        #expect(shares?.map { $0["campaigns"]?.intValue } == [0, 0, 3, 0], "\(report)")
        let deleted = try await run(["template", "delete", "parcel"], folder)
        #expect(deleted.output == "deleted: parcel\n")
        let both = try await run(
            ["send", "--audience", "all", "--template", "parcel", "--body", "x"], folder)
        #expect(both.status == 64, "\(both)")
    }
}
