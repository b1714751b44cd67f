// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Test func `every rule exists once, with a text and a source`() {
    #expect(Set(DeviceRule.table.map(\.id)).count == DeviceRule.table.count)
    for rule in DeviceRule.table {
        #expect(!rule.text.isEmpty && !rule.text.hasSuffix("."), "\(rule.id)")
        #expect(!rule.claim.source.isEmpty, "\(rule.id)")
        #expect(rule.id.rule == rule)
        if case .notModelled(let why) = rule.scope { #expect(!why.isEmpty, "\(rule.id)") }
    }
}

/// The numbers of the rules of each kind. The ranges have no gaps.
@Test(arguments: [
    ("AUTH", [1...15, 20...26]), ("OPT", [1...5]), ("SET", [1...7]), ("REG", [1...16]),
    ("ARR", [1...2]), ("LC", [1...13, 20...24]), ("LT", [1...8]), ("FG", [1...11]),
    ("RSP", [1...15]), ("NSE", [1...15]), ("ATT", [1...8]), ("NCE", [1...10]), ("LVL", [1...5]),
    ("INT", [1...14]), ("SIL", [1...12]), ("BDG", [1...8]), ("SND", [1...5]), ("LOC", [1...7]),
    ("GRP", [1...3]), ("ID", [1...4]), ("RM", [1...4]), ("LCL", [1...23]), ("ACT", [1...10]),
    ("LA", [1...25]), ("SF", [1...11]), ("LNK", [1...8]), ("N26", [1...8]),
])
func `the rules of one kind are complete and in order`(
    letters: String, numbers: [ClosedRange<Int>]
) {
    let expected = numbers.joined().map { "\(letters)-\($0)" }
    let found = DeviceRule.table.map(\.id.rawValue).filter { $0.hasPrefix(letters + "-") }
    #expect(found == expected)
}

@Test(arguments: DeviceRule.Area.allCases)
func `each area has a heading, and its rules form one block of the table`(area: DeviceRule.Area) {
    #expect(!area.title.isEmpty)
    let positions = DeviceRule.table.indices.filter { DeviceRule.table[$0].area == area }
    let first = positions.first ?? -1
    #expect(positions == Array(first..<(first + positions.count)) && first >= 0)
}

@Test func `an identifier that the table does not know has no rule`() {
    #expect(RuleID("SIL-99").rule == nil)
    #expect(RuleID("").rule == nil)
}

/// The targets that cite rules.
private let citing = [
    "DeviceModel", "DeviceSimulator", "OpenUserNotifications", "BellhopTesting", "Explain",
    "ControlAPI", "SimulatorHost", "WebConsole", "bellhop",
]

@Test(arguments: citing)
func `every rule that the sources name is in the table`(target: String) throws {
    let sources = packageRoot.appending(path: "Sources/\(target)")
    let names = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
    // Words that have the form of a rule's identifier but do not identify a rule.
    let other: Set<RuleID> = ["UTF-8", "UTF-16", "SHA-256", "ES-256", "HTTP-2"]
    var cited: Set<RuleID> = []
    for name in names
    where name.hasSuffix(".swift") && !name.hasPrefix("Rules/") {
        let text = try String(contentsOf: sources.appending(path: name), encoding: .utf8)
        for match in text.matches(of: /\b([A-Z][A-Z0-9]{1,3}-\d+)\b/) {
            cited.insert(RuleID(rawValue: String(match.1)))
        }
    }
    if target == "DeviceModel" { #expect(cited.count > 5) }
    #expect(cited.subtracting(other).filter { $0.rule == nil } == [])
}

/// The folder of the package, found from this file.
var packageRoot: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
}
