// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

// What rules about headers ask of a payload.
extension LintSubject {
    /// The value of a header that was given; `nil` when it was not, or is empty.
    func value(of header: String) -> String? {
        guard let value = headers[header]?.value, !value.isEmpty else { return nil }
        return value
    }

    /// The push type that was said, if it is one. `Liveactivity` is one too: Apple's page on
    /// broadcasts prints it so.
    var statedType: PushType? {
        value(of: APNSHeader.pushType).flatMap { word in
            PushType(rawValue: word)
                ?? (word.lowercased() == PushType.liveactivity.rawValue ? .liveactivity : nil)
        }
    }

    /// The push type when nothing has to be guessed: said, or told by the channel or the topic.
    var certainType: PushType? {
        if isPushTypeGiven { return statedType }
        if isBroadcast { return .liveactivity }
        guard let topic = value(of: APNSHeader.topic), let type = PushType.named(byTopic: topic),
            type.isUnmistakableInTopic
        else { return nil }
        return type
    }

    /// The push type that the rules go by: said, or inferred as `bellhop push` does.
    var effectiveType: PushType { statedType ?? (isBroadcast ? .liveactivity : pushType) }

    /// The priority that was said, if it is one.
    var statedPriority: PushPriority? {
        value(of: APNSHeader.priority).flatMap { Int($0) }.flatMap(PushPriority.init)
    }

    /// The expiration that was said, if it is a number: seconds since 1970.
    var statedExpiration: Int? {
        value(of: APNSHeader.expiration).flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
    }

    /// Whether `aps` is an object that has not this key, nor anything that is meant to be it.
    func lacks(_ key: APSKey) -> Bool {
        guard aps?.value.members != nil, self[key] == nil else { return false }
        let word = key.rawValue
        if word.utf8.contains(UInt8(ascii: "-")), custom(word) != nil { return false }
        return !apsMembers.contains { KeySpelling.isNearMiss($0.key, of: word) }
    }

    /// The first of these keys of `aps` that is there with a value.
    func first(of keys: [APSKey]) -> JSONNode.Member? {
        apsMembers.first { member in
            keys.contains { $0.rawValue == member.key } && member.value.content != .null
        }
    }

    /// The members of `aps` that make a notification seen or heard.
    static let visibleKeys: [APSKey] = [.alert, .sound, .badge]

    /// A fix that writes another value into a header of the file; `nil` when the header was given
    /// elsewhere.
    func fix(_ header: String, to value: String) -> TextFix? {
        guard let field = frontMatter[header], let given = headers[header]?.location.range,
            given == field.valueRange
        else { return nil }
        return TextFix("write \(value)", replacing: field.valueRange, with: value)
    }
}

extension PushType {
    /// Whether no bundle identifier would end like the topic of this type by chance.
    var isUnmistakableInTopic: Bool {
        switch self {
        case .voip, .complication: false
        default: !traits.topicSuffix.isEmpty
        }
    }

    /// Whether pushes of this type go to code and never show anything themselves.
    var isHandledByCode: Bool {
        switch self {
        case .alert, .background, .liveactivity: false
        case .voip, .complication, .fileprovider, .mdm, .location, .pushtotalk, .widgets, .controls:
            true
        }
    }
}
