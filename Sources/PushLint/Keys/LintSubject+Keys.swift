// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

// Facts about a payload, for the rules that check keys.
extension LintSubject {
    /// Whether the system itself reads `aps`. PushKit, file providers and similar APIs pass the
    /// payload to the app's code, which may define its own format.
    var isReadBySystem: Bool {
        guard isPushTypeGiven else { return true }
        switch pushType {
        case .alert, .background, .liveactivity, .widgets, .controls: return true
        case .voip, .complication, .fileprovider, .mdm, .location, .pushtotalk: return false
        }
    }

    /// Whether the push is for a Live Activity, according to the push type (stated or inferred) or
    /// to its keys.
    var concernsActivity: Bool {
        if pushType == .liveactivity || isBroadcast { return true }
        guard !isPushTypeGiven else { return false }
        let own: [APSKey] = [
            .contentState, .attributesType, .staleDate, .dismissalDate, .inputPushToken,
            .inputPushChannel,
        ]
        return own.contains { self[$0] != nil }
            || (self[.event] != nil && self[.timestamp] != nil)
    }

    /// Returns every member of `aps` and of Apple's objects inside it, with the verdict on its key.
    /// The result is empty if the system does not read `aps`.
    func readKeys() -> [PlacedKey] {
        guard isReadBySystem else { return [] }
        var keys: [PlacedKey] = []
        func read(_ members: [JSONNode.Member], _ place: PayloadKey.Place) {
            for member in members {
                keys.append(
                    PlacedKey(
                        member: member, place: place, siblings: members,
                        verdict: KeyVerdict(member.key, in: place, of: self, members)))
            }
        }
        read(apsMembers, .aps)
        read(alertMembers, .alert)
        if let sound = soundNode?.members { read(sound, .sound) }
        guard concernsActivity else { return keys }
        for member in alertMembers where Self.textKeys.contains(member.key) {
            read(member.value.members ?? [], .text)
        }
        return keys
    }

    /// The keys of the texts in an alert, in display order.
    static let textKeys = ["title", "subtitle", "body"]

    /// The value of `sound`, from `aps` or from the alert of a Live Activity.
    var soundNode: JSONNode? {
        self[.sound]?.value
            ?? (concernsActivity ? alertMembers.last { $0.key == "sound" }?.value : nil)
    }

    /// Returns a member of an alert object. If the key is repeated, this is the last member.
    func alertMember(_ key: String) -> JSONNode.Member? { alertMembers.last { $0.key == key } }

    /// The texts of the alert that the person would read, each with its key and value.
    var shownTexts: [(key: String, node: JSONNode, text: String)] {
        guard let alert = self[.alert] else { return [] }
        if case .string(let text) = alert.value.content { return [("alert", alert.value, text)] }
        return alertMembers.compactMap { member in
            guard Self.textKeys.contains(member.key),
                case .string(let text) = member.value.content
            else { return nil }
            return (member.key, member.value, text)
        }
    }

    /// Returns a fix that renames a member. Returns `nil` if the new key is already present.
    func renaming(
        _ member: JSONNode.Member, to key: String, among siblings: [JSONNode.Member]
    ) -> TextFix? {
        guard !siblings.contains(where: { $0.key == key }) else { return nil }
        return TextFix("rename it to \(key)", replacing: member.keyRange, with: "\"\(key)\"")
    }

    /// Returns a fix that removes a member and an adjacent comma.
    func removing(_ member: JSONNode.Member, among siblings: [JSONNode.Member]) -> TextFix? {
        guard let index = siblings.firstIndex(where: { $0.keyRange == member.keyRange })
        else { return nil }
        var range = member.keyRange.lowerBound..<member.value.range.upperBound
        if index + 1 < siblings.count {
            range = range.lowerBound..<siblings[index + 1].keyRange.lowerBound
        } else if index > 0 {
            range = siblings[index - 1].value.range.upperBound..<range.upperBound
        }
        return TextFix("remove \(member.key)", replacing: range, with: "")
    }
}
