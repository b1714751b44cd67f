// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

// Facts about a payload, for the rules about texts, sounds and interruption levels.
extension LintSubject {
    /// The value of `interruption-level`, if it is a string and the system reads it.
    var level: (member: JSONNode.Member, value: String)? {
        guard isReadBySystem, let member = self[.interruptionLevel],
            case .string(let value) = member.value.content
        else { return nil }
        return (member, value)
    }

    /// The name of the sound: either the string itself, or the value of `name` in the sound object.
    var soundName: (node: JSONNode, name: String)? {
        guard isReadBySystem, let sound = soundNode else { return nil }
        if case .string(let name) = sound.content { return (sound, name) }
        guard let node = sound["name"], case .string(let name) = node.content else { return nil }
        return (node, name)
    }

    /// The members of a sound object.
    var soundMembers: [JSONNode.Member]? { isReadBySystem ? soundNode?.members : nil }

    /// Whether the sound is critical.
    var hasCriticalSound: Bool {
        guard isReadBySystem, let critical = soundNode?["critical"]?.value else { return false }
        return critical.intValue == 1 || critical.boolValue == true
    }

    /// Returns whether a key is present in any form: correct, misspelled, or in a location where it
    /// is not read.
    func hasSomeForm(of key: APSKey) -> Bool {
        let plain = KeySpelling.plain(key.rawValue)
        return self[key] != nil || members.contains { KeySpelling.plain($0.key) == plain }
            || keys.contains { placed in
                switch placed.verdict {
                case .misspelled(let row), .misplaced(let row): row.name == key.rawValue
                case .right, .unknown: false
                }
            }
    }
}

extension String {
    /// Whether the text is empty or contains only white space.
    var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
