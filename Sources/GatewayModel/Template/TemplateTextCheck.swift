// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// Checks the texts of one language: syntax, and whether variables are used as they are declared.
struct TemplateTextCheck {
    let reader: TemplateReader
    let locale: String
    let variables: [String: TemplateVariable]

    /// Checks all strings of a value.
    func check(_ node: JSONNode, _ path: String, isBadge: Bool) throws(TemplateError) {
        switch node.content {
        case .object(let members):
            for member in members {
                guard !member.key.contains("{{") else {
                    throw reader.error(
                        at: member.keyRange.lowerBound, path,
                        "has a key with a variable; variables are permitted only in values")
                }
                try check(
                    member.value, "\(path).\(member.key.prefix(64))",
                    isBadge: member.key == "badge")
            }
        case .array(let nodes):
            for (index, node) in nodes.enumerated() {
                try check(node, "\(path)[\(index)]", isBadge: false)
            }
        case .string(let text): try check(text, node, path, isBadge: isBadge)
        default: break
        }
    }

    private func check(
        _ text: String, _ node: JSONNode, _ path: String, isBadge: Bool
    ) throws(TemplateError) {
        let parsed: TemplateText
        do { parsed = try TemplateText(text) } catch {
            throw TemplateError(
                position: position(of: error.offset, in: node), keyPath: path,
                description: "\"\(path)\": \(error.description)")
        }
        do {
            try check(parsed.parts, isWhole: true)
        } catch {
            throw reader.error(node, path, error.description)
        }
        let isJSON = parsed.parts.contains { part in
            if case .value(_, .json, _) = part { true } else { false }
        }
        guard !isBadge || isJSON else {
            throw reader.error(
                node, path, "is a string; write a number, or a variable such as {{unread, json}}")
        }
    }

    private func check(
        _ parts: [TemplateText.Part], isWhole: Bool
    ) throws(TemplateVariable.Misfit) {
        for part in parts {
            switch part {
            case .characters, .count: break
            case .value(let name, let format, let replacement):
                let variable = try declared(name)
                try check(variable, name, format, replacement)
                if format == .json, !isWhole || parts.count != 1 {
                    throw .init(
                        description: "uses \(name) as json inside a text; json is permitted only "
                            + "if the variable is the whole string")
                }
            case .choice(let choice):
                let kind = try declared(choice.name).kind
                guard choice.kind == .plural ? kind == .number : kind == .text || kind == .flag
                else {
                    throw .init(
                        description: "uses \(choice.name), which is declared as \(kind.rawValue), "
                            + "in a \(choice.kind.rawValue); "
                            + (choice.kind == .plural
                                ? "a plural needs a number" : "a select needs a text or flag"))
                }
                for one in choice.cases { try check(one.parts, isWhole: false) }
            }
        }
    }

    private func declared(_ name: String) throws(TemplateVariable.Misfit) -> TemplateVariable {
        guard let variable = variables[name] else {
            let nearest = AudienceWords.nearest(to: name, among: variables.keys.sorted())
            throw .init(
                description: "uses \(name), which is not a declared variable; "
                    + (nearest.map { "did you mean \($0)?" } ?? "add it to \"variables\""))
        }
        return variable
    }

    private func check(
        _ variable: TemplateVariable, _ name: String, _ format: TemplateText.Format,
        _ replacement: String?
    ) throws(TemplateVariable.Misfit) {
        let isPossible =
            switch format {
            case .standard: true
            case .number: variable.kind == .number
            case .plain: variable.kind == .number || variable.kind == .text
            case .url: variable.kind == .text
            case .date, .iso: variable.kind == .date
            case .json:
                (variable.kind == .number || variable.kind == .flag) && replacement == nil
            }
        guard isPossible else {
            throw .init(
                description: "shows \(name), which is declared as \(variable.kind.rawValue), in a "
                    + "format for another type; leave the format out")
        }
    }

    /// Returns the position of one byte of a string's text in the template's source. The source may
    /// contain escapes, which are longer than the characters that they represent.
    private func position(of offset: Int, in node: JSONNode) -> SourcePosition {
        let source = reader.source
        var place = node.range.lowerBound + 1
        var seen = 0
        while seen < offset, place < node.range.upperBound - 1 {
            guard source[place] == UInt8(ascii: "\\"), place + 1 < source.count else {
                place += 1
                seen += 1
                continue
            }
            guard source[place + 1] == UInt8(ascii: "u") else {
                place += 2
                seen += 1
                continue
            }
            let unit = Self.unit(source, place)
            // The first half of a surrogate pair; the pair is one character of four bytes.
            if (0xD800..<0xDC00).contains(unit) {
                place += 12
                seen += 4
            } else {
                place += 6
                seen += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3
            }
        }
        return SourcePosition(byteOffset: min(place, source.count), in: source)
    }

    private static func unit(_ source: [UInt8], _ place: Int) -> UInt32 {
        let digits = source[min(place + 2, source.count)..<min(place + 6, source.count)]
        return UInt32(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0
    }
}
