// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// Reads the members of a request's JSON object and reports errors precisely.
///
/// Each error becomes a ``/APNSWire/Problem`` with line and column; for an unknown key, the problem
/// suggests the most similar known key.
public struct FormReader: Sendable {
    let source: [UInt8]
    let object: JSONNode
    /// The prefix of keys in a problem's key path, for instance `tokens[0].`.
    let path: String

    /// Parses a body.
    ///
    /// - Parameters:
    ///   - keys: the keys that are allowed in the body.
    ///   - example: a valid body, which is quoted in the problem if the body is not an object.
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

    /// Creates a reader for an object that has already been parsed.
    ///
    /// - Parameter place: the object's location in the body, for instance `tokens[0]`; `nil` if the
    ///   object is the body itself.
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
                "\(what) is \(node.value.typeName), not an object; send an object such as "
                    + "\(example)",
                at: position(of: node), keyPath: place)
        }
        var seen: Set<String> = []
        // Computing a position takes a pass over the text, so it is done only for an error.
        func keyPlace(_ member: JSONNode.Member) -> SourcePosition {
            SourcePosition(byteOffset: member.keyRange.lowerBound, in: source)
        }
        for member in members {
            guard keys.contains(member.key) else {
                throw Self.unknown(member.key, keys: keys, at: keyPlace(member), path: path)
            }
            guard seen.insert(member.key).inserted else {
                throw Problem(
                    .badValue,
                    "\"\(path)\(member.key)\" occurs twice; keep only one of them",
                    at: keyPlace(member),
                    keyPath: path + member.key)
            }
        }
    }

    /// Returns the problem for an unknown key.
    public static func unknown(
        _ key: String, keys: [String], at place: SourcePosition?, path: String = ""
    ) -> Problem {
        let nearest = NearestWord.of(key, among: keys)
        let advice =
            nearest.map { "did you mean \"\($0)\"?" }
            ?? "the known keys are " + keys.joined(separator: ", ")
        return Problem(
            .unknownKey, "the key \"\(path)\(shortened(key))\" is unknown; \(advice)", at: place,
            keyPath: path + shortened(key))
    }

    private static func shortened(_ text: String) -> String {
        (text.count > 40 ? text.prefix(40) + "…" : text).printable
    }

    /// Returns the line and column of a value in the body.
    public func position(of node: JSONNode) -> SourcePosition {
        SourcePosition(byteOffset: node.range.lowerBound, in: source)
    }

    /// Returns the value of a key; `nil` if the key is absent or its value is `null`.
    public func node(_ key: String) -> JSONNode? {
        guard let node = object[key], node.content != .null else { return nil }
        return node
    }

    /// Returns the problem for the unusable value of a key.
    public func bad(_ key: String, _ detail: String) -> Problem {
        Problem(
            .badValue, "\"\(path)\(key)\" \(detail)", at: object[key].map(position(of:)),
            keyPath: path + key)
    }

    /// Returns the problem for an entry of a list that is not one of the known words.
    ///
    /// - Parameter advice: what to send, for an entry that resembles none of the words.
    func unknownEntry(
        _ entry: String, of key: String, among words: [String], advice: String
    ) -> Problem {
        let nearest = NearestWord.of(entry, among: words)
        return bad(
            key,
            "has the unknown entry \"\(Self.shortened(entry))\"; "
                + (nearest.map { "did you mean \"\($0)\"?" } ?? advice))
    }

    func value<Value>(
        _ key: String, _ wanted: String, _ take: (JSONValue) -> Value?
    ) throws(Problem) -> Value? {
        guard let node = node(key) else { return nil }
        guard let value = take(node.value) else {
            throw bad(key, "is \(node.value.typeName); send \(wanted)")
        }
        return value
    }

    /// Returns the value of a key as a string.
    public func text(_ key: String) throws(Problem) -> String? {
        try value(key, "a string", \.stringValue)
    }

    /// Returns the value of a key as an integer.
    public func integer(_ key: String) throws(Problem) -> Int? {
        try value(key, "a whole number", \.intValue)
    }

    /// Returns the value of a key as an object.
    public func members(_ key: String) throws(Problem) -> JSONObject? {
        try value(key, "an object", \.objectValue)
    }

    /// Returns the value of a key as a short text without control characters, of 1 to
    /// ``GatewayLimits/nameByteCountMax`` bytes.
    public func name(_ key: String) throws(Problem) -> String? {
        guard let text = try text(key) else { return nil }
        if let problem = NameRule.fault(in: text) { throw bad(key, problem) }
        return text
    }

    /// Returns the value of a required key.
    public func required<Value>(_ key: String, _ value: Value?) throws(Problem) -> Value {
        guard let value else {
            throw Problem(
                .valueMissing, "\"\(path)\(key)\" is missing; add it", at: position(of: object),
                keyPath: path + key)
        }
        return value
    }

    /// Returns the value of a key as a case of an enumeration.
    public func word<Word: RawRepresentable & CaseIterable>(
        _ key: String, _ type: Word.Type
    ) throws(Problem) -> Word? where Word.RawValue == String {
        guard let text = try text(key) else { return nil }
        guard let word = Word(rawValue: text) else {
            throw bad(
                key,
                "has an unknown value; send one of "
                    + Word.allCases.map(\.rawValue).joined(separator: ", ")
            )
        }
        return word
    }
}

/// The rule for names of installations, users and apps.
public enum NameRule {
    /// Returns a description of the problem with a name, as the end of a sentence; `nil` if the
    /// name is valid.
    public static func fault(in text: String) -> String? {
        guard !text.isEmpty else { return "is empty; send at least one character" }
        guard text.utf8.count <= GatewayLimits.nameByteCountMax else {
            return "has \(text.utf8.count) bytes; use at most \(GatewayLimits.nameByteCountMax)"
        }
        guard !text.unicodeScalars.contains(where: isControl) else {
            return "has a line break or another control character; remove it"
        }
        return nil
    }

    /// Returns whether a scalar has the general category Cc. These 65 scalars never change (Unicode
    /// Standard, section 4.5), and comparing them is much faster than looking up the category,
    /// which would take a twelfth of the time of an import.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }
}
