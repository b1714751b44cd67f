// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

/// `bellhop lint` with `--fix`, configurations, baselines and an app.
@Suite(.timeLimit(.minutes(30)))
struct LintOptionTests {
    private func lint(
        _ arguments: [String], input: String = "", in folder: TemporaryFolder
    ) async throws -> Program.Result {
        try await BellhopTool.run(["lint"] + arguments, input: input, in: folder.path)
    }

    private static let broken = """
        ---
        type: alert
        # a comment, with one
        ---
        {"aps": {"alert": "Hi",}, "note": “x”,}
        """
    private static let fixed = """
        ---
        type: alert
        # a comment, with one
        ---
        {"aps": {"alert": "Hi"}, "note": "x"}
        """

    @Test func `a fix corrects the file, keeps its mode, and reports its changes`() async throws {
        try await TemporaryFolder.with { folder in
            let path = try folder.write(Self.broken, to: "a.apns")
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o640], ofItemAtPath: path)
            try FileManager.default.createSymbolicLink(
                atPath: folder.path("link.apns"), withDestinationPath: "a.apns")
            let result = try await lint(["--fix", "link.apns"], in: folder)
            #expect(result.status == 0, "\(result)")
            #expect(result.errors.hasPrefix("link.apns: fixed: "))
            #expect(try folder.read("a.apns") == Self.fixed)
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o640)
            let link = try FileManager.default.attributesOfItem(atPath: folder.path("link.apns"))
            #expect(link[.type] as? FileAttributeType == .typeSymbolicLink)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(names.sorted() == ["a.apns", "link.apns"])
            let again = try await lint(["--fix", "a.apns"], in: folder)
            #expect(again.errors.isEmpty)
        }
    }

    @Test func `the fixed text of standard input goes to standard output`() async throws {
        try await TemporaryFolder.with { folder in
            let result = try await lint(["--fix", "-"], input: Self.broken, in: folder)
            #expect(result.status == 0, "\(result)")
            #expect(result.output == Self.fixed + "\n")
            #expect(result.errors.contains("fixed: "))
        }
    }

    @Test func `a file with a remaining error is reported as changed, not as fixed`() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write(#"{"aps": {"alert": {"sound": "default"},}}"#, to: "a.apns")
            let result = try await lint(["--fix", "a.apns"], in: folder)
            #expect(result.status == 1, "\(result)")
            #expect(
                result.errors
                    == "a.apns: changed: remove the comma; 1 error must be fixed by hand\n")
            #expect(try folder.read("a.apns") == #"{"aps": {"alert": {"sound": "default"}}}"#)
        }
    }

    @Test func `no comma is inserted where a brace is missing`() async throws {
        try await TemporaryFolder.with { folder in
            let text = "{\"aps\": {\"alert\": {\"title\": \"a\"\n\"badge\": 1}}"
            try folder.write(text, to: "a.apns")
            let result = try await lint(["--fix", "a.apns"], in: folder)
            #expect(result.status == 1, "\(result)")
            #expect(result.errors.isEmpty)
            #expect(try folder.read("a.apns") == text)
            #expect(result.output.contains("close the object before this position"))
        }
    }

    @Test func `a correct file is not replaced`() async throws {
        try await TemporaryFolder.with { folder in
            let path = try folder.write(#"{"aps":{"alert":"Hi"}}"#, to: "a.apns")
            let before = try FileManager.default.attributesOfItem(atPath: path)
            _ = try await lint(["--fix", "a.apns"], in: folder)
            let after = try FileManager.default.attributesOfItem(atPath: path)
            #expect(
                before[.systemFileNumber] as? NSNumber == after[.systemFileNumber] as? NSNumber)
        }
    }

    private static let doubtful = #"{"aps":{"alert":"Hi","mutable-content":true}}"#

    @Test func `a configuration in a parent folder sets rules, and the nearest one wins`()
        async throws
    {
        try await TemporaryFolder.with { folder in
            for name in ["in/old", "in/out"] {
                try FileManager.default.createDirectory(
                    atPath: folder.path(name), withIntermediateDirectories: true)
            }
            for name in ["in/a.apns", "in/old/b.apns", "in/out/c.apns"] {
                try folder.write(Self.doubtful, to: name)
            }
            try folder.write(
                """
                rules: {boolean-for-number: error}
                paths:
                  - path: old/**
                    rules: {boolean-for-number: off}
                exclude: [out]
                """, to: "in/.bellhop-lint.yml")
            let all = try await lint(["in", "--format", "json"], in: folder)
            #expect(all.status == 1, "\(all)")
            let files = try JSONReader.read(all.output).value.objectValue?["findings"]?.arrayValue?
                .compactMap { $0.objectValue?["file"]?.stringValue }
            #expect(files == ["in/a.apns"])
            try folder.write("rules: {boolean-for-number: note}", to: "in/old/.bellhop-lint.yml")
            let near = try await lint(["in/old/b.apns"], in: folder)
            #expect(near.output.contains("note: mutable-content is true"), "\(near)")
            let given = try await lint(
                ["in/a.apns", "--config", "in/old/.bellhop-lint.yml"], in: folder)
            #expect(given.status == 0, "\(given)")
        }
    }

    @Test func `a configuration applies to standard input and to a whole folder`()
        async throws
    {
        try await TemporaryFolder.with { folder in
            let payload = #"{"aps":{"alert":"Hi","interruption-level":"time-sensitive"}}"#
            for number in 1...8 { try folder.write(payload, to: "\(number).apns") }
            let habit = "mostly-time-sensitive"
            let before = try await lint(["."], in: folder)
            #expect(before.output.contains(habit), "\(before)")
            try folder.write(
                "rules: {\(habit): off, boolean-for-number: error}", to: ".bellhop-lint.yml")
            let after = try await lint(["."], in: folder)
            #expect(!after.output.contains(habit), "\(after)")
            let input = try await lint(["-"], input: Self.doubtful, in: folder)
            #expect(input.status == 1, "\(input)")
        }
    }

    @Test(arguments: [
        ("rules: {no-such-rule: off}", "c.yml:1:"),
        ("rules: {boolean-for-numbr: off}", "did you mean boolean-for-number?"),
        ("rules: {boolean-for-number: loud}", "error, warning, note or off"),
        ("rulez: {}", "rules, paths, exclude, min_os and app"), ("rules: [", "c.yml:"),
        ("a: &x [*x]", "anchors"), ("app: {colour: red}", "no key"), ("rules: 7", "key: value"),
        ("paths: [{path: x}]", "path and rules"), ("min_os: new", "version"),
    ])
    func `an invalid configuration is rejected`(
        text: String, phrase: String
    ) async throws {
        try await TemporaryFolder.with { folder in
            try folder.write(text, to: "c.yml")
            try folder.write(Self.doubtful, to: "a.apns")
            let result = try await lint(["a.apns", "--config", "c.yml"], in: folder)
            #expect(result.status == 64, "\(result)")
            #expect(result.isOneLineError, "\(result)")
            #expect(result.errors.contains(phrase), "\(result)")
        }
    }

    @Test func `a baseline hides existing findings, but not new ones`() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write(#"{"aps":{"alert":"Hi","thread_id":"t"}}"#, to: "a.apns")
            let wrote = try await lint(["a.apns", "--write-baseline", "b.json"], in: folder)
            #expect(wrote.status == 0, "\(wrote)")
            let known = try await lint(["a.apns", "--baseline", "b.json"], in: folder)
            #expect(known.status == 0, "\(known)")
            #expect(known.output.contains("1 more in the baseline"))
            // The known error has moved, and there is a second error.
            try folder.write(
                "\n\n{\"aps\":{\n\"alert\":\"Hi\",\n\"thread_id\":\"t\",\"content_available\":1}}",
                to: "a.apns")
            let new = try await lint(["a.apns", "--baseline", "b.json"], in: folder)
            #expect(new.status == 1, "\(new)")
            #expect(new.output.contains("content_available"))
            #expect(!new.output.contains("error: \"thread_id\""))
            try folder.write(#"{"aps":{"alert":"Hi"}}"#, to: "a.apns")
            let gone = try await lint(["a.apns", "--baseline", "b.json"], in: folder)
            #expect(gone.status == 0)
            #expect(gone.errors.contains("findings that no longer occur: 1;"))
            let foreign = try await lint(["a.apns", "--baseline", "a.apns"], in: folder)
            #expect(foreign.status == 64, "\(foreign)")
        }
    }

    @Test func `a payload is checked against a built app`() async throws {
        try await TemporaryFolder.with { folder in
            for name in ["Corner.app/en.lproj", "Corner.app/PlugIns/S.appex"] {
                try FileManager.default.createDirectory(
                    atPath: folder.path(name), withIntermediateDirectories: true)
            }
            func plist(_ members: String) -> String {
                "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict>\(members)</dict></plist>"
            }
            try folder.write(
                plist("<key>CFBundleIdentifier</key><string>com.example.corner</string>"),
                to: "Corner.app/Info.plist")
            try folder.write(
                plist(
                    "<key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key>"
                        + "<string>com.apple.usernotifications.service</string></dict>"),
                to: "Corner.app/PlugIns/S.appex/Info.plist")
            try folder.write(
                "\"HELLO\" = \"Hello %@\";", to: "Corner.app/en.lproj/Localizable.strings")
            try folder.write("", to: "Corner.app/ding.caf")
            let right = """
                ---
                type: alert
                topic: com.example.corner
                ---
                {"aps": {"alert": {"loc-key": "HELLO", "loc-args": ["Ada"]}, "sound": "ding.caf",
                "mutable-content": 1, "category": "ANY"}}
                """
            let good = try await lint(
                ["-", "--bundle", "Corner.app", "--severity", "note"], input: right, in: folder)
            #expect(good.status == 0, "\(good)")
            let bad = try await lint(
                ["-", "--bundle", "Corner.app", "--format", "json"],
                input: right.replacing("ding", with: "dong").replacing(
                    ", \"loc-args\": [\"Ada\"]", with: ""),
                in: folder)
            let rules = try JSONReader.read(bad.output).value.objectValue?["findings"]?.arrayValue?
                .compactMap { $0.objectValue?["rule"]?.stringValue }
            #expect(rules == ["string-argument-count", "sound-not-in-app"])
            let none = try await lint(["a.apns", "--bundle", "."], in: folder)
            #expect(none.status == 65, "\(none)")
            let missing = try await lint(["a.apns", "--bundle", "nowhere"], in: folder)
            #expect(missing.status == 66, "\(missing)")
        }
    }

    @Test func `a payload is checked against a checkout`() async throws {
        try await TemporaryFolder.with { folder in
            try FileManager.default.createDirectory(
                atPath: folder.path("ios/App"), withIntermediateDirectories: true)
            try folder.write(
                """
                name: Corner
                targets:
                  Corner:
                    type: application
                    platform: iOS
                    deploymentTarget: "17.0"
                    sources: [App]
                    settings:
                      base:
                        PRODUCT_BUNDLE_IDENTIFIER: com.example.corner
                """, to: "ios/project.yml")
            try folder.write(
                """
                import UserNotifications
                let message = UNNotificationCategory(
                    identifier: "MESSAGE", actions: [], intentIdentifiers: [], options: [])
                """, to: "ios/App/Categories.swift")
            let payload = #"{"aps": {"alert": "a", "category": "MESAGE"}}"#
            let bad = try await lint(["-", "--project", "ios"], input: payload, in: folder)
            #expect(bad.output.contains("did you mean \"MESSAGE\"?"), "\(bad)")
            let good = try await lint(
                ["-", "--project", "ios"], input: payload.replacing("MESAGE", with: "MESSAGE"),
                in: folder)
            #expect(!good.output.contains("unregistered-category"), "\(good)")
            let other = try await lint(
                ["a.apns", "--project", "ios", "--target", "Other"], in: folder)
            #expect(other.status == 64, "\(other)")
            #expect(other.errors.contains("Corner"))
            let both = try await lint(
                ["a.apns", "--project", "ios", "--bundle", "ios"], in: folder)
            #expect(both.status == 64, "\(both)")
        }
    }
}
