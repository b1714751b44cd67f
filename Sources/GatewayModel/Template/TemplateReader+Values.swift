// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension TemplateReader {
    func error(_ node: JSONNode, _ path: String, _ detail: String) -> TemplateError {
        error(at: node.range.lowerBound, path, detail)
    }

    /// - Parameter detail: what is wrong and what to do, as the end of a sentence that begins with
    ///   the path.
    func error(at offset: Int, _ path: String, _ detail: String) -> TemplateError {
        TemplateError(
            position: SourcePosition(byteOffset: offset, in: source), keyPath: path,
            description: path.isEmpty ? "the template \(detail)" : "\"\(path)\" \(detail)")
    }

    /// Throws an error for a key that is not known or occurs twice.
    func checkKeys(
        _ node: JSONNode, _ prefix: String, _ keys: [String]
    ) throws(TemplateError) {
        guard let members = node.members else {
            throw error(
                node, String(prefix.dropLast()), "is \(node.value.typeName); send an object")
        }
        for member in members where !keys.contains(member.key) {
            let key = String(member.key.prefix(40))
            let advice =
                AudienceWords.nearest(to: key, among: keys).map { "did you mean \"\($0)\"?" }
                ?? "the known keys are \(keys.joined(separator: ", "))"
            throw TemplateError(
                position: SourcePosition(byteOffset: member.keyRange.lowerBound, in: source),
                keyPath: prefix + key,
                description: "the key \"\(prefix)\(key)\" is unknown; \(advice)")
        }
        try checkRepeats(node, String(prefix.dropLast()))
    }

    func checkRepeats(_ node: JSONNode, _ path: String) throws(TemplateError) {
        var seen: Set<String> = []
        for member in node.members ?? [] where !seen.insert(member.key).inserted {
            throw error(
                at: member.keyRange.lowerBound,
                path.isEmpty ? member.key : "\(path).\(member.key.prefix(64))",
                "occurs twice; keep only one of them")
        }
    }

    func text(
        _ node: JSONNode, _ key: String
    ) throws(TemplateError) -> (value: String, node: JSONNode)? {
        guard let value = node[key], value.content != .null else { return nil }
        guard let text = value.value.stringValue else {
            throw error(value, key, "is \(value.value.typeName); send a string")
        }
        return (text, value)
    }

    func word<Word: RawRepresentable & CaseIterable>(
        _ node: JSONNode, _ key: String, _ type: Word.Type
    ) throws(TemplateError) -> Word? where Word.RawValue == String {
        guard let text = try text(node, key) else { return nil }
        guard let word = Word(rawValue: text.value) else {
            throw error(
                text.node, key,
                "has an unknown value; send one of "
                    + Word.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return word
    }

    func integer(
        _ node: JSONNode, _ key: String, _ prefix: String, _ range: ClosedRange<Int>
    ) throws(TemplateError) -> Int? {
        guard let value = node[key], value.content != .null else { return nil }
        guard let number = value.value.intValue, range.contains(number) else {
            throw error(
                value, prefix + key,
                "is not in range; send a whole number from \(range.lowerBound) to "
                    + "\(range.upperBound)")
        }
        return number
    }
}
