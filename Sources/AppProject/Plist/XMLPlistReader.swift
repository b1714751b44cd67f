// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads an XML property list, with positions.
///
/// The reader supports elements, text, comments, CDATA, predefined entities and character
/// references. It skips the document type and the declarations in it, because property lists do not
/// need them.
struct XMLPlistReader {
    private let bytes: [UInt8]
    private var index = 0
    private var budget = PlistBudget()

    static func read(_ bytes: [UInt8]) throws(PlistError) -> PlistNode {
        var reader = XMLPlistReader(bytes: bytes)
        guard let tag = try reader.nextTag(), tag.kind != .close else {
            throw PlistError("there is no XML element", offset: reader.index)
        }
        guard tag.name == "plist" else { return try reader.element(tag, depth: 0) }
        guard tag.kind == .open, let first = try reader.nextTag(), first.kind != .close else {
            throw PlistError("<plist> is empty", offset: tag.range.lowerBound)
        }
        let node = try reader.element(first, depth: 0)
        guard let end = try reader.nextTag(), end.kind == .close, end.name == "plist" else {
            throw PlistError("</plist> is missing after the value", offset: node.range.upperBound)
        }
        return node
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    private struct Tag {
        enum Kind { case open, close, empty }

        let kind: Kind
        let name: String
        let range: Range<Int>
    }

    private mutating func element(_ tag: Tag, depth: Int) throws(PlistError) -> PlistNode {
        guard depth <= PlistLimits.depthMax else {
            throw PlistError(
                "values are nested more than \(PlistLimits.depthMax) levels deep",
                offset: tag.range.lowerBound)
        }
        try budget.spend(at: tag.range.lowerBound)
        let content: PlistNode.Content
        switch tag.name {
        case "dict": content = .dictionary(tag.kind == .open ? try members(depth: depth) : [])
        case "array": content = .array(tag.kind == .open ? try elements(depth: depth) : [])
        case "true", "false":
            if tag.kind == .open { _ = try text(until: tag) }
            content = .value(.bool(tag.name == "true"))
        case "string": content = .value(.string(try text(until: tag)))
        case "integer", "real", "date", "data":
            let text = try text(until: tag)
            guard let value = Self.scalar(tag.name, text) else {
                throw PlistError(
                    "the content of <\(tag.name)> is not valid", offset: tag.range.lowerBound)
            }
            content = .value(value)
        default:
            throw PlistError(
                "<\(tag.name.prefix(40))> is not an element of property lists",
                offset: tag.range.lowerBound)
        }
        return PlistNode(content: content, range: tag.range.lowerBound..<index)
    }

    private mutating func members(depth: Int) throws(PlistError) -> [PlistNode.Member] {
        var members: [PlistNode.Member] = []
        while let tag = try nextTag() {
            if tag.kind == .close {
                try expect("dict", tag)
                return members
            }
            guard tag.name == "key" else {
                throw PlistError(
                    "<key> is missing before <\(tag.name.prefix(40))>",
                    offset: tag.range.lowerBound)
            }
            let key = try text(until: tag)
            let keyRange = tag.range.lowerBound..<index
            guard let value = try nextTag(), value.kind != .close, value.name != "key" else {
                throw PlistError("a key has no value", offset: keyRange.lowerBound)
            }
            let node = try element(value, depth: depth + 1)
            members.append(.init(key: key, keyRange: keyRange, node: node))
        }
        throw PlistError("</dict> is missing", offset: index)
    }

    private mutating func elements(depth: Int) throws(PlistError) -> [PlistNode] {
        var nodes: [PlistNode] = []
        while let tag = try nextTag() {
            if tag.kind == .close {
                try expect("array", tag)
                return nodes
            }
            nodes.append(try element(tag, depth: depth + 1))
        }
        throw PlistError("</array> is missing", offset: index)
    }

    private func expect(_ name: String, _ tag: Tag) throws(PlistError) {
        guard tag.name == name else {
            throw PlistError(
                "found </\(tag.name.prefix(40))> instead of </\(name)>",
                offset: tag.range.lowerBound)
        }
    }

    private static func scalar(_ name: String, _ text: String) -> PlistValue? {
        let trimmed = text.filter { !$0.isWhitespace }
        switch name {
        case "integer":
            let isNegative = trimmed.hasPrefix("-")
            let digits = trimmed.drop { $0 == "-" || $0 == "+" }
            if digits.lowercased().hasPrefix("0x") {
                return Int(digits.dropFirst(2), radix: 16).map { .integer(isNegative ? -$0 : $0) }
            }
            // A number that does not fit in a signed 64-bit integer is stored as a double.
            return Int(trimmed).map { .integer($0) } ?? UInt64(trimmed).map { .real(Double($0)) }
        case "real": return Double(trimmed).map { .real($0) }
        case "date": return PlistDate.read(trimmed).map { .date($0) }
        default: return Data(base64Encoded: trimmed).map { .data(Array($0)) }
        }
    }
}

// MARK: - Tags and text
extension XMLPlistReader {
    /// Returns the next tag. White space, comments and processing instructions before the tag are
    /// skipped. Returns `nil` at the end of the text.
    private mutating func nextTag() throws(PlistError) -> Tag? {
        while index < bytes.count {
            if bytes[index] <= 0x20 {
                index += 1
            } else if starts(with: "<!--") {
                try pass("<!--", until: "-->")
            } else if starts(with: "<?") {
                try pass("<?", until: "?>")
            } else if starts(with: "<!DOCTYPE") {
                try passDocumentType()
            } else if bytes[index] == UInt8(ascii: "<") {
                return try tag()
            } else {
                throw PlistError("there is text outside of an element", offset: index)
            }
        }
        return nil
    }

    private mutating func tag() throws(PlistError) -> Tag {
        let start = index
        index += 1
        var kind = Tag.Kind.open
        if starts(with: "/") {
            kind = .close
            index += 1
        }
        let nameStart = index
        while index < bytes.count, Self.isName(bytes[index]) { index += 1 }
        let name = String(decoding: bytes[nameStart..<index], as: UTF8.self)
        guard !name.isEmpty else { throw PlistError("a tag has no name", offset: start) }
        var quote: UInt8?
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                if kind == .open, bytes[index - 2] == UInt8(ascii: "/") { kind = .empty }
                return Tag(kind: kind, name: name, range: start..<index)
            }
        }
        throw PlistError("a tag is not closed with >", offset: start)
    }

    /// Reads the text of an element without child elements, including its closing tag.
    private mutating func text(until open: Tag) throws(PlistError) -> String {
        guard open.kind == .open else { return "" }
        var text: [UInt8] = []
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "&"): text += try reference()
            case UInt8(ascii: "<"):
                if starts(with: "<!--") {
                    try pass("<!--", until: "-->")
                } else if starts(with: "<![CDATA[") {
                    let start = index + 9
                    try pass("<![CDATA[", until: "]]>")
                    text += bytes[start..<(index - 3)]
                } else {
                    let tag = try tag()
                    guard tag.kind == .close else {
                        throw PlistError(
                            "<\(tag.name.prefix(40))> is not allowed in <\(open.name)>",
                            offset: tag.range.lowerBound)
                    }
                    try expect(open.name, tag)
                    return String(decoding: text, as: UTF8.self)
                }
            case let byte:
                text.append(byte)
                index += 1
            }
        }
        throw PlistError("</\(open.name)> is missing", offset: open.range.lowerBound)
    }

    private mutating func reference() throws(PlistError) -> [UInt8] {
        let start = index
        // The longest valid reference has seven digits, in addition to the delimiters.
        guard let end = bytes[start...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
            throw PlistError("an & does not begin an entity reference; write &amp;", offset: start)
        }
        let name = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
        index = end + 1
        let number =
            name.hasPrefix("#x")
            ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst(1))
        switch name {
        case "amp": return [UInt8(ascii: "&")]
        case "lt": return [UInt8(ascii: "<")]
        case "gt": return [UInt8(ascii: ">")]
        case "quot": return [UInt8(ascii: "\"")]
        case "apos": return [UInt8(ascii: "'")]
        default:
            guard name.hasPrefix("#"), let scalar = number.flatMap(Unicode.Scalar.init) else {
                throw PlistError("the entity reference is unknown; write & as &amp;", offset: start)
            }
            return Array(String(scalar).utf8)
        }
    }

    private mutating func passDocumentType() throws(PlistError) {
        let start = index
        var brackets = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "[") { brackets += 1 }
            if byte == UInt8(ascii: "]") { brackets -= 1 }
            if byte == UInt8(ascii: ">"), brackets <= 0 { return }
        }
        throw PlistError("the document type declaration is not closed", offset: start)
    }

    private mutating func pass(_ open: String, until end: String) throws(PlistError) {
        let start = index
        index += open.utf8.count
        while index < bytes.count, !starts(with: end) { index += 1 }
        guard index < bytes.count else { throw PlistError("\(open) is not closed", offset: start) }
        index += end.utf8.count
    }

    private func starts(with text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

    private static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: ":"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
