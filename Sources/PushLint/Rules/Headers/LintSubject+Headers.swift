// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

// Facts about a payload, for the rules about headers.
extension LintSubject {
    /// Returns the value of a header; `nil` if it was not given or is empty.
    func value(of header: String) -> String? {
        guard let value = headers[header]?.value, !value.isEmpty else { return nil }
        return value
    }

    /// The stated push type, if it is valid. `Liveactivity` is treated as valid, because Apple's
    /// page on broadcasts spells the value in this way.
    var statedType: PushType? {
        value(of: APNSHeader.pushType).flatMap { value in
            PushType(rawValue: value)
                ?? (value.lowercased() == PushType.liveactivity.rawValue ? .liveactivity : nil)
        }
    }

    /// The push type, if it is certain: it is stated, or the channel or the topic implies it.
    var certainType: PushType? {
        if isPushTypeGiven { return statedType }
        if isBroadcast { return .liveactivity }
        guard let topic = value(of: APNSHeader.topic), let type = PushType.named(byTopic: topic),
            type.isUnmistakableInTopic
        else { return nil }
        return type
    }

    /// The push type that the rules use. It is stated, or inferred in the same way as by `bellhop
    /// push`.
    var effectiveType: PushType { statedType ?? (isBroadcast ? .liveactivity : pushType) }

    /// The stated priority, if it is valid.
    var statedPriority: PushPriority? {
        value(of: APNSHeader.priority).flatMap { Int($0) }.flatMap(PushPriority.init)
    }

    /// The stated expiration in seconds since 1970, if it is a non-negative number.
    var statedExpiration: Int? {
        value(of: APNSHeader.expiration).flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
    }

    /// Returns whether `aps` is an object without this key, and the key is also absent in
    /// misspelled form and outside `aps`.
    func lacks(_ key: APSKey) -> Bool {
        guard aps?.value.members != nil, self[key] == nil else { return false }
        let name = key.rawValue
        if name.utf8.contains(UInt8(ascii: "-")), custom(name) != nil { return false }
        return !apsMembers.contains { KeySpelling.isNearMiss($0.key, of: name) }
    }

    /// Returns the first member of `aps` that has one of these keys and a value other than `null`.
    func first(of keys: [APSKey]) -> JSONNode.Member? {
        apsMembers.first { member in
            keys.contains { $0.rawValue == member.key } && member.value.content != .null
        }
    }

    /// The members of `aps` that make a notification visible or audible.
    static let visibleKeys: [APSKey] = [.alert, .sound, .badge]

    /// Returns a fix that changes a header's value in the front matter. Returns `nil` if the
    /// effective header does not come from the front matter.
    func fix(_ header: String, to value: String) -> TextFix? {
        guard let field = frontMatter[header], let given = headers[header]?.location.range,
            given == field.valueRange
        else { return nil }
        return TextFix("write \(value)", replacing: field.valueRange, with: value)
    }
}

extension PushType {
    /// Whether this type's topic suffix is so distinctive that a bundle identifier is unlikely to
    /// end with it.
    var isUnmistakableInTopic: Bool {
        switch self {
        case .voip, .complication: false
        default: !traits.topicSuffix.isEmpty
        }
    }

    /// Whether pushes of this type are delivered to code and never show anything themselves.
    var isHandledByCode: Bool {
        switch self {
        case .alert, .background, .liveactivity: false
        case .voip, .complication, .fileprovider, .mdm, .location, .pushtotalk, .widgets, .controls:
            true
        }
    }
}
