// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

/// The distribution of a payload's bytes among its members.
struct PayloadSize {
    /// The number of the largest members that a message mentions.
    static let partCountMax = 3
    /// The maximum length of a path in a message, in characters. Longer paths are shortened.
    static let pathCharacterCountMax = 48
    /// The maximum depth to which members are examined.
    static let depthMax = 16

    /// A part of a payload: the keys that lead to a value, and the size of the value with its key,
    /// in bytes.
    struct Part: Hashable {
        let path: String
        let byteCount: Int
    }

    /// The largest parts, in descending order of size.
    let parts: [Part]
    /// The size of the body as it is sent, in bytes.
    let byteCount: Int
    /// The size of the body without white space and unnecessary escapes, in bytes.
    let minified: Int
    /// A fix that minifies the text; `nil` if minifying saves nothing, or would change more than
    /// white space and escapes.
    let fix: TextFix?

    init(_ push: LintSubject) {
        var all: [Part] = []
        Self.collect(push.root, path: "", byteCount: 0, depth: 0, into: &all)
        parts = Array(all.sorted { $0.byteCount > $1.byteCount }.prefix(Self.partCountMax))
        byteCount = push.bodyByteCount
        let target = push.custom(APNSFile.targetBundleKey)
        let body =
            target == nil ? JSONWriter.write(push.root.value) : push.payload.encoded
        minified = body.count
        let range = push.frontMatter.bodyOffset..<push.source.bytes.count
        let isStrict =
            (try? JSONReader.read(push.source.bytes, from: push.frontMatter.bodyOffset)) != nil
        fix =
            isStrict && target == nil && minified < byteCount
            ? TextFix(
                "remove unnecessary white space and escapes", [TextFix.Edit(range, body)]) : nil
    }

    /// The largest parts as text, for instance `map (3,900 bytes) and aps.alert (42)`.
    var breakdown: String {
        Shown.list(
            parts.enumerated().map { index, part in
                "\(part.path) (\(Shown.count(part.byteCount))" + (index == 0 ? " bytes)" : ")")
            })
    }

    /// The size after minifying, as a clause. The text is empty if the saving is negligible.
    var minifiedText: String {
        byteCount - minified < 16
            ? ""
            : "; without unnecessary white space and escapes it has "
                + "\(Shown.count(minified)) bytes"
    }

    /// Collects the innermost parts. The function descends into the members of objects, and into an
    /// array if one element takes more than half of it.
    private static func collect(
        _ node: JSONNode, path: String, byteCount: Int, depth: Int, into parts: inout [Part]
    ) {
        switch node.content {
        case .object(let members) where depth < depthMax && !members.isEmpty:
            for member in members {
                let count = member.value.range.upperBound - member.keyRange.lowerBound
                collect(
                    member.value, path: path.isEmpty ? member.key : path + "." + member.key,
                    byteCount: count, depth: depth + 1, into: &parts)
            }
        case .array(let elements) where depth < depthMax:
            let largest = elements.firstIndex { $0.range.count * 2 > node.range.count }
            guard let largest else { return add(path, byteCount, to: &parts) }
            let element = elements[largest]
            collect(
                element, path: "\(path)[\(largest)]", byteCount: element.range.count,
                depth: depth + 1, into: &parts)
        default: add(path, byteCount, to: &parts)
        }
    }

    private static func add(_ path: String, _ byteCount: Int, to parts: inout [Part]) {
        let shown =
            path.count <= pathCharacterCountMax
            ? path
            : path.prefix(pathCharacterCountMax / 2) + "…"
                + path.suffix(pathCharacterCountMax / 2)
        parts.append(Part(path: Shown.line(shown), byteCount: byteCount))
    }
}
