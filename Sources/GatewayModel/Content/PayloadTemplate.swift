// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// A payload that is compiled once and then completed for each device by copying bytes.
///
/// In the payload's strings, `{{name}}` is replaced with the recipient's variable `name`, and
/// `{{name|text}}` with the same variable or, if the recipient does not have it, with `text`.
/// `{{{{` produces `{{`.
package struct PayloadTemplate: Hashable, Sendable {
    /// The maximum number of variables in a payload.
    package static let variableCountMax = 50
    /// The maximum number of bytes in a variable's name.
    package static let nameByteCountMax = 64

    private struct Variable: Hashable, Sendable {
        let name: String
        /// The text that replaces a missing value, escaped for use inside a JSON string.
        let fallback: [UInt8]?
    }

    /// The bytes before each variable, followed by the bytes after the last variable.
    private let pieces: [[UInt8]]
    private let variables: [Variable]
    private let byteCount: Int

    /// Compiles a payload.
    ///
    /// - Parameter payload: the bytes of a JSON object.
    /// - Throws: `JSONSyntaxError` if the bytes are not a JSON object, ``PayloadTemplateError`` if
    ///   the closing braces or the name of a variable are missing, or if a key contains a variable.
    package init(_ payload: [UInt8]) throws {
        let node = try JSONReader.read(payload)
        guard case .object = node.content else { throw PayloadTemplateError.notAnObject }
        var pieces: [[UInt8]] = []
        var variables: [Variable] = []
        var piece: [UInt8] = []
        var index = payload.startIndex
        while index < payload.endIndex {
            guard payload[index...].starts(with: Self.opening) else {
                piece.append(payload[index])
                index += 1
                continue
            }
            if payload[(index + 2)...].starts(with: Self.opening) {
                piece += Self.opening
                index += 4
                continue
            }
            // Outside of strings, two consecutive braces can only occur before a key, where `{{` is
            // not valid JSON. They never begin a variable there.
            let end = try Self.end(of: payload, from: index + 2)
            variables.append(try Self.variable(payload[(index + 2)..<end], at: index))
            guard variables.count <= Self.variableCountMax else {
                throw PayloadTemplateError.tooManyVariables
            }
            pieces.append(piece)
            piece = []
            index = end + 2
        }
        try Self.checkKeys(of: node)
        self.pieces = pieces + [piece]
        self.variables = variables
        byteCount = self.pieces.reduce(0) { $0 + $1.count }
    }

    /// The names of the variables, in the order in which they occur in the payload.
    package var variableNames: [String] { variables.map(\.name) }

    /// Returns the payload for a recipient; `nil` if the recipient has no value for a variable and
    /// the variable has no replacement text.
    package func render(_ values: [String: String]) -> [UInt8]? {
        guard let last = pieces.last else { return nil }
        guard !variables.isEmpty else { return last }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(byteCount + 32 * variables.count)
        for (piece, variable) in zip(pieces, variables) {
            bytes += piece
            if let value = values[variable.name] {
                Self.append(value, to: &bytes)
            } else if let fallback = variable.fallback {
                bytes += fallback
            } else {
                return nil
            }
        }
        bytes += last
        return bytes
    }

    // MARK: Compilation

    private static let opening = Array("{{".utf8)
    private static let closing = Array("}}".utf8)

    private static func end(of payload: [UInt8], from start: Int) throws -> Int {
        var index = start
        while index < payload.endIndex, payload[index] != UInt8(ascii: "\""),
            index - start <= 4 * nameByteCountMax
        {
            if payload[index...].starts(with: closing) { return index }
            index += 1
        }
        throw PayloadTemplateError.notClosed(offset: start - 2)
    }

    private static func variable(_ bytes: ArraySlice<UInt8>, at offset: Int) throws -> Variable {
        let parts = bytes.split(
            separator: UInt8(ascii: "|"), maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(decoding: parts[0], as: UTF8.self).filter { $0 != " " }
        guard !name.isEmpty, name.utf8.count <= nameByteCountMax,
            name.utf8.allSatisfy(isNameByte)
        else { throw PayloadTemplateError.badName(offset: offset) }
        return Variable(name: name, fallback: parts.count > 1 ? Array(parts[1]) : nil)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }

    /// Throws an error if a key contains a variable, because the structure of the payload must not
    /// depend on the recipient.
    private static func checkKeys(of node: JSONNode) throws {
        switch node.content {
        case .object(let members):
            for member in members {
                guard !member.key.contains("{{") else {
                    throw PayloadTemplateError.variableInKey(offset: member.keyRange.lowerBound)
                }
                try checkKeys(of: member.value)
            }
        case .array(let nodes): for node in nodes { try checkKeys(of: node) }
        default: break
        }
    }

    /// Appends a text, escaped for use inside a JSON string.
    private static func append(_ text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20, 0x7F:
                bytes += Array("\\u00".utf8)
                bytes.append(hexDigit(byte >> 4))
                bytes.append(hexDigit(byte & 0xF))
            default: bytes.append(byte)
            }
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }
}

/// The reason why a payload cannot be compiled.
package enum PayloadTemplateError: Error, Hashable, Sendable, CustomStringConvertible {
    case notAnObject
    case notClosed(offset: Int)
    case badName(offset: Int)
    case variableInKey(offset: Int)
    case tooManyVariables

    package var description: String {
        switch self {
        case .notAnObject: "the payload is not a JSON object; begin it with {\"aps\":"
        case .notClosed(let offset):
            "the variable at byte \(offset) has no end; write }} after its name, or {{{{ for two "
                + "braces"
        case .badName(let offset):
            "the variable at byte \(offset) has no valid name; use letters, digits, \"_\", \".\" "
                + "and \"-\""
        case .variableInKey(let offset):
            "the key at byte \(offset) contains a variable; variables are allowed only in string "
                + "values"
        case .tooManyVariables:
            "the payload has more than \(PayloadTemplate.variableCountMax) variables; use fewer"
        }
    }
}
