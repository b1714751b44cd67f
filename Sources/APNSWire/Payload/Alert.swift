// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The visible text of a notification. It is either a plain string, which is the body, or an object
/// with fields.
///
/// Source: "Generating a remote notification", table of the alert's keys.
public enum Alert: Hashable, Sendable {
    case text(String)
    case fields(AlertFields)

    /// Makes an alert from plain strings.
    public init(title: String? = nil, subtitle: String? = nil, body: String? = nil) {
        self = .fields(AlertFields(title: title, subtitle: subtitle, body: body))
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

    /// The fields of the alert. If the alert is a plain string, the string is the body.
    public var asFields: AlertFields {
        switch self {
        case .text(let text): return AlertFields(title: nil, subtitle: nil, body: text)
        case .fields(let fields): return fields
        }
    }

    /// Whether the alert has a title, a subtitle or a body, as plain text or by localization key.
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

/// A title or body: plain text or, in Live Activity alerts, a localization key with arguments.
public enum AlertText: Hashable, Sendable {
    case plain(String)
    indirect case localized(key: String, arguments: [String])

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

    /// The plain text; `nil` for localized text.
    public var plainText: String? {
        if case .plain(let text) = self { text } else { nil }
    }
}
