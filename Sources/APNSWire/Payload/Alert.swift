// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The visible text of a notification: a plain string, which is the body, or an object.
///
/// Source: "Generating a remote notification", table of the alert's keys.
public enum Alert: Hashable, Sendable {
    case text(String)
    case fields(AlertFields)

    /// Makes an alert of plain texts.
    public init(title: String? = nil, subtitle: String? = nil, body: String? = nil) {
        var fields = AlertFields()
        fields.title = title.map(AlertText.plain)
        fields.subtitle = subtitle.map(AlertText.plain)
        fields.body = body.map(AlertText.plain)
        self = .fields(fields)
    }

    init?(_ value: JSONValue) {
        switch value {
        case .string(let text): self = .text(text)
        case .object(let object): self = .fields(AlertFields(object))
        default: return nil
        }
    }

    var json: JSONValue {
        switch self {
        case .text(let text): .string(text)
        case .fields(let fields): .object(fields.object)
        }
    }

    /// The parts of the alert; a plain string is its body.
    public var asFields: AlertFields {
        switch self {
        case .text(let text):
            var fields = AlertFields()
            fields.body = .plain(text)
            return fields
        case .fields(let fields): return fields
        }
    }

    /// Whether there is a title, a subtitle or a body to show, plain or by key.
    public var hasText: Bool {
        let fields = asFields
        let plain = [fields.title, fields.subtitle, fields.body].contains { text in
            switch text {
            case .plain(let text): !text.isEmpty
            case .localized: true
            case nil: false
            }
        }
        return plain
            || [fields.titleKey, fields.subtitleKey, fields.bodyKey].contains { $0 != nil }
    }
}

/// A title or body: plain text, or in Live Activity alerts a key of the app's strings with
/// arguments.
public enum AlertText: Hashable, Sendable {
    case plain(String)
    case localized(key: String, arguments: [String])

    init?(_ value: JSONValue) {
        if let text = value.stringValue {
            self = .plain(text)
        } else if let object = value.objectValue, let key = object["loc-key"]?.stringValue,
            object.members.allSatisfy({ ["loc-key", "loc-args"].contains($0.key) }),
            let arguments = (object["loc-args"] ?? .array([])).stringsValue
        {
            self = .localized(key: key, arguments: arguments)
        } else {
            return nil
        }
    }

    var json: JSONValue {
        switch self {
        case .plain(let text): return .string(text)
        case .localized(let key, let arguments):
            var object: JSONObject = ["loc-key": .string(key)]
            if !arguments.isEmpty { object["loc-args"] = .array(arguments.map(JSONValue.string)) }
            return .object(object)
        }
    }

    /// The plain text; `nil` for a localized one.
    public var plainText: String? {
        if case .plain(let text) = self { text } else { nil }
    }
}

/// The members of an alert that is an object.
public struct AlertFields: Hashable, Sendable {
    public var title: AlertText?
    public var subtitle: AlertText?
    public var body: AlertText?
    /// `launch-image`: the picture or storyboard shown while the app starts.
    public var launchImage: String?
    /// `title-loc-key` and `title-loc-args`.
    public var titleKey: String?
    public var titleArguments: [String]?
    /// `subtitle-loc-key` and `subtitle-loc-args`.
    public var subtitleKey: String?
    public var subtitleArguments: [String]?
    /// `loc-key` and `loc-args`: the body.
    public var bodyKey: String?
    public var bodyArguments: [String]?
    /// `sound`: inside the alert with Live Activities.
    public var sound: Sound?
    /// Keys that are not Apple's, Apple's keys of another type, and those Apple no longer lists.
    public var other = JSONObject()

    public init() {}

    private static let texts: [(String, any WritableKeyPath<AlertFields, AlertText?> & Sendable)] =
        [
            ("title", \.title), ("subtitle", \.subtitle), ("body", \.body),
        ]
    private static let words: [(String, any WritableKeyPath<AlertFields, String?> & Sendable)] = [
        ("launch-image", \.launchImage), ("title-loc-key", \.titleKey),
        ("subtitle-loc-key", \.subtitleKey), ("loc-key", \.bodyKey),
    ]
    private static let lists: [(String, any WritableKeyPath<AlertFields, [String]?> & Sendable)] = [
        ("title-loc-args", \.titleArguments), ("subtitle-loc-args", \.subtitleArguments),
        ("loc-args", \.bodyArguments),
    ]

    init(_ object: JSONObject) {
        for member in object.members where !take(member) { other.append(member.key, member.value) }
    }

    private mutating func take(_ member: JSONObject.Member) -> Bool {
        if let property = Self.texts.first(where: { $0.0 == member.key })?.1,
            self[keyPath: property] == nil, let text = AlertText(member.value)
        {
            self[keyPath: property] = text
        } else if let property = Self.words.first(where: { $0.0 == member.key })?.1,
            self[keyPath: property] == nil, let word = member.value.stringValue
        {
            self[keyPath: property] = word
        } else if let property = Self.lists.first(where: { $0.0 == member.key })?.1,
            self[keyPath: property] == nil, let list = member.value.stringsValue
        {
            self[keyPath: property] = list
        } else if member.key == "sound", sound == nil, let sound = Sound(member.value) {
            self.sound = sound
        } else {
            return false
        }
        return true
    }

    var object: JSONObject {
        var object = JSONObject()
        for (key, property) in Self.texts {
            if let text = self[keyPath: property] { object.append(key, text.json) }
        }
        for (key, property) in Self.words {
            if let word = self[keyPath: property] { object.append(key, .string(word)) }
        }
        for (key, property) in Self.lists {
            if let list = self[keyPath: property] {
                object.append(key, .array(list.map(JSONValue.string)))
            }
        }
        if let sound { object.append("sound", sound.json) }
        for member in other.members { object.append(member.key, member.value) }
        return object
    }
}
