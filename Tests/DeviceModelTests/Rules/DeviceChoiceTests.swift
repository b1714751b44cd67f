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

/// The switches by their encoded names, with their values as JSON.
private func written(_ choices: DeviceChoices) throws -> [String: String] {
    let data = try JSONEncoder().encode(choices)
    let object = try #require(JSONReader.read(Array(data)).value.objectValue)
    return Dictionary(
        uniqueKeysWithValues: object.members.map { ($0.key, JSONWriter.text($0.value)) })
}

@Test func `each switch has exactly one row in the table, with the switch's default`() throws {
    let switches = try written(DeviceChoices())
    #expect(Set(DeviceChoice.table.map(\.name)) == Set(switches.keys))
    #expect(Set(DeviceChoice.table.map(\.name)).count == DeviceChoice.table.count)
    for choice in DeviceChoice.table {
        #expect(choice.defaultValue == switches[choice.name], "\(choice.name)")
    }
}

@Test(arguments: DeviceChoice.table)
func `each row of the switches names a rule of the phone and describes both values`(
    choice: DeviceChoice
) {
    #expect(choice.rule.rule?.scope == .phone)
    #expect(!choice.text.isEmpty && !choice.text.hasSuffix("."))
    #expect(!choice.otherwise.isEmpty && choice.otherwise != choice.text)
}

@Test func `every chosen rule has a switch, or a reason why it has none`() {
    let switched = Set(DeviceChoice.table.map(\.rule))
    let chosen = Set(
        DeviceRule.table.filter { $0.claim.grade == .chosen && $0.scope == .phone }.map(\.id))
    #expect(chosen.subtracting(switched) == Set(DeviceChoice.withoutSwitch.map(\.rule)))
    #expect(DeviceChoice.withoutSwitch.allSatisfy { !$0.reason.isEmpty })
}
