// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GatewayModel
import Simulation
import Testing

/// The language in which people write filters.
struct AudienceLanguageTests {
    static let vocabulary = AudienceVocabulary(attributes: [
        "plan": .text, "age": .number, "paid": .flag, "trial_ends": .date,
    ])

    private func read(_ line: String) throws -> AudienceFilter {
        try AudienceParser.filter(line, Self.vocabulary)
    }

    static let january: Int64 = 1_769_817_600_000

    @Test(
        arguments: [
            ("all", .all), ("tag beta", .tags(["beta"])), ("tag \"in\"", .tags(["in"])),
            ("tag in (a, \"b c\")", .tags(["a", "b c"])),
            ("plan is \"pro\"", .attribute("plan", .equal, .text("pro"))),
            ("plan is not \"p\\\"r\\\\o\"", .attribute("plan", .notEqual, .text("p\"r\\o"))),
            ("plan in (\"a\", \"b\")", .oneOf("plan", [.text("a"), .text("b")])),
            ("user in (\"alex\")", .users(["alex"])), ("plan exists", .exists("plan")),
            ("age >= -2.5", .attribute("age", .greaterOrEqual, .number(-2.5))),
            ("paid is true", .attribute("paid", .equal, .flag(true))),
            ("app_version >= 2.10", .attribute("app_version", .greaterOrEqual, .text("2.10"))),
            ("last_seen < 30d ago", .attribute("last_seen", .less, .ago(30 * 86_400))),
            ("trial_ends > 2026-01-31", .attribute("trial_ends", .greater, .date(Self.january))),
            ("permission is \"denied\"", .attribute("permission", .equal, .text("denied"))),
            (
                "tag a or tag b and not (tag c or tag d)",
                .or([
                    .tags(["a"]), .and([.tags(["b"]), .not(.or([.tags(["c"]), .tags(["d"])]))]),
                ])
            ),
            (
                "(tag a and tag b) and tag c",
                .and([.and([.tags(["a"]), .tags(["b"])]), .tags(["c"])])
            ),
            (
                "plan is \"pro\" and last_seen > 7d ago and not tag beta",
                .and([
                    .attribute("plan", .equal, .text("pro")),
                    .attribute("last_seen", .greater, .ago(7 * 86_400)), .not(.tags(["beta"])),
                ])
            ),
        ] as [(String, AudienceFilter)])
    func `a filter is parsed from a line and written as the same line`(
        line: String, filter: AudienceFilter
    ) throws {
        #expect(try read(line) == filter)
        #expect(filter.line == line)
    }

    @Test(arguments: [
        ("", 1, "a name, tag, topic, not, all or ("), ("plna is \"x\"", 1, "did you mean plan?"),
        ("tag beta and lastseen > 7d ago", 14, "did you mean last_seen?"),
        ("zzz is \"x\"", 1, "/v1/apps/{bundle_id}/attributes/{name}"),
        ("plan = \"x\"", 6, "write plan is"), ("plan is pro", 9, "write \"pro\""),
        ("age is \"3\"", 8, "a number"), ("paid > true", 6, "is, is not, in, exists"),
        ("paid is yes", 9, "true or false"), ("last_seen > 7w ago", 13, "7d ago"),
        ("last_seen > 7d", 15, "write ago"), ("trial_ends > 2026-02-30", 14, "a date"),
        ("app_version > new", 15, "a version"), ("tag", 4, "the name of a tag"),
        ("permission is \"denid\"", 15, "did you mean \"denied\"?"),
        ("(tag a", 7, "\"and\", \"or\", or \")\""),
        ("tag a)", 6, "\"and\", \"or\", or the end of the filter"),
        ("plan in ()", 10, "a text"), ("plan is \"x", 9, "no end"), ("plan is \"\"", 9, "empty"),
        ("plan is \"é\" & tag a", 13, "quotation marks"),
        (String(repeating: "not ", count: 20) + "all", 65, "levels deep"),
        (String(repeating: " ", count: 9000), 1, "bytes"),
    ])
    func `a syntax error states its column and what is expected`(
        line: String, column: Int, part: String
    ) throws {
        let error = #expect(throws: AudienceSyntaxError.self) { try read(line) }
        #expect(error?.column == column)
        #expect(error?.problem.contains(part) == true, "\(error?.problem ?? "")")
    }

    @Test func `the line of any filter is parsed to the same filter`() throws {
        for seed in UInt64(1)...2000 {
            var random = AudienceSamples(seed: seed)
            let filter = random.filter()
            let line = filter.line
            let again = try read(line)
            #expect(again == filter, "seed \(seed): \(line)")
            #expect(again.line == line)
        }
    }

    @Test func `the parser either accepts a line or throws a syntax error`() {
        let parts = [
            "plan", "tag", "(", ")", "\"", "\\", "is", "not", "<=", "7d", "ago", ",", "in", "é",
            "2026-01-31", "\u{301}", "and", "or", "-", "1e999", "\u{0}", "last_seen", ">", "=", "!",
        ]
        for seed in UInt64(1)...3000 {
            var random = SeededGenerator(seed: seed)
            let count = Int.random(in: 0...12, using: &random)
            let line = (0..<count).map { _ in
                parts.randomElement(using: &random)! + (Bool.random(using: &random) ? " " : "")
            }.joined()
            do throws(AudienceSyntaxError) {
                let filter = try AudienceParser.filter(line, Self.vocabulary)
                #expect(throws: Never.self) { try read(filter.line) }
            } catch {
                #expect((1...line.count + 1).contains(error.column), "seed \(seed): \(line)")
            }
        }
    }

    @Test(arguments: [
        ("2.9", "2.10", true), ("2", "2.0", false), ("2.0", "2", false), ("1.99", "2", true),
        ("0", "0.1", true), ("2.1-beta", "2.1", false), ("9", "10", true), ("2", "2.0.1", true),
    ])
    func `versions are compared number by number`(
        smaller: String, greater: String, isLess: Bool
    ) throws {
        let filter = AudienceFilter.attribute("app_version", .less, .text(greater))
        let facts = InstallationFacts(
            bundleID: "a", installation: "i", attributes: ["app_version": .text(smaller)])
        #expect(filter.contains(facts) == isLess)
        #expect(VersionOrder.key("beta") == nil)
    }

    @Test func `a relative time is resolved to a date before the present`() {
        let now: Int64 = 100 * 86_400_000
        let filter = AudienceFilter.attribute("last_seen", .less, .ago(30 * 86_400))
        func seen(_ day: Int64) -> InstallationFacts {
            InstallationFacts(
                bundleID: "a", installation: "i",
                attributes: ["last_seen": .date(day * 86_400_000)])
        }
        #expect(filter.resolved(at: now).contains(seen(69)))
        #expect(!filter.resolved(at: now).contains(seen(71)))
        #expect(!filter.contains(seen(69)))
        #expect(filter.resolved(at: now).line == "last_seen < 1970-03-12")
    }

    @Test(arguments: [
        "1970-01-01", "2000-02-29", "2024-02-29", "9999-12-31T23:59:59.999Z",
        "2026-01-31T10:05:09Z",
    ])
    func `a date is written as it was read`(text: String) throws {
        #expect(AudienceTime.text(try #require(AudienceTime.milliseconds(text))) == text)
    }

    @Test(arguments: [
        ("tag a", true), ("not tag a", false), ("not tag a and plan is \"x\"", true),
        ("tag a or platform is \"ios\"", false), ("platform is \"ios\" and user in (\"a\")", true),
        ("plan is not \"x\"", false), ("plan exists", true), ("locale exists", false),
        ("all", true), ("all and not tag a", false), ("created > 7d ago", false),
        ("permission is \"denied\"", true), ("permission exists", false),
    ])
    func `a filter states whether an index supports it`(line: String, isIndexed: Bool) throws {
        #expect(try read(line).isIndexed == isIndexed)
    }
}

/// The examples of the guide.
struct AudienceGuideTests {
    @Test func `every filter of the guide is parsed, and is written as in the guide`() throws {
        let root = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in
            url.deletingLastPathComponent()
        }
        let text = try String(
            contentsOf: root.appending(path: "docs/guide/audiences.md"), encoding: .utf8)
        let lines = text.components(separatedBy: "\n")
        let start = try #require(lines.firstIndex(of: "```filter"))
        let filters = lines[(start + 1)...].prefix { $0 != "```" }
        #expect(filters.count > 8)
        let vocabulary = AudienceVocabulary(attributes: ["plan": .text, "trial_ends": .date])
        for line in filters {
            #expect(try AudienceParser.filter(line, vocabulary).line == line)
        }
    }
}
