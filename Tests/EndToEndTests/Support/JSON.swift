// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

/// A step into JSON: a key or an index.
enum JSONStep: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    case key(String)
    case index(Int)

    init(stringLiteral value: String) { self = .key(value) }
    init(integerLiteral value: Int) { self = .index(value) }
}

extension JSONValue {
    init(parsing text: String) throws {
        self = try JSONReader.read(
            Array(text.utf8), limits: .init(byteCountMax: HTTPCaller.answerByteCountMax)
        ).value
    }

    /// What lies at the end of a way; `nil` when the way does not lead there.
    subscript(_ way: JSONStep...) -> JSONValue? {
        var value = self
        for step in way {
            let next: JSONValue? =
                switch step {
                case .key(let key): value.objectValue?[key]
                case .index(let index):
                    value.arrayValue.flatMap { $0.indices.contains(index) ? $0[index] : nil }
                }
            guard let next else { return nil }
            value = next
        }
        return value
    }

    /// The text under a key; fails the test when there is none.
    func text(_ key: String) throws -> String {
        try #require(
            self[.key(key)]?.stringValue, "no text under \(key) in \(JSONWriter.text(self))")
    }

    /// The keys of an object, sorted.
    var sortedKeys: [String] { objectValue?.keys.sorted() ?? [] }
}
