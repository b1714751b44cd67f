// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import DeviceModel
import Foundation
import Testing

@testable import SimulatorHost

/// The switches of a phone, each of which can be set by its name.
struct PhoneSwitchTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private static func phone() -> Device {
        var device = DemoPhone.make()
        device.summary = ScheduledSummary()
        return device
    }

    /// Returns the phone after a switch was set to a value.
    private func setting(_ found: PhoneSwitch, to value: String) throws -> Device {
        var device = Self.phone()
        for step in try found.steps(value, device, InstalledApp.demoBundleID) {
            switch step {
            case .action(let action):
                device = try device.performing(action, at: Self.now).device
            case .edit(let edit): edit(&device)
            case .extensionFailure, .ask, .push: Issue.record("a switch only sets")
            }
        }
        return device
    }

    /// Some valid values of a switch.
    private static func validValues(of found: PhoneSwitch) -> [String] {
        switch found.name {
        case "focus": ["off", "Work"]
        case "summary": ["off", "07:15,21:00"]
        case "time-zone": ["Europe/Berlin"]
        case "language": ["de"]
        case "location": ["off", "52.5,13.4"]
        case "presentation": ["none", "banner,sound"]
        default:
            found.values.hasPrefix("a number")
                ? ["0", "7"]
                : found.values.replacing(" or ", with: ", ").components(separatedBy: ", ")
        }
    }

    @Test(arguments: PhoneSwitch.table.map(\.name))
    func `a switch shows its new value`(name: String) throws {
        let found = try PhoneSwitch.named(name)
        let values = Self.validValues(of: found)
        #expect(!values.isEmpty)
        for value in values {
            let device = try setting(found, to: value)
            #expect(found.read(device, try #require(device.apps.first)) == value)
        }
    }

    @Test(
        arguments: PhoneSwitch.table.filter { $0.name != "time-zone" && $0.name != "focus" }
            .map(\.name))
    func `an invalid value changes nothing and is reported with the valid ones`(name: String) throws
    {
        let found = try PhoneSwitch.named(name)
        for value in ["?", "", nil] {
            let problem = try #require(throws: ControlProblem.self) {
                _ = try found.steps(value, Self.phone(), InstalledApp.demoBundleID)
            }
            #expect(problem.detail.contains(found.values))
        }
    }

    @Test func `the names of switches are unique, also if they are written with underscores`()
        throws
    {
        let names = PhoneSwitch.table.map { $0.name.replacing("_", with: "-") }
        #expect(Set(names).count == names.count)
        #expect(try PhoneSwitch.named("low_power").name == "low-power")
        #expect(try PhoneSwitch.named("badge-zero-clears-list").rule == "BDG-5")
    }

    @Test func `each choice has a row that shows its default`() throws {
        let device = Device(id: "a", name: "a", apps: [.demo])
        let app = try #require(device.apps.first)
        let rows = PhoneSwitch.choices
        #expect(rows.map(\.name) == DeviceChoice.table.map(\.name))
        for (row, choice) in zip(rows, DeviceChoice.table) {
            let value = ["true": "on", "false": "off"][choice.defaultValue] ?? choice.defaultValue
            #expect(row.read(device, app) == value)
        }
    }

    @Test func `each rule that a switch names is in the table`() {
        for found in PhoneSwitch.table {
            guard let rule = found.rule else { continue }
            #expect(rule.rule != nil, "\(found.name): \(rule)")
        }
    }
}
