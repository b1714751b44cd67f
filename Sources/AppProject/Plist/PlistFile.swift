// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import Diagnostics

/// A property list in a checkout, with its text, so that findings can refer to locations.
package struct PlistFile: Sendable {
    package var source: SourceText
    package var value: PlistValue
    /// The locations of keys that another file defines, for instance as `INFOPLIST_KEY_…` in a
    /// project.
    package var otherLocations: [String: Diagnostic.Location] = [:]

    package init(source: SourceText, value: PlistValue) {
        self.source = source
        self.value = value
    }

    package var path: String { source.name }

    /// Reads a property list in XML, binary or OpenStep format.
    ///
    /// - Throws: ``PlistError`` if the file is not a property list.
    package init(reading source: SourceText) throws(PlistError) {
        self.init(source: source, value: try PlistNode(reading: source).value)
    }

    /// Returns the location of a key, preferably at the top level, and otherwise nested. If the
    /// file is binary or does not contain the key, returns the location of the whole file.
    package func location(of key: String) -> Diagnostic.Location {
        if let location = otherLocations[key] { return location }
        guard let top = try? PlistNode(reading: source) else { return source.location(nil) }
        if let member = top.members.last(where: { $0.key == key }) {
            return location(member.keyRange, [key])
        }
        guard let (path, range) = Self.find(key, in: top, path: []) else {
            return source.location(nil)
        }
        return location(range, path)
    }

    /// Returns the location of a value by its path of keys and array indices, which are counted
    /// from 0. If the path does not exist completely, returns the location of the innermost part
    /// that exists.
    package func location(of path: [String]) -> Diagnostic.Location {
        if let key = path.first, let location = otherLocations[key] { return location }
        guard var node = try? PlistNode(reading: source) else { return source.location(nil) }
        var found: Range<Int>?
        var walked: [String] = []
        for part in path {
            if let member = node.members.last(where: { $0.key == part }) {
                found = member.keyRange
                node = member.node
            } else if let index = Int(part), node.nodes.indices.contains(index) {
                node = node.nodes[index]
                found = node.range
            } else {
                break
            }
            walked.append(part)
        }
        return found.map { location($0, walked) } ?? source.location(nil)
    }

    private func location(_ range: Range<Int>, _ path: [String]) -> Diagnostic.Location {
        source.location(range.isEmpty ? nil : range, keyPath: path.joined(separator: "."))
    }

    private static func find(
        _ key: String, in node: PlistNode, path: [String]
    ) -> (path: [String], range: Range<Int>)? {
        for member in node.members where member.key == key {
            return (path + [key], member.keyRange)
        }
        for member in node.members {
            if let found = find(key, in: member.node, path: path + [member.key]) { return found }
        }
        for (index, node) in node.nodes.enumerated() {
            if let found = find(key, in: node, path: path + [String(index)]) { return found }
        }
        return nil
    }
}

/// The reason why a file is not a property list.
package struct PlistError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    /// The byte offset at which reading failed; `nil` if unknown.
    package let offset: Int?

    package init(_ description: String, offset: Int? = nil) {
        self.description = description
        self.offset = offset
    }
}

extension PlistNode {
    /// Reads a property list in any format.
    init(reading source: SourceText) throws(PlistError) {
        let bytes = source.bytes
        if bytes.starts(with: BinaryPlistReader.magic) {
            self = try BinaryPlistReader.read(bytes)
            return
        }
        // A UTF-16 file is converted first, so the positions in the converted text do not match the
        // file.
        if let text = TextEncoding.utf16(bytes) {
            self = try Self.read(Array(text.utf8)).withoutRanges
            return
        }
        self = try Self.read(bytes)
    }

    private static func read(_ bytes: [UInt8]) throws(PlistError) -> PlistNode {
        let first = bytes.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }.prefix(2)
        guard let byte = first.first else { throw PlistError("the file is empty", offset: 0) }
        // In an OpenStep property list, data also begins with <, but neither a letter nor ! or ?
        // follows.
        let isXML =
            byte == UInt8(ascii: "<")
            && first.dropFirst().first.map { "?!pdasirtf".utf8.contains($0) } ?? false
        if isXML { return try XMLPlistReader.read(bytes) }
        return try OpenStepReader.read(bytes)
    }

    /// The same node without positions.
    private var withoutRanges: PlistNode {
        let content: Content =
            switch self.content {
            case .value(let value): .value(value)
            case .array(let nodes): .array(nodes.map(\.withoutRanges))
            case .dictionary(let members):
                .dictionary(
                    members.map {
                        Member(key: $0.key, keyRange: 0..<0, node: $0.node.withoutRanges)
                    })
            }
        return PlistNode(content: content, range: 0..<0)
    }
}
