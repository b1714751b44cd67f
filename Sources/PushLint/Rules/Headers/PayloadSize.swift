// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

/// What takes the bytes of a payload.
struct PayloadSize {
    /// How many places are named.
    static let placesMax = 3
    /// The longest path that is named in full, in characters.
    static let pathCharacterCountMax = 48
    /// The deepest that places are looked for.
    static let depthMax = 16

    /// The keys to a value, and the bytes it takes with its key.
    struct Place: Hashable {
        let path: String
        let byteCount: Int
    }

    /// The heaviest first.
    let places: [Place]
    /// The size as sent.
    let byteCount: Int
    /// The size without blanks, line breaks and needless escapes.
    let minified: Int
    /// Writes it so; `nil` when that saves nothing, or would change more than blanks and escapes.
    let fix: TextFix?

    init(_ push: LintSubject) {
        var all: [Place] = []
        Self.collect(push.root, path: "", byteCount: 0, depth: 0, into: &all)
        places = Array(all.sorted { $0.byteCount > $1.byteCount }.prefix(Self.placesMax))
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
            ? TextFix("write it without blanks", [TextFix.Edit(range, body)]) : nil
    }

    /// The heaviest places in words, for instance `map 3,900 bytes and aps.alert 42`.
    var breakdown: String {
        Shown.list(
            places.enumerated().map { index, place in
                "\(place.path) \(Shown.count(place.byteCount))" + (index == 0 ? " bytes" : "")
            })
    }

    /// What leaving blanks out would save, as a clause; empty when it is next to nothing.
    var minifiedText: String {
        byteCount - minified < 16
            ? "" : "; without blanks and needless escapes it has \(Shown.count(minified)) bytes"
    }

    /// Goes down as long as an object has several things in it, or a list has one heavy element.
    private static func collect(
        _ node: JSONNode, path: String, byteCount: Int, depth: Int, into places: inout [Place]
    ) {
        switch node.content {
        case .object(let members) where depth < depthMax && !members.isEmpty:
            for member in members {
                let count = member.value.range.upperBound - member.keyRange.lowerBound
                collect(
                    member.value, path: path.isEmpty ? member.key : path + "." + member.key,
                    byteCount: count, depth: depth + 1, into: &places)
            }
        case .array(let elements) where depth < depthMax:
            let heavy = elements.firstIndex { $0.range.count * 2 > node.range.count }
            guard let heavy else { return add(path, byteCount, to: &places) }
            let element = elements[heavy]
            collect(
                element, path: "\(path)[\(heavy)]", byteCount: element.range.count,
                depth: depth + 1, into: &places)
        default: add(path, byteCount, to: &places)
        }
    }

    private static func add(_ path: String, _ byteCount: Int, to places: inout [Place]) {
        let shown =
            path.count <= pathCharacterCountMax
            ? path
            : path.prefix(pathCharacterCountMax / 2) + "…"
                + path.suffix(pathCharacterCountMax / 2)
        places.append(Place(path: Shown.line(shown), byteCount: byteCount))
    }
}
