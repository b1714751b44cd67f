// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Finds the objects of a list in JSON of any length that arrives in parts, without reading all of
/// it into memory.
///
/// The objects are the elements of a top-level list, the elements of a list that has one of the
/// given names and is a member of a top-level object, or the top-level objects that contain no such
/// list. The input can therefore be the response of an API, several such responses in a row, or
/// JSON Lines. This type finds only the ends of objects; ``/APNSWire/JSONReader`` reads each
/// object.
package struct JSONElements: Sendable {
    /// An object, and the line on which it starts, from 1.
    package struct Element: Hashable, Sendable {
        package let line: Int
        package let bytes: [UInt8]
    }

    /// The error for bytes in which no objects can be found.
    package struct Failure: Error, Hashable, Sendable {
        package let line: Int
        /// The problem and the fix, as the end of a sentence.
        package let problem: String
    }

    /// The maximum number of bytes in an object.
    package static let elementByteCountMax = 1 << 16

    private let names: Set<[UInt8]>
    private var line = 1
    private var depth = 0
    /// The nesting depth of the elements of the list; `nil` outside of a list.
    private var listDepth: Int?
    /// Whether the current top-level object has a list.
    private var hasList = false
    private var isInText = false
    private var isEscaped = false
    /// The bytes of the last text outside of an element, which may be the name of a list.
    private var lastText: [UInt8] = []
    private var element: [UInt8] = []
    private var elementLine = 1
    private var isInElement = false
    private var elements: [Element] = []

    /// - Parameter names: the names of the lists.
    package init(lists names: [String]) { self.names = Set(names.map { Array($0.utf8) }) }

    /// Reads the next bytes and returns the objects that they complete.
    package mutating func read(_ bytes: some Sequence<UInt8>) throws(Failure) -> [Element] {
        for byte in bytes { try take(byte) }
        defer { elements.removeAll(keepingCapacity: true) }
        return elements
    }

    /// Checks that the input has ended after the last object.
    package func finish() throws(Failure) {
        guard depth == 0, !isInText else {
            throw Failure(
                line: line, problem: "the file ends inside of an object or list; fetch it again")
        }
    }

    private mutating func take(_ byte: UInt8) throws(Failure) {
        if byte == UInt8(ascii: "\n") { line += 1 }
        if isInElement || depth > 0 && !hasList { try keep(byte) }
        if isInText {
            takeText(byte)
            return
        }
        switch byte {
        case UInt8(ascii: "\""):
            isInText = true
            lastText = []
        case UInt8(ascii: "{"), UInt8(ascii: "["): try open(byte)
        case UInt8(ascii: "}"), UInt8(ascii: "]"): try close(byte)
        default:
            let isBlank = byte <= 0x20
            guard depth > 0 || isBlank || byte == UInt8(ascii: ",") || byte >= 0x80 else {
                throw Failure(
                    line: line,
                    problem: "this is not a JSON object; check the file's format")
            }
        }
    }

    private mutating func takeText(_ byte: UInt8) {
        if isEscaped {
            isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
            isInText = false
            return
        }
        if !isInElement, lastText.count <= Self.nameByteCountMax { lastText.append(byte) }
    }

    /// The maximum number of bytes of a text that may be the name of a list.
    private static let nameByteCountMax = 64

    private mutating func open(_ byte: UInt8) throws(Failure) {
        let isObject = byte == UInt8(ascii: "{")
        if depth == 0, isObject {
            hasList = false
            begin(with: byte)
            isInElement = false
        } else if !isObject, listDepth == nil,
            depth == 0 || depth == 1 && names.contains(lastText) && !isInElement
        {
            listDepth = depth + 1
            hasList = true
            element = []
        } else if isObject, depth == listDepth, !isInElement {
            begin(with: byte)
            isInElement = true
        }
        depth += 1
    }

    private mutating func close(_ byte: UInt8) throws(Failure) {
        depth -= 1
        guard depth >= 0 else {
            throw Failure(
                line: line, problem: "there is an extra closing bracket; check the file")
        }
        if isInElement, depth == listDepth {
            end()
            isInElement = false
        } else if depth == 0, byte == UInt8(ascii: "}"), !hasList {
            end()
        } else if let list = listDepth, depth == list - 1 {
            listDepth = nil
        }
    }

    private mutating func begin(with byte: UInt8) {
        element = [byte]
        elementLine = line
    }

    private mutating func keep(_ byte: UInt8) throws(Failure) {
        element.append(byte)
        guard element.count <= Self.elementByteCountMax else {
            throw Failure(
                line: elementLine,
                problem: "an object has more than \(Self.elementByteCountMax) bytes; check that "
                    + "the file has the format that --from names")
        }
    }

    private mutating func end() {
        elements.append(Element(line: elementLine, bytes: element))
        element = []
    }
}
