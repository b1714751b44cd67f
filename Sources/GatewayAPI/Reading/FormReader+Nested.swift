// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension FormReader {
    /// Returns the value of a key as a Boolean.
    public func boolean(_ key: String) throws(Problem) -> Bool? {
        try value(key, "true or false", \.boolValue)
    }

    /// Returns the value of a key as a time (RFC 3339 section 5.6).
    public func moment(_ key: String) throws(Problem) -> Date? {
        guard let text = try text(key) else { return nil }
        guard let date = GatewayJSON.date(text) else {
            throw bad(key, "is not a time; send one such as 2026-01-31T09:05:00.000Z")
        }
        return date
    }

    /// Returns the value of a key, which consists of hex digits, as a device token.
    public func token(_ key: String) throws(Problem) -> DeviceToken? {
        guard let hex = try text(key) else { return nil }
        do { return try DeviceToken(hex: hex) } catch {
            throw bad(key, "is invalid: \(error)")
        }
    }

    /// Returns the value of a required key as a bundle identifier.
    public func bundleID(_ key: String) throws(Problem) -> String {
        let text = try required(key, name(key))
        guard Topic.isPlausible(text) else {
            throw bad(key, "is not a bundle identifier; send one such as com.example.app")
        }
        return text
    }

    /// Returns the value of a required key as an environment of APNs.
    func environment(_ key: String) throws(Problem) -> APNSEnvironment {
        guard let environment = try word(key, APNSEnvironment.self) else {
            throw Problem(
                .valueMissing,
                "\"\(key)\" is missing; send \"sandbox\" for a development build, otherwise "
                    + "\"production\"",
                at: position(of: object), keyPath: path + key)
        }
        return environment
    }

    /// Returns a reader for the object that is the value of a key.
    public func form(
        _ key: String, keys: [String], example: String
    ) throws(Problem) -> FormReader? {
        guard let node = node(key) else { return nil }
        return try FormReader(
            node, source: source, keys: keys, example: example, place: path + key)
    }

    /// Returns readers for the objects in the array that is the value of a key; empty if the array
    /// is absent.
    ///
    /// - Parameter countMax: the maximum number of objects.
    public func forms(
        _ key: String, countMax: Int, keys: [String], example: String
    ) throws(Problem) -> [FormReader] {
        guard let node = node(key) else { return [] }
        guard case .array(let nodes) = node.content else {
            throw bad(key, "is \(node.value.typeName); send a list")
        }
        guard nodes.count <= countMax else {
            throw bad(key, "has \(nodes.count) entries; send at most \(countMax)")
        }
        var forms: [FormReader] = []
        for (index, node) in nodes.enumerated() {
            forms.append(
                try FormReader(
                    node, source: source, keys: keys, example: example,
                    place: "\(path)\(key)[\(index)]"))
        }
        return forms
    }
}
