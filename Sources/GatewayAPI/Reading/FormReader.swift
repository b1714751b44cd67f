// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// Reads the members of a JSON object that a request consists of and says precisely what is wrong
/// with it.
///
/// Each fault becomes a ``Problem`` with line and column; a key that is not known is answered with
/// the nearest one that is.
public struct FormReader: Sendable {
    private let source: [UInt8]
    private let object: JSONNode

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
    public init(_ node: JSONNode, source: [UInt8], keys: [String], example: String) throws(Problem)
    {
        self.source = source
        object = node
        guard let members = node.members else {
            throw Problem(
                .badValue,
                "the body is \(node.value.typeInWords), not an object; send for instance "
                    + "\(example)",
                at: position(of: node))
        }
        var seen: Set<String> = []
        for member in members {
            let place = SourcePosition(byteOffset: member.keyRange.lowerBound, in: source)
            guard keys.contains(member.key) else {
                throw Self.unknown(member.key, keys: keys, at: place)
            }
            guard seen.insert(member.key).inserted else {
                throw Problem(
                    .badValue, "\"\(member.key)\" occurs twice; keep one", at: place,
                    keyPath: member.key)
            }
        }
    }

    /// The problem of a key that nobody reads.
    public static func unknown(_ key: String, keys: [String], at place: SourcePosition?) -> Problem
    {
        let nearest = NearestWord.of(key, among: keys)
        let advice =
            nearest.map { "did you mean \"\($0)\"?" } ?? "known are " + keys.joined(separator: ", ")
        return Problem(
            .unknownKey, "\"\(shortened(key))\" is not known; \(advice)", at: place,
            keyPath: shortened(key))
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
        Problem(.badValue, "\"\(key)\" \(detail)", at: object[key].map(position(of:)), keyPath: key)
    }

    private func value<Value>(
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

    /// A text that must be there.
    public func required(_ key: String, _ value: String?) throws(Problem) -> String {
        guard let value else {
            throw Problem(
                .valueMissing, "\"\(key)\" is missing; add it", at: position(of: object),
                keyPath: key)
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
