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
            Array(text.utf8), limits: .init(byteCountMax: HTTPCaller.responseByteCountMax)
        ).value
    }

    /// The value at the end of a path; `nil` if there is none.
    subscript(_ path: JSONStep...) -> JSONValue? {
        var value = self
        for step in path {
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

    /// The text under a key; fails the test if there is none.
    func text(_ key: String) throws -> String {
        try #require(
            self[.key(key)]?.stringValue, "no text under \(key) in \(JSONWriter.text(self))")
    }

    /// The keys of an object, sorted.
    var sortedKeys: [String] { objectValue?.keys.sorted() ?? [] }
}
