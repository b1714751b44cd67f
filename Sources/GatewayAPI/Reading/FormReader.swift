// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// Reads the members of a JSON object that a request consists of and says precisely what is wrong
/// with it.
///
/// Each fault becomes a ``Problem`` with line and column; a key that is not known is answered with
/// the nearest one that is.
public struct FormReader: Sendable {
    let source: [UInt8]
    let object: JSONNode
    /// What stands before a key in a problem's key path, for instance `tokens[0].`.
    let path: String

    /// Takes a body apart.
    ///
    /// - Parameters:
    ///   - keys: the keys that may stand in it.
    ///   - example: a body that would be right, for the answer to one that is not an object.
    public init(_ bytes: [UInt8], keys: [String], example: String) throws(Problem) {
        let node: JSONNode
        do {
            node = try JSONReader.read(
                bytes,
                limits: .init(
                    depthMax: GatewayLimits.jsonDepthMax,
                    byteCountMax: GatewayLimits.bodyByteCountMax))
        } catch {
            throw Problem(error)
        }
        try self.init(node, source: bytes, keys: keys, example: example)
    }

    /// Takes an object that was read before.
    ///
    /// - Parameter place: where it stands in the body, for instance `tokens[0]`; `nil` when it is
    ///   the body.
    public init(
        _ node: JSONNode, source: [UInt8], keys: [String], example: String, place: String? = nil
    ) throws(Problem) {
        self.source = source
        object = node
        path = place.map { $0 + "." } ?? ""
        guard let members = node.members else {
            let what = place.map { "\"\($0)\"" } ?? "the body"
            throw Problem(
                .badValue,
                "\(what) is \(node.value.typeInWords), not an object; send for instance "
                    + "\(example)",
                at: position(of: node), keyPath: place)
        }
        var seen: Set<String> = []
        for member in members {
            let place = SourcePosition(byteOffset: member.keyRange.lowerBound, in: source)
            guard keys.contains(member.key) else {
                throw Self.unknown(member.key, keys: keys, at: place, path: path)
            }
            guard seen.insert(member.key).inserted else {
                throw Problem(
                    .badValue, "\"\(path)\(member.key)\" occurs twice; keep one", at: place,
                    keyPath: path + member.key)
            }
        }
    }

    /// The problem of a key that nobody reads.
    public static func unknown(
        _ key: String, keys: [String], at place: SourcePosition?, path: String = ""
    ) -> Problem {
        let nearest = NearestWord.of(key, among: keys)
        let advice =
            nearest.map { "did you mean \"\($0)\"?" } ?? "known are " + keys.joined(separator: ", ")
        return Problem(
            .unknownKey, "\"\(path)\(shortened(key))\" is not known; \(advice)", at: place,
            keyPath: path + shortened(key))
    }

    private static func shortened(_ text: String) -> String {
        let clean = String(
            text.unicodeScalars.map {
                $0.properties.generalCategory == .control ? " " : Character($0)
            })
        return clean.count > 40 ? clean.prefix(40) + "…" : clean
    }

    /// The place of a value.
    public func position(of node: JSONNode) -> SourcePosition {
        SourcePosition(byteOffset: node.range.lowerBound, in: source)
    }

    /// The value of a key; `nil` when it is absent or `null`.
    public func node(_ key: String) -> JSONNode? {
        guard let node = object[key], node.content != .null else { return nil }
        return node
    }

    /// The problem of a value that is not usable.
    public func bad(_ key: String, _ detail: String) -> Problem {
        Problem(
            .badValue, "\"\(path)\(key)\" \(detail)", at: object[key].map(position(of:)),
            keyPath: path + key)
    }

    func value<Value>(
        _ key: String, _ wanted: String, _ take: (JSONValue) -> Value?
    ) throws(Problem) -> Value? {
        guard let node = node(key) else { return nil }
        guard let value = take(node.value) else {
            throw bad(key, "is \(node.value.typeInWords); send \(wanted)")
        }
        return value
    }

    /// A text.
    public func text(_ key: String) throws(Problem) -> String? {
        try value(key, "a string", \.stringValue)
    }

    /// A whole number.
    public func integer(_ key: String) throws(Problem) -> Int? {
        try value(key, "a whole number", \.intValue)
    }

    /// An object.
    public func members(_ key: String) throws(Problem) -> JSONObject? {
        try value(key, "an object", \.objectValue)
    }

    /// A short text without control characters, of 1 to ``GatewayLimits/nameByteCountMax`` bytes.
    public func name(_ key: String) throws(Problem) -> String? {
        guard let text = try text(key) else { return nil }
        if let fault = NameRule.fault(in: text) { throw bad(key, fault) }
        return text
    }

    /// A value that must be there.
    public func required<Value>(_ key: String, _ value: Value?) throws(Problem) -> Value {
        guard let value else {
            throw Problem(
                .valueMissing, "\"\(path)\(key)\" is missing; add it", at: position(of: object),
                keyPath: path + key)
        }
        return value
    }

    /// One word of a list.
    public func word<Word: RawRepresentable & CaseIterable>(
        _ key: String, _ type: Word.Type
    ) throws(Problem) -> Word? where Word.RawValue == String {
        guard let text = try text(key) else { return nil }
        guard let word = Word(rawValue: text) else {
            throw bad(
                key,
                "is not known; send one of " + Word.allCases.map(\.rawValue).joined(separator: ", ")
            )
        }
        return word
    }
}

/// What may be the name of an installation, a user or an app.
public enum NameRule {
    /// What is wrong with a name, as the end of a sentence; `nil` when it is right.
    public static func fault(in text: String) -> String? {
        guard !text.isEmpty else { return "is empty; give it at least one character" }
        guard text.utf8.count <= GatewayLimits.nameByteCountMax else {
            return "has \(text.utf8.count) bytes; use \(GatewayLimits.nameByteCountMax) at most"
        }
        guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            return "has a line break or another control character; remove it"
        }
        return nil
    }
}
