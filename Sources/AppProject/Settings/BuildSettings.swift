// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// The build settings of a target in one configuration, as layers of assignments. A later layer
/// takes precedence over earlier layers, and can refer to the value in those layers as
/// `$(inherited)`.
///
/// A reference to an undefined setting is left unchanged, for instance `$(AppIdentifierPrefix)`, so
/// that callers can recognize that the value is unknown.
struct BuildSettings {
    /// The maximum nesting depth of references.
    private static let depthMax = 32
    /// The maximum length of a resolved value, in bytes.
    private static let valueCountMax = 16_384
    /// The maximum number of references that are followed for one value. With this limit, a few
    /// settings cannot expand to a huge text.
    private static let referenceCountMax = 1_000

    /// The assignments to each setting, in ascending order of precedence.
    private var values: [String: [SettingAssignment]] = [:]

    var keys: Dictionary<String, [SettingAssignment]>.Keys { values.keys }

    /// Adds a layer on top of the existing layers. An assignment whose condition is false is
    /// ignored.
    mutating func lay(_ assignments: [SettingAssignment], in environment: SettingEnvironment) {
        var layer: [String: SettingAssignment] = [:]
        for assignment in assignments
        where assignment.conditions.allSatisfy({ environment.meets($0) }) {
            // Within a layer, the assignment with the narrower condition takes precedence. If the
            // conditions are equally narrow, the later line takes precedence.
            if let other = layer[assignment.key],
                other.conditions.count > assignment.conditions.count
            {
                continue
            }
            // With $(inherited), a line may refer to an earlier line of the same configuration
            // file.
            if let other = layer[assignment.key], assignment.value.contains("inherited") {
                values[other.key, default: []].append(other)
            }
            layer[assignment.key] = assignment
        }
        for assignment in layer.values { values[assignment.key, default: []].append(assignment) }
    }

    /// Adds values that are not defined in any file, for instance `TARGET_NAME`.
    mutating func lay(_ settings: [String: String], at location: Diagnostic.Location) {
        for (key, value) in settings {
            values[key, default: []].append(
                SettingAssignment(key, value: value, location: location))
        }
    }

    /// Returns the value of a setting with its references resolved.
    func value(of key: String) -> String? {
        guard let levels = values[key] else { return nil }
        var count = Self.referenceCountMax
        return value(of: key, level: levels.count - 1, depth: 0, &count)
    }

    /// Returns the location of the value with the highest precedence.
    func location(of key: String) -> Diagnostic.Location? { values[key]?.last?.location }

    /// Resolves the references to build settings in a text, for instance in an Info.plist.
    func resolve(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
        var count = Self.referenceCountMax
        return resolve(text, inherited: nil, depth: 0, &count)
    }

    private func value(
        of key: String, level: Int, depth: Int, _ count: inout Int
    ) -> String {
        guard let levels = values[key], levels.indices.contains(level) else { return "" }
        return resolve(levels[level].value, inherited: (key, level), depth: depth, &count)
    }

    private func resolve(
        _ text: String, inherited: (key: String, level: Int)?, depth: Int, _ count: inout Int
    ) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "$"), index + 1 < bytes.count,
                let end = Self.end(of: bytes, openedAt: index + 1)
            else {
                result.append(bytes[index])
                index += 1
                continue
            }
            let inner = String(decoding: bytes[(index + 2)..<end], as: UTF8.self)
            let whole = String(decoding: bytes[index...end], as: UTF8.self)
            index = end + 1
            count -= 1
            guard depth < Self.depthMax, count > 0, result.count < Self.valueCountMax else {
                result += Array(whole.utf8)
                continue
            }
            let name = resolve(inner, inherited: nil, depth: depth + 1, &count)
            let found = reference(name, inherited: inherited, depth: depth, &count)
            result += Array((found ?? whole).utf8)
        }
        return String(decoding: result.prefix(Self.valueCountMax), as: UTF8.self)
    }

    private func reference(
        _ text: String, inherited: (key: String, level: Int)?, depth: Int, _ count: inout Int
    ) -> String? {
        var parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        let name = parts.removeFirst()
        var found: String?
        if name == "inherited" || name == inherited?.key {
            guard let inherited else { return nil }
            found = value(
                of: inherited.key, level: inherited.level - 1, depth: depth + 1, &count)
        } else if let levels = values[name] {
            found = value(of: name, level: levels.count - 1, depth: depth + 1, &count)
        }
        for part in parts { found = SettingOperator.apply(part, to: found) }
        return found
    }

    /// Returns the position of the bracket that closes the bracket at `start`.
    private static func end(of bytes: [UInt8], openedAt start: Int) -> Int? {
        let open = bytes[start]
        let close: UInt8
        switch open {
        case UInt8(ascii: "("): close = UInt8(ascii: ")")
        case UInt8(ascii: "{"): close = UInt8(ascii: "}")
        default: return nil
        }
        var depth = 0
        for index in start..<bytes.count {
            if bytes[index] == open { depth += 1 }
            if bytes[index] == close {
                depth -= 1
                if depth == 0 { return index }
            }
        }
        return nil
    }
}

/// The operators that may follow the name in a reference, as in
/// `$(PRODUCT_NAME:rfc1034identifier)`. Source: Xcode Help, "Build setting value operators" (macro
/// expansion operators).
enum SettingOperator {
    /// Returns the result of an operator. An unknown operator leaves the value unchanged.
    static func apply(_ text: String, to value: String?) -> String? {
        if text.hasPrefix("default=") {
            let fallback = String(text.dropFirst("default=".count))
            return value.map { $0.isEmpty ? fallback : $0 } ?? fallback
        }
        guard let value else { return nil }
        switch text {
        case "rfc1034identifier":
            return String(value.map { isPlain($0) || $0 == "." || $0 == "-" ? $0 : "-" })
        case "c99extidentifier", "identifier":
            let mapped = String(value.map { isPlain($0) || $0 == "_" ? $0 : "_" })
            return (mapped.first?.isNumber ?? false) ? "_" + mapped.dropFirst() : mapped
        case "lower": return value.lowercased()
        case "upper": return value.uppercased()
        case "base":
            let name = FilePath.name(of: value)
            return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        case "file": return FilePath.name(of: value)
        case "dir": return FilePath.folder(of: value)
        case "suffix":
            let name = FilePath.name(of: value)
            return name.lastIndex(of: ".").map { String(name[$0...]) } ?? ""
        default: return value
        }
    }

    private static func isPlain(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber)
    }
}
