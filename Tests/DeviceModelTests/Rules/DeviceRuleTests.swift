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

@Test func `every rule is there once, with words and a source`() {
    #expect(Set(DeviceRule.table.map(\.id)).count == DeviceRule.table.count)
    for rule in DeviceRule.table {
        #expect(!rule.text.isEmpty && !rule.text.hasSuffix("."))
        #expect(!rule.claim.source.isEmpty)
        #expect(rule.id.rule == rule)
    }
}

@Test(arguments: ["DeviceModel", "DeviceSimulator"])
func `every rule that the sources name is in the table`(target: String) throws {
    let sources = packageRoot.appending(path: "Sources/\(target)")
    var cited: Set<RuleID> = []
    for name in try FileManager.default.subpathsOfDirectory(atPath: sources.path)
    where name.hasSuffix(".swift") && !name.hasSuffix("+Table.swift") {
        let text = try String(contentsOf: sources.appending(path: name), encoding: .utf8)
        for match in text.matches(of: /[ "(`]([A-Z]{2,4}-\d+)[ ")`:]/) {
            cited.insert(RuleID(rawValue: String(match.1)))
        }
    }
    // Words of the same shape that are no rules.
    cited.subtract(["UTF-8"])
    #expect(cited.count > 5)
    #expect(cited.filter { $0.rule == nil } == [])
}

/// The folder of the package, found from this file.
var packageRoot: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
}
