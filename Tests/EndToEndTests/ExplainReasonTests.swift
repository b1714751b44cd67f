// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

/// `bellhop explain --reason` and `--symptom` as a person types them.
@Suite(.timeLimit(.minutes(30)))
struct ExplainReasonTests {
    private func explain(_ arguments: String...) async throws -> Program.Result {
        try await BellhopTool.run(["explain"] + arguments)
    }

    @Test(arguments: ["BadDeviceToken", "baddevicetoken", "bad_device-token", " BadDeviceToken "])
    func `a reason is recognized regardless of letter case, separators and spaces`(word: String)
        async throws
    {
        let result = try await explain("--reason", word)
        #expect(result.status == 0, "\(result)")
        #expect(result.output.hasPrefix("400 BadDeviceToken: "))
        for part in [
            "1  the token belongs to the other environment", "check ", "try   ", "unlike ",
        ] {
            #expect(result.output.contains(part), "\(result.output)")
        }
        #expect(!result.output.contains("\u{1B}"))
    }

    @Test(arguments: RejectionReason.table.map(\.reason.rawValue))
    func `every reason is explained, as text and as JSON`(name: String) async throws {
        #expect(try await explain("--reason", name).status == 0)
        let json = try JSONValue(
            parsing: try await explain("--reason", name, "--format", "json").output)
        #expect(json["reason"]?.stringValue == name)
        #expect(json["documented"]?.boolValue == true)
        #expect(json["causes"]?.arrayValue?.isEmpty == false)
        #expect(
            json.sortedKeys == [
                "again", "causes", "documented", "grade", "meaning", "reason", "retry", "source",
                "status", "token", "token_consequence", "try", "unlike",
            ])
    }

    @Test func `a status lists its reasons, and 200 states that delivery is not guaranteed`()
        async throws
    {
        let forbidden = try await explain("--reason", "403")
        #expect(forbidden.status == 0)
        #expect(forbidden.output.contains("InvalidProviderToken"))
        #expect(!forbidden.output.contains("BadDeviceToken"))
        let accepted = try await explain("--reason", "200")
        #expect(accepted.status == 0)
        #expect(accepted.output.contains("does not guarantee delivery"))
        let undocumented = try await explain("--reason", "418")
        #expect(undocumented.status == 1)
        #expect(undocumented.output.contains("does not document the status 418"))
        let all = try await explain("--reason", "list")
        for row in RejectionReason.table { #expect(all.output.contains(row.reason.rawValue)) }
    }

    @Test func `an undocumented reason is reported, with a suggestion if one is similar`()
        async throws
    {
        let near = try await explain("--reason", "BadDevicToken")
        #expect(near.status == 1)
        #expect(near.output.contains("Did you mean BadDeviceToken?"))
        let new = try await explain("--reason", "BadWeather")
        #expect(new.status == 1)
        #expect(new.output.contains("BadWeather is not a reason that Apple documents"))
        #expect(!new.output.contains("Did you mean"))
        let json = try JSONValue(
            parsing: try await explain("--reason", "BadWeather", "--format", "json").output)
        #expect(json["documented"]?.boolValue == false)
    }

    @Test(arguments: ["\u{1B}[31mred", "a\nb", String(repeating: "x", count: 5000), "'; --", ""])
    func `arbitrary text leads to a short message without an escape character`(word: String)
        async throws
    {
        let result = try await explain("--reason", word)
        #expect(result.status == 1, "\(result)")
        #expect(!result.output.contains("\u{1B}") && result.output.utf8.count < 1000)
        let symptom = try await explain("--symptom", word)
        #expect(symptom.status == 64)
        #expect(!symptom.errors.contains("\u{1B}") && symptom.errors.utf8.count < 1000)
    }

    @Test(arguments: [
        "nothing-arrives", "no-token", "development-only", "silent-push", "late", "no-picture",
    ])
    func `a symptom is listed and explained`(word: String) async throws {
        let result = try await explain("--symptom", word)
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("likely    1  "))
        #expect(try await explain("--symptom", "list").output.contains(word))
        let json = try JSONValue(
            parsing: try await explain("--symptom", word, "--format", "json").output)
        #expect(json["symptom"]?.stringValue == word)
    }

    @Test func `explain accepts exactly one of a payload, a reason and a symptom`() async throws {
        for arguments in [
            [], ["a.apns", "--reason", "403"], ["--reason", "1", "--symptom", "late"],
        ] {
            let result = try await BellhopTool.run(["explain"] + arguments)
            #expect(result.status == 64, "\(result)")
            #expect(result.isOneLineError, "\(result)")
            #expect(result.errors.contains("--reason REASON"))
        }
    }
}
