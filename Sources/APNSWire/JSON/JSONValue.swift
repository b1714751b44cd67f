// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A JSON value without positions, as read from or written to the wire.
///
/// A number keeps its original text, so that reading a payload and writing it again neither changes
/// `1.10` to `1.1` nor rounds an integer above 2^53.
public enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

extension JSONValue {
    /// The text, if this is a string.
    public var stringValue: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The value, if this is a whole number within the range of `Int`.
    public var intValue: Int? {
        if case .number(let number) = self { number.intValue } else { nil }
    }

    /// The number as a double, if this is a number.
    public var doubleValue: Double? {
        if case .number(let number) = self { number.doubleValue } else { nil }
    }

    /// The Boolean, if this is `true` or `false`; `nil` for numbers.
    public var boolValue: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }

    /// The elements, if this is an array.
    public var arrayValue: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members, if this is an object.
    public var objectValue: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    /// The JSON type as a phrase for messages: "a string", "an object" and so on.
    public var typeName: String {
        switch self {
        case .null: "null"
        case .bool: "a Boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
    public init(floatLiteral value: Double) { self = .number(JSONNumber(value)) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    public init(nilLiteral: ()) { self = .null }
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(JSONObject(elements.map { JSONObject.Member(key: $0.0, value: $0.1) }))
    }
}

/// A JSON number that keeps its original text.
///
/// Two numbers are equal when they have the same value: `1`, `1.0` and `1e0` are equal.
public struct JSONNumber: Hashable, Sendable {
    /// The number in the syntax of RFC 8259 section 6, for instance `-12.50`.
    public let text: String

    /// Wraps text that the reader has already checked against the grammar.
    init(checkedText: String) { text = checkedText }

    public init(_ value: Int) { text = String(value) }

    /// Makes a number from a double. JSON cannot represent infinities and NaN; they become `0`.
    public init(_ value: Double) {
        if let whole = Int(exactly: value) {
            text = String(whole)
        } else {
            text = value.isFinite ? String(value) : "0"
        }
    }

    /// The value as a whole number; `nil` when it has a fraction or does not fit into 64 bits.
    public var intValue: Int? { Int(text) ?? Int(exactly: doubleValue) }

    /// The nearest double; infinite when the number is beyond a double's range.
    public var doubleValue: Double { Double(text) ?? 0 }

    public static func == (a: JSONNumber, b: JSONNumber) -> Bool {
        if let x = Int(a.text), let y = Int(b.text) { return x == y }
        return a.text == b.text || a.doubleValue == b.doubleValue
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(doubleValue) }
}

/// The members of a JSON object in the order they were written, repeated keys included.
///
/// A lookup of a key returns the last member with that name, as Foundation's reader does. Equality
/// ignores the order of members, because the order has no meaning in JSON (RFC 8259 section 4).
public struct JSONObject: Hashable, Sendable {
    /// One member `"key": value` of an object.
    public struct Member: Hashable, Sendable {
        public var key: String
        public var value: JSONValue

        public init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// The members in order.
    public private(set) var members: [Member]

    public init(_ members: [Member] = []) { self.members = members }

    public var isEmpty: Bool { members.isEmpty }
    public var count: Int { members.count }
    public var keys: [String] { members.map(\.key) }

    /// The value of a key. Setting `nil` removes every member with that name. Setting a value
    /// replaces the member in place or, if there is none, appends a new member.
    public subscript(key: String) -> JSONValue? {
        get { members.last { $0.key == key }?.value }
        set {
            guard let newValue else { return members.removeAll { $0.key == key } }
            guard let index = members.lastIndex(where: { $0.key == key }) else {
                return members.append(Member(key: key, value: newValue))
            }
            members[index].value = newValue
        }
    }

    /// Adds a member at the end, even if the key is already present.
    public mutating func append(_ key: String, _ value: JSONValue) {
        members.append(Member(key: key, value: value))
    }

    public static func == (a: JSONObject, b: JSONObject) -> Bool {
        guard a.count == b.count else { return false }
        return a.groupedByKey == b.groupedByKey
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(groupedByKey) }

    private var groupedByKey: [String: [JSONValue]] {
        Dictionary(grouping: members, by: \.key).mapValues { $0.map(\.value) }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements.map { Member(key: $0.0, value: $0.1) })
    }
}
