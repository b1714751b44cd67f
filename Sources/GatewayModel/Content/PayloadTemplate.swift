// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// A payload that is compiled once and then completed for each device by copying bytes.
///
/// In the payload's strings, `{{name}}` is replaced with the recipient's variable `name`, and
/// `{{name|text}}` with the same variable or, if the recipient does not have it, with `text`.
/// `{{{{` produces `{{`. The payloads of a ``MessageTemplate`` also contain choices and formats.
package struct PayloadTemplate: Hashable, Sendable {
    /// The maximum number of variables in a payload.
    package static let variableCountMax = 50
    /// The maximum number of bytes in a variable's name.
    package static let nameByteCountMax = 64

    let segments: [PayloadSegment]
    private let byteCount: Int

    init(segments: [PayloadSegment]) {
        self.segments = segments
        byteCount = segments.reduce(0) { $0 + $1.expectedByteCount }
    }

    /// Compiles a payload.
    ///
    /// - Parameter payload: the bytes of a JSON object.
    /// - Throws: `JSONSyntaxError` if the bytes are not a JSON object, ``PayloadTemplateError`` if
    ///   the closing braces or the name of a variable are missing, or if a key contains a variable.
    package init(_ payload: [UInt8]) throws {
        let node = try JSONReader.read(payload)
        guard case .object = node.content else { throw PayloadTemplateError.notAnObject }
        var segments: [PayloadSegment] = []
        var variableCount = 0
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
            let variable = try Self.variable(payload[(index + 2)..<end], at: index)
            variableCount += 1
            guard variableCount <= Self.variableCountMax else {
                throw PayloadTemplateError.tooManyVariables
            }
            segments += [.bytes(piece), .value(variable)]
            piece = []
            index = end + 2
        }
        try Self.checkKeys(of: node)
        self.init(segments: segments + [.bytes(piece)])
    }

    /// The names of the variables, in the order in which they occur in the payload.
    package var variableNames: [String] { PayloadSegment.names(in: segments) }

    /// Returns the payload for a recipient; `nil` if the recipient has no value for a variable and
    /// the variable has no replacement text.
    package func render(_ values: [String: String]) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(byteCount)
        for segment in segments {
            guard segment.append(to: &bytes, values) else { return nil }
        }
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

    private static func variable(
        _ bytes: ArraySlice<UInt8>, at offset: Int
    ) throws -> PayloadSegment.Value {
        let parts = bytes.split(
            separator: UInt8(ascii: "|"), maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(decoding: parts[0], as: UTF8.self).filter { $0 != " " }
        guard !name.isEmpty, name.utf8.count <= nameByteCountMax,
            name.utf8.allSatisfy(isNameByte)
        else { throw PayloadTemplateError.badName(offset: offset) }
        return PayloadSegment.Value(
            name: name, style: .raw, replacement: parts.count > 1 ? Array(parts[1]) : nil)
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
