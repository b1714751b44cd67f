// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import Foundation
import GatewayAPI

/// The content of a notification: `aps` and the app's own keys, as a value that can be passed
/// between tasks and compared.
///
/// The content comes from outside: any value may be missing or have an unexpected type.
public struct PushPayload: Hashable, Sendable {
    public var object: JSONObject

    public init(_ object: JSONObject) { self.object = object }

    /// Reads the user information of a notification, or the payload of a silent push.
    public init(_ userInfo: [AnyHashable: Any]) { object = JSONObject(userInfo: userInfo) }

    /// The value of a key; a dot leads to a member of an object, as in `order.id`. A key that
    /// itself contains dots has precedence.
    public subscript(path: String) -> JSONValue? {
        if let value = object[path] { return value }
        var value = JSONValue.object(object)
        for part in path.split(separator: ".", omittingEmptySubsequences: false) {
            guard let next = value.objectValue?[String(part)] else { return nil }
            value = next
        }
        return value
    }

    /// Removes the values that the subscript could find under a path: the key whose name contains
    /// the dots, and the nested key. The enclosing objects stay, even if they are then empty.
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

    /// Returns the string value of a key. An integer is converted to its digits, because some
    /// servers send identifiers as numbers. An empty string is treated as missing.
    public func string(_ path: String) -> String? {
        switch self[path] {
        case .string(let text)? where !text.isEmpty: text
        case .number(let number)?: number.intValue.map(String.init)
        default: nil
        }
    }

    /// Returns the string value of the first key that has one.
    public func string(anyOf paths: [String]) -> String? {
        for path in paths { if let text = string(path) { return text } }
        return nil
    }

    /// Returns the Boolean value of a key; `nil` when it has another type.
    public func bool(_ path: String) -> Bool? { self[path]?.boolValue }

    /// Returns the URL that is the value of a key, if the URL has one of these schemes.
    public func url(_ path: String, schemes: Set<String> = ["https"]) -> URL? {
        guard let text = string(path), let url = URL(string: text),
            let scheme = url.scheme?.lowercased(), schemes.contains(scheme)
        else { return nil }
        return url
    }

    /// Decodes the payload as a type that the app defines.
    ///
    /// - Throws: `DecodingError`.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: Data(JSONWriter.write(.object(object))))
    }

    /// The payload as user information, for content that an extension makes.
    public var userInfo: [AnyHashable: Any] { object.propertyList }
}
