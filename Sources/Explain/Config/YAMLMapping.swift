// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DeviceModel
import Yams

/// A mapping in a YAML file, with the keys that it may have. Every error contains the location in
/// the file and the correct form.
struct YAMLMapping {
    /// The maximum number of elements in a list.
    static let elementCountMax = 1_000

    /// The location in the file; empty for the whole file.
    let path: String
    private let pairs: [String: Node]

    init(_ node: Node, path: String, keys: [String]) throws(AppConfigError) {
        guard case .mapping(let mapping) = node else {
            throw Self.error(
                node, path,
                "this is \(Self.describe(node)); write keys and values: "
                    + keys.joined(separator: ", "))
        }
        var pairs: [String: Node] = [:]
        for (key, value) in mapping {
            guard let name = key.scalar?.string else {
                throw Self.error(
                    key, path,
                    "a key must be a string, but this is \(Self.describe(key))")
            }
            guard keys.contains(name) else {
                throw Self.error(
                    key, Self.join(path, OneLine.text(name, characterCountMax: 40)),
                    "this key is unknown; use one of " + keys.joined(separator: ", "))
            }
            guard pairs[name] == nil else {
                throw Self.error(key, Self.join(path, name), "this key occurs twice; remove one")
            }
            pairs[name] = value
        }
        self.path = path
        self.pairs = pairs
    }

    /// Returns the entries of a mapping with arbitrary keys, for instance languages.
    static func entries(
        _ node: Node, path: String
    ) throws(AppConfigError) -> [(key: String, node: Node)] {
        guard case .mapping(let mapping) = node else {
            throw error(node, path, "this is \(describe(node)); write keys and values")
        }
        guard mapping.count <= elementCountMax else {
            throw error(node, path, "the group has more than \(elementCountMax) keys; remove some")
        }
        var entries: [(key: String, node: Node)] = []
        for (key, value) in mapping {
            guard let name = key.scalar?.string else {
                throw error(key, path, "a key must be a string, but this is \(describe(key))")
            }
            entries.append((name, value))
        }
        return entries
    }

    func node(_ key: String) -> Node? { pairs[key] }

    func path(of key: String) -> String { Self.join(path, key) }

    // MARK: - Values

    /// Reads `true` or `false`.
    func bool(_ key: String) throws(AppConfigError) -> Bool? {
        guard let node = pairs[key] else { return nil }
        switch Self.plain(node) {
        case "true": return true
        case "false": return false
        default: throw invalid(node, key, "write true or false")
        }
    }

    func text(_ key: String) throws(AppConfigError) -> String? {
        guard let node = pairs[key] else { return nil }
        return try Self.text(node, path: path(of: key))
    }

    static func text(_ node: Node, path: String) throws(AppConfigError) -> String {
        guard let text = node.scalar?.string else {
            throw error(node, path, "this is \(describe(node)); write a string")
        }
        return text
    }

    /// Reads a number within bounds.
    func number(
        _ key: String, in bounds: ClosedRange<Double>
    ) throws(AppConfigError) -> Double? {
        guard let node = pairs[key] else { return nil }
        guard let number = Self.plain(node).flatMap(Double.init), bounds.contains(number) else {
            throw invalid(
                node, key, "write a number from \(bounds.lowerBound) to \(bounds.upperBound)")
        }
        return number
    }

    /// Reads a raw value of an enumeration.
    func value<Value>(
        _ key: String, _ type: Value.Type = Value.self
    ) throws(AppConfigError) -> Value?
    where Value: RawRepresentable<String> & CaseIterable {
        guard let node = pairs[key] else { return nil }
        return try Self.value(node, path: path(of: key))
    }

    static func value<Value>(_ node: Node, path: String) throws(AppConfigError) -> Value
    where Value: RawRepresentable<String> & CaseIterable {
        guard let value = node.scalar.flatMap({ Value(rawValue: $0.string) }) else {
            let valid = Value.allCases.map(\.rawValue).joined(separator: ", ")
            throw error(node, path, "this is \(describe(node)); use one of \(valid)")
        }
        return value
    }

    /// Returns the elements of a list with their locations in the file.
    func list(_ key: String) throws(AppConfigError) -> [(node: Node, path: String)]? {
        guard let node = pairs[key] else { return nil }
        guard case .sequence(let elements) = node else {
            throw invalid(node, key, "write a list in brackets")
        }
        guard elements.count <= Self.elementCountMax else {
            throw Self.error(
                node, path(of: key),
                "the list has more than \(Self.elementCountMax) elements; remove some")
        }
        return elements.enumerated().map { ($0.element, "\(path(of: key))[\($0.offset)]") }
    }

    func texts(_ key: String) throws(AppConfigError) -> [String]? {
        guard let elements = try list(key) else { return nil }
        var texts: [String] = []
        for (node, path) in elements { texts.append(try Self.text(node, path: path)) }
        return texts
    }

    /// Reads a list of names from a table and returns their values.
    func values<Value>(
        _ key: String, of table: [(name: String, value: Value)]
    ) throws(AppConfigError) -> [Value]? {
        guard let elements = try list(key) else { return nil }
        var values: [Value] = []
        for (node, path) in elements {
            guard let row = table.first(where: { $0.name == node.scalar?.string }) else {
                let valid = table.map(\.name).joined(separator: ", ")
                throw Self.error(node, path, "this is \(Self.describe(node)); use one of \(valid)")
            }
            values.append(row.value)
        }
        return values
    }

    // MARK: - Errors

    func invalid(_ node: Node, _ key: String, _ remedy: String) -> AppConfigError {
        Self.error(node, path(of: key), "this is \(Self.describe(node)); \(remedy)")
    }

    static func error(_ node: Node, _ path: String, _ problem: String) -> AppConfigError {
        AppConfigError(
            line: node.mark?.line ?? 1, column: node.mark?.column ?? 1, keyPath: path,
            problem: problem)
    }

    /// Returns the text of an unquoted scalar; a quoted scalar is always a string.
    private static func plain(_ node: Node) -> String? {
        guard let scalar = node.scalar, scalar.style == .plain || scalar.style == .any else {
            return nil
        }
        return scalar.string
    }

    static func join(_ path: String, _ key: String) -> String {
        path.isEmpty ? key : "\(path).\(key)"
    }

    static func describe(_ node: Node) -> String {
        switch node {
        case .scalar(let scalar):
            scalar.string.isEmpty
                ? "nothing" : "\"\(OneLine.text(scalar.string, characterCountMax: 40))\""
        case .mapping: "a group of keys"
        case .sequence: "a list"
        case .alias: "an alias"
        }
    }
}
