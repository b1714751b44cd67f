// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Yams

/// A YAML file, and the folder to which the file's paths are relative.
struct YAMLDocument {
    /// The maximum size of a file in bytes. Manifests that people write are far smaller.
    static let byteCountMax = 1 << 20

    let source: SourceText
    let top: Node
    let folder: String

    /// - Throws: ``PlistError`` if the text is not YAML or is too large.
    init(reading source: SourceText) throws(PlistError) {
        guard source.bytes.count <= Self.byteCountMax else {
            throw PlistError("the manifest is larger than \(Self.byteCountMax >> 20) MB")
        }
        self.source = source
        folder = FilePath.folder(of: source.name)
        do {
            guard let node = try Yams.compose(yaml: String(decoding: source.bytes, as: UTF8.self))
            else { throw PlistError("the manifest is empty") }
            top = node
        } catch let error as PlistError {
            throw error
        } catch {
            let line = (error as? YamlError)?.line
            throw PlistError(
                "this is not YAML" + (line.map { " (line \($0))" } ?? ""),
                offset: line.flatMap { source.location(line: $0).range?.lowerBound })
        }
    }

    /// Returns the location of a node. If its position is unknown, returns the location of the
    /// whole file.
    func location(of node: Node?) -> Diagnostic.Location {
        node?.mark.map { source.location(line: $0.line) } ?? source.location(nil)
    }
}

extension YamlError {
    /// The number of the line with the error, counted from 1.
    fileprivate var line: Int? {
        switch self {
        case .scanner(_, _, let mark, _), .parser(_, _, let mark, _), .composer(_, _, let mark, _):
            mark.line
        default: nil
        }
    }
}

extension Node {
    /// The members of a mapping, in order.
    var members: [(key: String, value: Node)] {
        guard let mapping else { return [] }
        return mapping.compactMap { key, value in key.string.map { ($0, value) } }
    }

    /// The strings of a list, or a single string as a list.
    var texts: [String] {
        if let sequence { return sequence.compactMap(\.scalar?.string) }
        return scalar.map { [$0.string] } ?? []
    }

    /// Returns the node as a property list value with YAML's types. Each use of an alias consumes a
    /// part of the budget.
    func plistValue(_ budget: inout Int, depth: Int = 0) -> PlistValue? {
        budget -= 1
        guard budget > 0, depth < PlistLimits.depthMax else { return nil }
        if let mapping {
            var values: [String: PlistValue] = [:]
            for (key, node) in mapping {
                guard let key = key.scalar?.string else { continue }
                values[key] = node.plistValue(&budget, depth: depth + 1)
            }
            return .dictionary(values)
        }
        if let sequence {
            return .array(sequence.compactMap { $0.plistValue(&budget, depth: depth + 1) })
        }
        guard let scalar else { return nil }
        guard scalar.style == .plain || scalar.style == .any else { return .string(scalar.string) }
        return bool.map { .bool($0) } ?? int.map { .integer($0) } ?? float.map { .real($0) }
            ?? .string(scalar.string)
    }
}
