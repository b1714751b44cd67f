// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import DeviceModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension PhoneSwitch {
    /// The switches for behaviour that Apple does not document. Their names are those in
    /// ``DeviceChoice/table``.
    static let choices: [PhoneSwitch] = DeviceChoice.table.map { choice in
        let isFlag = choice.defaultValue == "true" || choice.defaultValue == "false"
        return PhoneSwitch(
            name: choice.name, scope: .choice,
            values: isFlag ? onOrOff : "a number from 0 to \(choiceMax)",
            meaning: meaning(choice, isFlag: isFlag),
            rule: choice.rule,
            read: { device, _ in value(of: choice.name, in: device.choices, isFlag: isFlag) },
            steps: { word, device, _ in
                let value: JSONValue? =
                    isFlag
                    ? isOn(word).map { JSONValue.bool($0) }
                    : Int(word).flatMap {
                        (0...choiceMax).contains($0) ? .number(JSONNumber($0)) : nil
                    }
                return value.flatMap { changed(device.choices, choice.name, to: $0) }
                    .map { choices in [.edit { $0.choices = choices }] }
            })
    }

    /// The maximum value of a switch whose value is a number.
    static let choiceMax = 1_000_000

    /// Returns the meaning of the default, and the meaning of the alternative.
    private static func meaning(_ choice: DeviceChoice, isFlag: Bool) -> String {
        if isFlag {
            return
                "\(word(choice.defaultValue == "true")): \(choice.text); else \(choice.otherwise)"
        }
        let note = choice.otherwise.split(separator: ";").dropFirst().joined(separator: ";")
        return "\(choice.text), \(choice.defaultValue) by default"
            + (note.isEmpty ? "" : ";\(note)")
    }

    private static func value(
        of name: String, in choices: DeviceChoices, isFlag: Bool
    ) -> String {
        let found = members(of: choices)?[name]
        return isFlag ? word(found?.boolValue ?? false) : String(found?.intValue ?? 0)
    }

    private static func changed(
        _ choices: DeviceChoices, _ name: String, to value: JSONValue
    ) -> DeviceChoices? {
        guard var members = members(of: choices) else { return nil }
        members[name] = value
        return try? JSONDecoder().decode(
            DeviceChoices.self, from: Data(JSONWriter.write(.object(members))))
    }

    private static func members(of choices: DeviceChoices) -> JSONObject? {
        guard let data = try? JSONEncoder().encode(choices) else { return nil }
        return try? JSONReader.read(Array(data)).value.objectValue
    }
}
