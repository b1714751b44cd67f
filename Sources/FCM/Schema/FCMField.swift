// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A field of a request to FCM: its name, and the values that it may have.
///
/// Google's servers read the JSON of a request with the JSON mapping of protocol buffers
/// (<https://protobuf.dev/programming-guides/json/>): a field has two names, `click_action` and
/// `clickAction`, and `null` is the same as no field.
struct FCMField: Sendable {
    /// The type of a field's value.
    indirect enum Kind: Sendable {
        case string, bool
        /// A whole number, or a string that contains one.
        case int32
        /// A number, or a string that contains one.
        case float
        /// A string such as `"3.5s"`.
        case duration
        /// A string in the form of RFC 3339.
        case timestamp
        /// One of several names, or its number. `type` is the name of the enumeration.
        case word(type: String, [String])
        /// A list of values of one type.
        case list(Kind)
        /// An object whose values are strings.
        case strings
        /// Any object, which FCM forwards without reading it.
        case anyObject
        case object(FCMObjectType)
    }

    /// The name with underscores, for instance `click_action`.
    let name: String
    let kind: Kind

    init(_ name: String, _ kind: Kind) {
        self.name = name
        self.kind = kind
    }

    /// The name in camel case, for instance `clickAction`.
    var jsonName: String {
        let parts = name.split(separator: "_")
        return parts.dropFirst().reduce(String(parts.first ?? "")) {
            $0 + $1.prefix(1).uppercased() + $1.dropFirst()
        }
    }

    /// Returns a name in lower case without hyphens and underscores, so that `click_action`,
    /// `clickAction` and `click-action` become equal.
    static func plain(_ name: some StringProtocol) -> [UInt8] {
        name.lowercased().utf8.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }
    }
}

/// A type of object in a request to FCM, with all its fields.
struct FCMObjectType: Sendable {
    /// Google's name, for instance `AndroidNotification`.
    let name: String
    let fields: [FCMField]

    init(_ name: String, _ fields: [FCMField]) {
        self.name = name
        self.fields = fields
    }

    /// The type as Google's error messages name it.
    var url: String { Self.url(name) }

    /// Returns the name of a type as Google's error messages write it.
    static func url(_ name: String) -> String {
        "type.googleapis.com/google.firebase.fcm.v1." + name
    }

    /// Returns the field with the given name, in either spelling.
    func field(_ name: String) -> FCMField? {
        fields.first { $0.name == name } ?? fields.first { $0.jsonName == name }
    }
}
