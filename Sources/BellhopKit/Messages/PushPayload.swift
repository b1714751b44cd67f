// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import Foundation
import GatewayAPI

/// What a notification carries: `aps` and the app's own keys, as a value that may cross tasks and
/// be compared.
///
/// It comes from outside: everything may be missing or of another type.
public struct PushPayload: Hashable, Sendable {
    public var object: JSONObject

    public init(_ object: JSONObject) { self.object = object }

    /// The user information of a notification, or what a silent push brought.
    public init(_ userInfo: [AnyHashable: Any]) { object = JSONObject(userInfo: userInfo) }

    /// A value by its key; dots lead into objects, as in `order.id`. A key that itself has dots is
    /// found first.
    public subscript(path: String) -> JSONValue? {
        if let value = object[path] { return value }
        var value = JSONValue.object(object)
        for part in path.split(separator: ".", omittingEmptySubsequences: false) {
            guard let next = value.objectValue?[String(part)] else { return nil }
            value = next
        }
        return value
    }

    /// Takes out what the subscript finds under a path, in every place where it may stand. Objects
    /// around it stay, even when nothing else is in them.
    public mutating func remove(_ path: String) {
        object[path] = nil
        Self.remove(path.split(separator: ".", omittingEmptySubsequences: false)[...], in: &object)
    }

    private static func remove(_ path: ArraySlice<Substring>, in object: inout JSONObject) {
        guard let first = path.first.map(String.init) else { return }
        if path.count == 1 { return object[first] = nil }
        guard var inner = object[first]?.objectValue else { return }
        remove(path.dropFirst(), in: &inner)
        object[first] = .object(inner)
    }

    /// A text by its key; a whole number counts as its digits, because servers write identifiers
    /// either way. Empty text counts as missing.
    public func string(_ path: String) -> String? {
        switch self[path] {
        case .string(let text)? where !text.isEmpty: text
        case .number(let number)?: number.intValue.map(String.init)
        default: nil
        }
    }

    /// The first text that one of several keys has.
    public func string(anyOf paths: [String]) -> String? {
        for path in paths { if let text = string(path) { return text } }
        return nil
    }

    /// A yes or no; `nil` when it is neither.
    public func bool(_ path: String) -> Bool? { self[path]?.boolValue }

    /// A web address with one of these schemes.
    public func url(_ path: String, schemes: Set<String> = ["https"]) -> URL? {
        guard let text = string(path), let url = URL(string: text),
            let scheme = url.scheme?.lowercased(), schemes.contains(scheme)
        else { return nil }
        return url
    }

    /// The app's own keys as a type of the app's.
    ///
    /// - Throws: `DecodingError`.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: Data(JSONWriter.write(.object(object))))
    }

    /// The same as user information, for content that an extension makes.
    public var userInfo: [AnyHashable: Any] { object.propertyList }
}
