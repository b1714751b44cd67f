// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI
import Testing

@testable import Workbench

/// Lists of users and installations as audiences, and the progress of a campaign.
struct AudienceListTests {
    private func filter(_ audience: String, _ text: String) throws -> CampaignAudience {
        let list = try #require(AudienceList(audience))
        return try list.audience(Array(text.utf8), name: "list.txt")
    }

    @Test(arguments: [
        ("users:list.txt", "alex\n", "user in (\"alex\")"),
        (
            "installations:-", "i1\r\n\n  i2 \ni1\n",
            "installation in (\"i1\",\"i2\")"
        ),
        ("users:x", "a\"b\\c", "user in (\"a\\\"b\\\\c\")"),
        // These names look the same and have different bytes.
        ("users:x", "\u{E9}\ne\u{301}", "user in (\"\u{E9}\",\"e\u{301}\")"),
    ])
    func `a list of users or installations becomes a filter`(
        audience: String, text: String, line: String
    ) throws {
        let found = try filter(audience, text)
        guard case .filter(let written) = found else {
            Issue.record("\(found)")
            return
        }
        #expect(Array(written.utf8) == Array(line.utf8))
    }

    @Test(arguments: ["all", "tag beta", "segment:lapsed", "users:", "user in (\"alex\")"])
    func `other forms of an audience are not lists`(text: String) {
        #expect(AudienceList(text) == nil)
    }

    @Test func `a list is refused if its filter would exceed the size limit`() throws {
        let start = "user in (".utf8.count + ")".utf8.count
        // Each name has 97 bytes, two quotation marks and a comma.
        let count = (GatewayLimits.filterByteCountMax - start + 1) / 100
        let names = (0..<count).map { String(10_000 + $0) + String(repeating: "x", count: 92) }
        _ = try filter("users:x", names.joined(separator: "\n"))
        let more = names + [String(repeating: "y", count: 97)]
        let failure = #expect(throws: WorkFailure.self) {
            try filter("users:x", more.joined(separator: "\n"))
        }
        #expect(failure?.description.contains("\(count + 1) users") == true)
        #expect(failure?.description.contains("tag") == true)
    }

    @Test(arguments: [
        ("", "names no users"), ("\n \n", "names no users"),
        ("alex\n" + String(repeating: "x", count: 256), "list.txt:2"), ("a\u{7}b", "list.txt:1"),
    ])
    func `the error for an invalid list says what is wrong and where`(text: String, phrase: String)
    {
        let failure = #expect(throws: WorkFailure.self) { try filter("users:x", text) }
        #expect(failure?.description.contains(phrase) == true)
    }

    @Test func `the progress shows how much of the audience has an outcome`() {
        let campaign = CampaignResource(
            id: "c1", app: "com.example.app", state: "sending", stopReason: nil,
            totals: .init(
                accepted: 40, rejected: 5, expired: 0, suppressed: 5, cancelled: 0, retrying: 2),
            reasons: [])
        let line = CampaignProgress.line(campaign, of: 100)
        #expect(line.hasPrefix("████████████░░░░░░░░░░░░ 50 %  sending: 40 accepted"))
        #expect(line.hasSuffix("10 not accepted, 2 will be sent again"))
        #expect(CampaignProgress.line(campaign, of: nil).hasPrefix("sending: 40"))
        #expect(CampaignProgress.line(campaign, of: 10).contains(" 100 % "))
        #expect(CampaignProgress.line(campaign, of: 0).hasPrefix("sending"))
    }
}
