// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

/// `bellhop new`, and files with headers above the JSON.
@Suite(.timeLimit(.minutes(30)))
struct NewCommandTests {
    private static let texts = ["--title", "Gate change", "--body", "B22"]
    private static let alert = ["new", "--kind", "alert", "--urgency", "passive"] + texts

    @Test func `options answer the questions, and the file has headers above the JSON`()
        async throws
    {
        let made = try await BellhopTool.run(Self.alert + ["--app", "com.example.trains"])
        #expect(made.status == 0, "\(made)")
        #expect(
            made.output.hasPrefix(
                "---\napns-push-type: alert\napns-priority: 5\n"
                    + "apns-topic: com.example.trains\n---\n{"
            ))
        let explained = try await BellhopTool.run(["explain", "-"], input: made.output)
        #expect(explained.status == 0, "\(explained)")
        #expect(!explained.output.contains("inferred"))
    }

    @Test func `plain JSON comes with options for push`() async throws {
        let made = try await BellhopTool.run(["new", "--kind", "background", "--plain"])
        #expect(made.status == 0, "\(made)")
        #expect(made.output.hasPrefix("{"))
        #expect(
            made.errors.contains("send   bellhop push FILE --type background --priority 5\n"))
    }

    @Test(arguments: [
        (["new"], "--kind is missing"),
        (["new", "--kind", "alert"], "--urgency is missing"),
        (["new", "--kind", "live-activity"], "--event is missing"),
        (["new", "--kind", "mail"], "--kind: \"mail\" is not a valid value; use one of alert"),
        (["new", "--kind", "alerts"], "did you mean alert? Otherwise use one of alert"),
        (
            ["new", "--kind", "alert", "--urgency", "active"],
            "--title and --body are missing. Specify one or both"
        ),
        (alert + ["--buttons", "yes"], "--category is missing: The identifier of the category"),
        (alert + ["--category", "a"], "--category cannot be combined with these answers"),
        (
            alert + ["--badge", "yes", "--badge-count", "x"],
            "--badge-count: the value is not a valid number"
        ),
        (
            ["new", "--kind", "call", "--badge", "yes"],
            "--badge cannot be combined with --kind call"
        ),
        (alert + ["--app", "x y"], "--app: the value is not a bundle identifier"),
    ])
    func `missing and invalid values are reported, with status 64`(
        arguments: [String], phrase: String
    ) async throws {
        let made = try await BellhopTool.run(arguments)
        #expect(made.status == 64, "\(made)")
        #expect(made.output.isEmpty)
        #expect(made.errors.contains(phrase), "\(made.errors)")
    }

    @Test func `the draft has the given values and no sample text`() async throws {
        let made = try await BellhopTool.run(Self.alert)
        #expect(made.status == 0, "\(made)")
        #expect(made.output.contains("\"title\": \"Gate change\""))
        #expect(!made.output.contains("train") && !made.output.contains("Ada"))
    }

    @Test func `an existing file is not overwritten`() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.path + "/hello.apns"
            let first = try await BellhopTool.run(Self.alert + [path])
            #expect(first.status == 0, "\(first)")
            #expect(first.output.isEmpty)
            #expect(try folder.read("hello.apns").hasPrefix("---\n"))
            let second = try await BellhopTool.run(Self.alert + [path])
            #expect(second.status == 73)
            #expect(second.errors.contains("give another file name, or remove this file"))
        }
    }

    @Test(arguments: [
        ("priority: 7", "standard input:2:11: there is no priority \"7\""),
        ("type: alerts", "standard input:2:7: there is no push type"),
        ("prioritiy: 5", "standard input:2:1: there is no header \"prioritiy\""),
        ("priority 5", "standard input:2:1: the line is not a header"),
        ("expiration: soon", "standard input:2:13: an expiration is a number of seconds"),
        ("topic: a b", "standard input:2:8: "),
    ])
    func `an invalid header of the file is reported with its location`(
        line: String, phrase: String
    ) async throws {
        let run = try await BellhopTool.run(
            ["explain", "-"], input: "---\n\(line)\n---\n{\"aps\":{\"alert\":\"Hi\"}}")
        #expect(run.status == 65, "\(run)")
        #expect(run.errors.contains(phrase), "\(run.errors)")
    }
}

extension RunningUp.Pushes {
    /// Headers above the JSON, as `bellhop push` sends them.
    struct FrontMatterPush {
        private static let file = """
            ---
            type: alert
            topic: dev.bellhop.demo
            priority: 5
            collapse-id: gate
            apns-id: 3F2504E0-4F89-41D3-9A0C-0305E82C3302
            ---
            {"aps":{"alert":"Hello"}}
            """

        @Test func `headers of the file are sent, and options override them`() async throws {
            let (up, control) = try await RunningUp.withFreshPhone()
            let pushed = try await up.bellhop(["push", "-"], input: Self.file)
            #expect(pushed.status == 0, "\(pushed)")
            #expect(!pushed.output.contains("inferred"))
            let first = try await control.deliveries().first
            #expect(first?["priority"]?.intValue == 5)
            #expect(first?["collapse_id"]?.stringValue == "gate")
            #expect(first?["apns_id"]?.stringValue == "3F2504E0-4F89-41D3-9A0C-0305E82C3302")
            let again = try await up.bellhop(
                ["push", "-", "--priority", "10"], input: Self.file)
            #expect(again.status == 0, "\(again)")
            #expect(try await control.deliveries().first?["priority"]?.intValue == 10)
        }
    }
}
