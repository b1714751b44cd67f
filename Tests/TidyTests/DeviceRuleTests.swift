// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Test func `the page of the phone's rules lists more than 200 rules that need a test`() {
    #expect(DeviceRuleRow.all.count > 200)
    #expect(DeviceRuleRow.all.count { $0.needsTest } > 200)
    #expect(Set(DeviceRuleRow.all.map(\.id)).count == DeviceRuleRow.all.count)
}

@Test(arguments: DeviceRuleRow.all.filter(\.needsTest))
func `a documented, measured or reported rule has a test that names it`(row: DeviceRuleRow) {
    let isTested = !row.links.isEmpty
    if rulesNotYetTested.contains(row.id) {
        #expect(!isTested, "\(row.id) has a test; take it out of rulesNotYetTested")
    } else {
        #expect(isTested, "no test names \(row.id); write one, then: make docs")
    }
}

@Test func `the list of rules without a test contains only rules that need a test`() {
    let known = Set(DeviceRuleRow.all.filter(\.needsTest).map(\.id))
    #expect(rulesNotYetTested.subtracting(known) == [])
}

@Test(arguments: DeviceRuleRow.all.filter { !$0.links.isEmpty })
func `a test that a rule links to is in the linked file`(row: DeviceRuleRow) {
    for link in row.links {
        let file = SourceFile.all.first { $0.path == link.path }
        let isThere = file?.lines.contains {
            $0.contains("func `\(link.name)`") || $0.contains("func \(link.name)(")
        }
        #expect(isThere == true, "\(row.id): no test \(link.name) in \(link.path); run: make docs")
    }
}

@Test(arguments: [
    ("| `A-1` | x | documented | Page | none |", true, 0),
    ("| `A-1` | x | reported | Page | [Y › a (b)](../../Tests/X/Y.swift); and 2 more |", true, 1),
    ("| `A-1` | x | reported | Page | [Y+Z › a](../../Tests/X/Y+Z.swift) |", true, 1),
    ("| `A-1` | x | chosen | Page | none |", false, 0),
    ("| `A-1` | x | documented | Page | APNs' side |", false, 0),
    ("| `A-1` | x | documented | Page | left out: y |", false, 0),
])
func `a row of the page states whether a test is needed and how many tests are linked`(
    line: String, needsTest: Bool, linkCount: Int
) throws {
    let row = try #require(DeviceRuleRow(line[...]))
    #expect(row.id == "A-1")
    #expect(row.needsTest == needsTest)
    #expect(row.links.count == linkCount)
}

@Test(arguments: ["", "## Title", "| rule | a | b | c | d |", "| --- | --- | --- | --- | --- |"])
func `a line that does not describe a rule is not read as a row`(line: String) {
    #expect(DeviceRuleRow(line[...]) == nil)
}
