// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
import DeviceModel
import Yams

/// A value in a YAML file with its position. Every error contains the position and the correct
/// form.
package struct YAMLPlace {
    /// The maximum number of entries in a list, and of keys in a group with arbitrary keys.
    package static let entryCountMax = 10_000
    /// The maximum nesting depth of a value that is read as JSON.
    private static let depthMax = 16

    /// The path of keys; empty for the whole file.
    package let path: String
    private let node: Node

    init(path: String, node: Node) {
        self.path = path
        self.node = node
    }

    /// The line on which the value begins; the first line is 1.
    package var line: Int { node.mark?.line ?? 1 }

    package func error(_ problem: String) -> YAMLError { error(problem, at: path) }

    func error(_ problem: String, at path: String) -> YAMLError {
        YAMLError(
            line: line, column: node.mark?.column ?? 1, keyPath: path,
            problem: problem)
    }

    /// A description of the value, for messages.
    private var content: String {
        switch node {
        case .scalar(let scalar):
            scalar.string.isEmpty
                ? "empty" : "\"\(OneLine.text(scalar.string, characterCountMax: 40))\""
        case .mapping: "a group of keys"
        case .sequence: "a list"
        case .alias: "an alias"
        }
    }

    /// Returns an error about the value.
    package func wrong(_ remedy: String) -> YAMLError { error("this is \(content); \(remedy)") }

    // MARK: Values

    /// The text of a value that is neither a list nor a group, whether the value is quoted or not;
    /// `nil` for a list or a group.
    package var scalar: String? { node.scalar?.string }

    /// Reads a text, which may be empty.
    package func anyText() throws(YAMLError) -> String {
        guard let text = scalar else { throw wrong("write a string") }
        return text
    }

    /// Reads a text that is not empty.
    package func text() throws(YAMLError) -> String {
        guard let text = scalar, !text.isEmpty else { throw wrong("write a string") }
        return text
    }

    package func bool() throws(YAMLError) -> Bool {
        switch plain {
        case "true": return true
        case "false": return false
        default: throw wrong("write true or false")
        }
    }

    package func whole(in range: ClosedRange<Int>) throws(YAMLError) -> Int {
        guard let number = plain.flatMap({ Int($0) }), range.contains(number) else {
            throw wrong("write a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    package func number(in range: ClosedRange<Double>) throws(YAMLError) -> Double {
        guard let number = plain.flatMap({ Double($0) }), range.contains(number) else {
            throw wrong("write a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// Reads one of several words.
    package func word<Value>(
        among values: [(name: String, value: Value)]
    ) throws(YAMLError) -> Value {
        let text = scalar ?? ""
        guard let value = values.first(where: { $0.name == text }) else {
            let names = values.map(\.name)
            throw wrong(
                Self.guess(text, among: names) + "use one of " + names.joined(separator: ", "))
        }
        return value.value
    }

    /// Reads a value of an enumeration from its raw value.
    package func value<Value>(_ type: Value.Type = Value.self) throws(YAMLError) -> Value
    where Value: RawRepresentable<String> & CaseIterable {
        try word(among: Value.allCases.map { ($0.rawValue, $0) })
    }

    /// Returns the entries of a list.
    package func list() throws(YAMLError) -> [YAMLPlace] {
        guard case .sequence(let elements) = node else {
            throw wrong("write a list: each entry on a line that starts with a hyphen")
        }
        guard elements.count <= Self.entryCountMax else {
            throw error(
                "the list has \(elements.count) entries, but the limit is \(Self.entryCountMax); "
                    + "remove some")
        }
        return elements.enumerated().map {
            YAMLPlace(path: "\(path)[\($0.offset)]", node: $0.element)
        }
    }

    /// Reads a list of texts.
    package func texts() throws(YAMLError) -> [String] {
        var texts: [String] = []
        for place in try list() { texts.append(try place.anyText()) }
        return texts
    }

    /// Reads a list of words.
    package func words<Value>(
        among values: [(name: String, value: Value)]
    ) throws(YAMLError) -> [Value] {
        var found: [Value] = []
        for place in try list() { found.append(try place.word(among: values)) }
        return found
    }

    // MARK: Groups

    /// Reads a group of keys.
    package func mapping(_ keys: [String]) throws(YAMLError) -> YAMLMapping {
        try YAMLMapping(self, pairs: pairs(listing: keys), keys: keys)
    }

    /// Returns the entries of a group with arbitrary keys, for instance languages.
    package func entries() throws(YAMLError) -> [(key: String, value: YAMLPlace)] {
        let pairs = try pairs(listing: [])
        guard pairs.count <= Self.entryCountMax else {
            throw error("the group has more than \(Self.entryCountMax) keys; remove some")
        }
        var entries: [(key: String, value: YAMLPlace)] = []
        for (key, value) in pairs {
            guard let name = key.scalar else {
                throw key.error("a key must be a string, but this is \(key.content)", at: path)
            }
            entries.append((name, value))
        }
        return entries
    }

    /// Returns the keys and values of a group, each with the path of the value.
    private func pairs(
        listing keys: [String]
    ) throws(YAMLError) -> [(key: YAMLPlace, value: YAMLPlace)] {
        guard case .mapping(let mapping) = node else {
            let list = keys.isEmpty ? "" : ": " + keys.joined(separator: ", ")
            throw wrong("write keys and values\(list)")
        }
        return mapping.map { key, value in
            let name = key.scalar?.string ?? ""
            return (
                YAMLPlace(
                    path: YAMLMapping.join(path, OneLine.text(name, characterCountMax: 40)),
                    node: key),
                YAMLPlace(path: YAMLMapping.join(path, name), node: value)
            )
        }
    }

    /// Reads any value as JSON.
    package func json() throws(YAMLError) -> JSONValue { try json(depth: 0) }

    private func json(depth: Int) throws(YAMLError) -> JSONValue {
        guard depth < Self.depthMax else {
            throw error("the values are nested too deeply; use at most \(Self.depthMax) levels")
        }
        switch node {
        case .scalar(let scalar):
            guard let plain else { return .string(scalar.string) }
            switch plain {
            case "true": return true
            case "false": return false
            case "null", "~", "": return .null
            default: break
            }
            if let number = Int(plain) { return .number(JSONNumber(number)) }
            if let number = Double(plain), number.isFinite { return .number(JSONNumber(number)) }
            return .string(scalar.string)
        case .sequence:
            var elements: [JSONValue] = []
            for place in try list() { elements.append(try place.json(depth: depth + 1)) }
            return .array(elements)
        case .mapping:
            var object: JSONObject = [:]
            for (key, value) in try pairs(listing: []) {
                object[try key.text()] = try value.json(depth: depth + 1)
            }
            return .object(object)
        case .alias: throw wrong("write out the value instead of an alias")
        }
    }

    /// The text of a scalar that is not quoted; `nil` for a quoted scalar, which is always a text.
    private var plain: String? {
        guard let scalar = node.scalar, scalar.style == .plain || scalar.style == .any else {
            return nil
        }
        return scalar.string
    }

    /// Returns a question about the word that was probably meant; empty if no word is similar.
    static func guess(_ word: String, among words: [String]) -> String {
        let letters = Array(word.prefix(64).lowercased())
        let rated = words.map { ($0, EditDistance.between(letters, Array($0))) }
        guard let best = rated.min(by: { $0.1 < $1.1 }), best.1 <= max(1, letters.count / 3) else {
            return ""
        }
        return "did you mean \(best.0)? Otherwise "
    }
}
