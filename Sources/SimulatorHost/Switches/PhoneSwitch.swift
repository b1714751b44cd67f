// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import DeviceModel

/// A named setting of a phone; one row of ``PhoneSwitch/table``.
struct PhoneSwitch: Sendable {
    let name: String
    let scope: SwitchView.Scope
    /// A description of the valid values.
    let values: String
    let meaning: String
    let rule: RuleID?
    /// A function that returns the current value. Only switches that belong to an app use the
    /// second argument, the app.
    let read: @Sendable (Device, InstalledApp) -> String
    /// A function that returns the steps that set a value; `nil` when the value is invalid. The
    /// bundle identifier is used only by switches that belong to an app.
    let steps: @Sendable (_ word: String, Device, _ bundleID: String) -> [PhoneStep]?

    /// All switches: the switches of the phone, the switches of an app, and the switches for
    /// undocumented behaviour.
    static let table: [PhoneSwitch] = phone + app + choices

    /// Returns the switch with the given name. In the name, `-` and `_` are interchangeable.
    static func named(_ name: String) throws -> PhoneSwitch {
        func plain(_ name: String) -> String {
            String(name.map { $0 == "_" ? "-" : $0 })
        }
        guard let found = table.first(where: { plain($0.name) == plain(name) }) else {
            throw ControlProblem(
                .badRequest,
                "there is no switch \"\(OneLine.text(name, characterCountMax: 40))\"; list them "
                    + "with: bellhop device set --list")
        }
        return found
    }

    /// Returns the steps that set a value.
    func steps(_ word: String?, _ device: Device, _ bundleID: String) throws -> [PhoneStep] {
        guard let word, let steps = steps(word, device, bundleID) else {
            let given = word.map { ", not \"\(OneLine.text($0, characterCountMax: 40))\"" } ?? ""
            throw ControlProblem(.badRequest, "\(name) takes \(values)\(given)")
        }
        return steps
    }

    func view(_ device: Device, _ app: InstalledApp) -> SwitchView {
        SwitchView(
            name: name, scope: scope, value: read(device, app), values: values, meaning: meaning,
            rule: rule)
    }
}

extension PhoneSwitch {
    static let onOrOff = "on or off"

    static func word(_ isOn: Bool) -> String { isOn ? "on" : "off" }

    /// Parses `on` and `off`, or the Booleans of JSON.
    static func isOn(_ word: String) -> Bool? {
        switch word {
        case "on", "true": true
        case "off", "false": false
        default: nil
        }
    }

    /// Returns the values of an enumeration as a list.
    static func list<Value>(_ type: Value.Type) -> String
    where Value: CaseIterable & RawRepresentable, Value.RawValue == String {
        let names = Value.allCases.map(\.rawValue)
        return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }

    /// Makes a switch of the phone that is on or off.
    static func phone(
        _ name: String, _ meaning: String, _ rule: RuleID?,
        read: @escaping @Sendable (Device) -> Bool,
        action: @escaping @Sendable (Bool) -> UserAction
    ) -> PhoneSwitch {
        PhoneSwitch(
            name: name, scope: .phone, values: onOrOff, meaning: meaning, rule: rule,
            read: { device, _ in word(read(device)) },
            steps: { word, _, _ in isOn(word).map { [.action(action($0))] } })
    }

    /// Makes a switch of the phone that has the values of an enumeration.
    static func phone<Value>(
        _ name: String, _ meaning: String, _ rule: RuleID?,
        read: @escaping @Sendable (Device) -> Value,
        action: @escaping @Sendable (Value) -> UserAction
    ) -> PhoneSwitch
    where Value: CaseIterable & RawRepresentable & Sendable, Value.RawValue == String {
        PhoneSwitch(
            name: name, scope: .phone, values: list(Value.self), meaning: meaning, rule: rule,
            read: { device, _ in read(device).rawValue },
            steps: { word, _, _ in Value(rawValue: word).map { [.action(action($0))] } })
    }

    /// Makes a switch of an app that is on or off.
    static func app(
        _ name: String, _ meaning: String, _ rule: RuleID?,
        read: @escaping @Sendable (InstalledApp) -> Bool,
        action: @escaping @Sendable (String, Bool) -> UserAction
    ) -> PhoneSwitch {
        PhoneSwitch(
            name: name, scope: .app, values: onOrOff, meaning: meaning, rule: rule,
            read: { _, app in word(read(app)) },
            steps: { word, _, bundleID in isOn(word).map { [.action(action(bundleID, $0))] } })
    }

    /// Makes a switch of an app that has the values of an enumeration.
    static func app<Value>(
        _ name: String, _ meaning: String, _ rule: RuleID?,
        read: @escaping @Sendable (InstalledApp) -> Value,
        action: @escaping @Sendable (String, Value) -> UserAction
    ) -> PhoneSwitch
    where Value: CaseIterable & RawRepresentable & Sendable, Value.RawValue == String {
        PhoneSwitch(
            name: name, scope: .app, values: list(Value.self), meaning: meaning, rule: rule,
            read: { _, app in read(app).rawValue },
            steps: { word, _, bundleID in
                Value(rawValue: word).map { [.action(action(bundleID, $0))] }
            })
    }
}
