// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

/// `bellhop lint --fcm`, `--web-push` and `--platforms`.
@Suite(.timeLimit(.minutes(30)))
struct MessageLintCommandTests {
    private static let message = """
        {"message": {
          "topic": "news",
          "android": {"ttl": 60}
        }}
        """

    @Test func `an error in an FCM message is reported with line and column`() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write(Self.message, to: "message.json")
            let found = try await BellhopTool.run(
                ["lint", "message.json", "--fcm"], in: folder.path)
            #expect(found.status == 1, "\(found)")
            #expect(found.output.hasPrefix("message.json:3:15: error: message.android.ttl must"))
            #expect(found.output.contains("[fcm-value]"))
            try folder.write("rules:\n  fcm-value: off\n", to: ".bellhop-lint.yml")
            let ignored = try await BellhopTool.run(
                ["lint", ".", "--fcm", "--format", "json"], in: folder.path)
            #expect(ignored.status == 0, "\(ignored)")
            #expect(try JSONValue(parsing: ignored.output)["summary", "files"]?.intValue == 1)
        }
    }

    @Test func `without an option, FCM and Web Push messages are recognized and named`()
        async throws
    {
        try await TemporaryFolder.with { folder in
            try folder.write(Self.message, to: "message.json")
            let fcm = try await BellhopTool.run(["lint", "message.json"], in: folder.path)
            #expect(fcm.status == 1, "\(fcm)")
            #expect(fcm.output.contains("bellhop lint --fcm"), "\(fcm)")
            let declarative = #"{"web_push":8030,"notification":{"title":"a","navigate":"a:b"}}"#
            let web = try await BellhopTool.run(["lint", "-"], input: declarative)
            #expect(web.status == 1, "\(web)")
            #expect(web.output.contains("a declarative Web Push message"), "\(web)")
            let checked = try await BellhopTool.run(
                ["lint", "-", "--web-push"], input: declarative)
            #expect(checked.status == 0, "\(checked)")
        }
    }

    @Test func `the option --fix converts an FCM message in an .apns file into a payload`()
        async throws
    {
        try await TemporaryFolder.with { folder in
            let text = #"""
                {"message": {"token": "a", "notification": {"title": "News"},
                  "apns": {"headers": {"apns-priority": "5"}}, "data": {"id": "7"}}}
                """#
            try folder.write(text, to: "news.apns")
            let fixed = try await BellhopTool.run(["lint", "--fix", "news.apns"], in: folder.path)
            #expect(fixed.status == 0, "\(fixed)")
            let file = try folder.read("news.apns")
            #expect(file.hasPrefix("---\napns-priority: 5\n---\n"), "\(file)")
            #expect(file.contains("\"title\": \"News\""), "\(file)")
            #expect(file.contains("\"id\": \"7\""), "\(file)")
        }
    }

    @Test func `a preview shows what each platform gets, as text and JSON`() async throws {
        try await TemporaryFolder.with { folder in
            let text = #"{"aps":{"alert":{"title":"News","subtitle":"today"}},"id":"7"}"#
            try folder.write(text, to: "news.apns")
            let arguments = ["lint", "news.apns", "--platforms"]
            let shown = try await BellhopTool.run(arguments, in: folder.path)
            #expect(shown.status == 0, "\(shown)")
            #expect(
                shown.output.contains("APNs      \(text.utf8.count) of 4096 bytes: can be sent"))
            #expect(shown.output.contains("  loses   alert.subtitle"))
            let json = try JSONValue(
                parsing: try await BellhopTool.run(
                    arguments + ["--navigate", "https://a.example/b", "--format", "json"],
                    in: folder.path
                ).output)
            let platforms = json["platforms"]?.arrayValue ?? []
            #expect(platforms.map { $0["transport"]?.stringValue } == ["apns", "fcm", "web_push"])
            let navigate = platforms.last?["message", "notification", "navigate"]
            #expect(navigate?.stringValue == "https://a.example/b")
            let silent = try await BellhopTool.run(
                ["lint", "-", "--platforms"], input: #"{"aps":{"content-available":1}}"#)
            #expect(silent.status == 1, "\(silent)")
        }
    }

    @Test(arguments: [
        (["a.apns", "--fcm", "--web-push"], 64, "cannot be combined"),
        (["a.apns", "--navigate", "https://a.example"], 64, "--platforms"),
        (["a.apns", "b.apns", "--platforms"], 64, "only one"),
        (["a.apns", "--platforms", "--format", "sarif"], 64, "text and json"),
        (["none.apns", "--platforms"], 66, "check the path"),
    ])
    func `a mistake is refused with an explanation and a fix`(
        arguments: [String], status: Int32, text: String
    ) async throws {
        let refused = try await BellhopTool.run(["lint"] + arguments)
        #expect(refused.status == status, "\(refused)")
        #expect(refused.errors.contains(text), "\(refused)")
    }
}
