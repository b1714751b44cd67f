// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import bellhop

/// The table of settings, and the documentation and the help that are generated from it.
@Suite(.timeLimit(.minutes(30)))
struct SettingTableTests {
    /// Settings whose kind is a number, by key.
    private static let numbers: [String: ClosedRange<Int>] = {
        var ranges: [String: ClosedRange<Int>] = [:]
        for setting in Setting.all {
            if case .number(let range, _) = setting.kind { ranges[setting.key] = range }
        }
        return ranges
    }()

    private static func setting(_ key: String) throws -> Setting {
        try #require(Setting.all.first { $0.key == key })
    }

    @Test func `each key and option occurs once, and a setting's names follow from its key`() {
        #expect(Set(Setting.all.map(\.key)).count == Setting.all.count)
        #expect(Set(Setting.all.map(\.flag)).count == Setting.all.count)
        for setting in Setting.all {
            #expect(setting.key.wholeMatch(of: /[a-z]+(_[a-z]+)*/) != nil, "\(setting.key)")
            #expect(setting.option.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil, "\(setting.option)")
        }
        #expect(Setting.masterKeyFile.flag == "--master-key-file")
        #expect(Setting.masterKeyFile.variable == "BELLHOP_MASTER_KEY_FILE")
    }

    @Test func `each default is a permitted value, and each number has a default`() throws {
        for setting in Setting.all {
            if let text = setting.defaultText { _ = try setting.kind.value(of: [text]) }
        }
        #expect(Self.numbers.count > 5)
        for key in Self.numbers.keys { #expect(try Self.setting(key).defaultText != nil) }
        for setting in Setting.all where setting.kind == .share {
            #expect(setting.defaultText != nil, "\(setting.key)")
        }
    }

    @Test(arguments: numbers.keys.sorted())
    func `a number is permitted within its range only`(key: String) throws {
        let kind = try Self.setting(key).kind
        let range = try #require(Self.numbers[key])
        for number in [range.lowerBound, range.upperBound] {
            #expect(try kind.value(of: ["\(number)"]) == .number(number))
        }
        for text in [
            "\(range.lowerBound - 1)", "\(range.upperBound + 1)", "", "x", "\(range.upperBound) ",
            "1e2", "50.0", "99999999999999999999",
        ] {
            #expect(throws: SettingProblem.self, "\(text)") { try kind.value(of: [text]) }
        }
    }

    @Test(arguments: [
        ("simulator", "yes", "true or false"), ("log_level", "loud", "notice, warning"),
        ("log_format", "xml", "text, json"), ("database", "mysql://db/x", "postgres://"),
        ("database", "postgres://db/x?pool=0", "pool"), ("host", "", "empty"),
        ("host", "a\nb", "line break"), ("port", "99999", "\"99999\"; write a number from 0 to"),
        ("trace_share", "1.5", "\"1.5\"; write a number from 0 to 1"),
    ])
    func `the error for an invalid value says what to write`(
        key: String, text: String, phrase: String
    ) throws {
        let kind = try Self.setting(key).kind
        let problem = #expect(throws: SettingProblem.self) { try kind.value(of: [text]) }
        #expect(problem?.description.contains(phrase) == true, "\(String(describing: problem))")
        #expect(problem?.description.contains("; ") == true)
    }

    @Test func `a share is a plain number from 0 to 1`() throws {
        let shares: [(String, Double)] = [
            ("0", 0), ("1", 1), ("0.0", 0), ("1.000", 1), ("0.01", 0.01), (".5", 0.5),
        ]
        for (text, share) in shares {
            #expect(try SettingKind.share.value(of: [text]) == .share(share), "\(text)")
        }
        for text in [
            "1.01", "2", "-0.1", "-0", "+1", "", ".", "1..0", "0,5", "5%", "1e-2", "0x1p-1", "nan",
            "inf", " 1", "x",
        ] {
            #expect(throws: SettingProblem.self, "\(text)") {
                try SettingKind.share.value(of: [text])
            }
        }
    }

    @Test func `texts and lists have limits`() throws {
        let long = String(repeating: "a", count: SettingKind.textByteCountMax)
        #expect(try SettingKind.text.value(of: [long]) == .text(long))
        #expect(throws: SettingProblem.self) { try SettingKind.text.value(of: [long + "a"]) }
        let many = Array(repeating: "a", count: SettingKind.textCountMax)
        #expect(try SettingKind.texts.value(of: many) == .texts(many))
        #expect(throws: SettingProblem.self) { try SettingKind.texts.value(of: many + ["a"]) }
    }

    @Test func `the table in the documentation has a row for each setting`() throws {
        let path = BellhopTool.root + "/docs/operating.md"
        let page = try String(contentsOfFile: path, encoding: .utf8)
        let table = Setting.documentation.joined(separator: "\n")
        #expect(page.contains("\n\n\(table)\n\n"), "docs/operating.md, Settings:\n\(table)")
    }

    @Test func `the help lists each option with its meaning and environment variable`() async throws
    {
        let help = try await BellhopTool.run(["serve", "--help"])
        let words = help.output.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        for setting in Setting.all where setting.sources.contains(.flag) {
            #expect(words.contains(setting.flag), "\(setting.key)")
            #expect(words.contains(setting.meaning), "\(setting.key)")
            #expect(words.contains("environment: \(setting.variable)"), "\(setting.key)")
        }
        #expect(words.contains("Default: 8080; values: 0 to 65535; environment: BELLHOP_PORT"))
    }
}
