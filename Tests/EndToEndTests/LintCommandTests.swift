// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

/// `bellhop lint` as a person types it.
@Suite(.timeLimit(.minutes(30)))
struct LintCommandTests {
    private func lint(
        _ arguments: [String], input: String = "", in folder: String? = nil
    ) async throws -> Program.Result {
        try await BellhopTool.run(["lint"] + arguments, input: input, in: folder)
    }

    private static let good = #"{"aps":{"alert":"Hi","thread-id":"t","category":"c"}}"#
    private static let bad =
        "{\n  \"aps\": {\n    \"alert\": \"Hi\",\n    \"thread_id\": \"t\"\n  }\n}\n"
    private static let doubtful = #"{"aps":{"alert":"Hi","mutable-content":true}}"#

    @Test func `linting a valid payload exits with 0`() async throws {
        let result = try await lint(["-"], input: Self.good)
        #expect(result.status == 0, "\(result)")
        #expect(result.output == "nothing found in 1 file\n")
    }

    @Test func `an error in the payload is shown with its location, and the status is 1`()
        async throws
    {
        try await TemporaryFolder.with { folder in
            try folder.write(Self.bad, to: "a.apns")
            let result = try await lint(["a.apns"], in: folder.path)
            #expect(result.status == 1, "\(result)")
            #expect(result.errors.isEmpty)
            #expect(result.output.hasPrefix("a.apns:4:5: error: "))
            #expect(
                result.output.contains(
                    """

                        4 |     "thread_id": "t"
                          |     ^^^^^^^^^^^
                      try: 
                    """), "\(result)")
            #expect(!result.output.contains("\u{1B}"))
        }
    }

    @Test(arguments: [([], 0), (["--severity", "warning"], 1), (["--severity", "note"], 1)])
    func `a warning leads to status 1 only if --severity includes it`(
        options: [String], status: Int
    ) async throws {
        let result = try await lint(["-"] + options, input: Self.doubtful)
        #expect(result.status == Int32(status), "\(result)")
        #expect(result.output.contains("standard input:1:"))
    }

    @Test(arguments: [
        ["--type", "vooip"], ["--priority", "7"], ["--expiration", "tomorrow"],
        ["--topic", "no topic"], ["--collapse-id", String(repeating: "a", count: 65)],
    ])
    func `a wrong header on the command line is a finding`(options: [String]) async throws {
        let result = try await lint(["-"] + options, input: Self.good)
        #expect(result.status == 1, "\(result)")
        #expect(result.output.hasPrefix("command line: error: "), "\(result)")
    }

    @Test(arguments: [
        (["-"], "---\ntype: vooip\n---\n" + good, 1),
        (["-", "--type", "alert"], "---\ntype: vooip\n---\n" + good, 0),
    ])
    func `the command line overrides the file's headers`(
        arguments: [String], input: String, status: Int
    ) async throws {
        let result = try await lint(arguments, input: input)
        #expect(result.status == Int32(status), "\(result)")
    }

    @Test(arguments: [
        [], ["x.apns", "--severity", "loud"], ["x.apns", "--format", "xml"], ["--explain", "nope"],
        ["x.apns", "--min-os", "new"], ["x.apns", "--bogus"],
    ])
    func `wrong usage has status 64`(arguments: [String]) async throws {
        let result = try await lint(arguments)
        #expect(result.status == 64, "\(result)")
        #expect(result.output.isEmpty)
    }

    @Test func `a folder is searched, and files that are not payloads are reported`() async throws {
        try await TemporaryFolder.with { folder in
            try FileManager.default.createDirectory(
                atPath: folder.path("deep/er"), withIntermediateDirectories: true)
            try folder.write(Self.bad, to: "deep/er/a.apns")
            try folder.write(Self.good, to: "deep/b.json")
            try folder.write(#"{"name": "x", "aps2": 1}"#, to: "package.json")
            try folder.write("not examined", to: "readme.txt")
            let result = try await lint(["."], in: folder.path)
            #expect(result.status == 1, "\(result)")
            #expect(result.output.hasPrefix("deep/er/a.apns:4:5: error"))
            #expect(
                result.output.contains(
                    "package.json: skipped: the file has no aps at its top level"))
            #expect(result.output.contains("1 error in 2 files; 1 can be fixed by --fix; 1 file"))
        }
    }

    @Test func `the Contents.json files of an asset catalog are not mentioned`() async throws {
        try await TemporaryFolder.with { folder in
            for path in ["A.xcassets/Push.dataset", "App"] {
                try FileManager.default.createDirectory(
                    atPath: folder.path(path), withIntermediateDirectories: true)
            }
            try folder.write("{}", to: "A.xcassets/Contents.json")
            try folder.write("{}", to: "A.xcassets/Push.dataset/Contents.json")
            try folder.write(Self.good, to: "A.xcassets/Push.dataset/push.json")
            try folder.write("{}", to: "App/Contents.json")
            let result = try await lint(["."], in: folder.path)
            #expect(!result.output.contains(".xcassets"), "\(result)")
            #expect(result.output.contains("App/Contents.json: skipped"))
            #expect(result.output.contains("nothing found in 1 file"))
        }
    }

    @Test func `a folder without payloads is reported`() async throws {
        try await TemporaryFolder.with { folder in
            let result = try await lint(["."], in: folder.path)
            #expect(result.status == 0)
            #expect(result.output == "no payload was found\n")
        }
    }

    @Test func `a problem that concerns a folder as a whole is found`() async throws {
        try await TemporaryFolder.with { folder in
            for number in 1...8 {
                try folder.write(
                    #"""
                    {"aps":{"alert":"Hi","interruption-level":"time-sensitive","thread-id":"t",
                    "category":"c"}}
                    """#, to: "\(number).apns")
            }
            let result = try await lint([folder.path, "--severity", "warning"])
            #expect(result.status == 1, "\(result)")
            #expect(result.output.contains("8 of 8 notifications are time-sensitive"))
        }
    }

    @Test func `the rules are listed, a rule is explained, and a misspelled one gets a suggestion`()
        async throws
    {
        let list = try await lint(["--rules"])
        #expect(list.status == 0)
        let ids = list.output.split(separator: "\n").compactMap { $0.split(separator: " ").first }
        #expect(ids.count > 50)
        #expect(ids.contains("mutable-content-without-text"))
        let page = try await lint(["--explain", "mutable-content-without-text"])
        #expect(page.status == 0)
        #expect(page.output.contains("source  documented: Modifying content"))
        let near = try await lint(["--explain", "mutable-content-without-txt"])
        #expect(near.errors.contains("did you mean mutable-content-without-text"))
    }

    @Test(arguments: ["json", "sarif"])
    func `the formats json and sarif are JSON, even if nothing is found`(format: String)
        async throws
    {
        for input in [Self.good, Self.bad] {
            let result = try await lint(["-", "--format", format], input: input)
            let value = try JSONReader.read(result.output).value
            #expect(value.objectValue != nil)
        }
    }

    @Test func `GitHub's annotations name file and line`() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write(Self.bad, to: "a b,c.apns")
            let result = try await lint(["a b,c.apns", "--format", "github"], in: folder.path)
            #expect(
                result.output.hasPrefix(
                    "::error file=a b%2Cc.apns,line=4,col=5,endLine=4,endColumn=15,title="))
            #expect(result.output.split(separator: "\n").count == 1)
        }
    }
}
