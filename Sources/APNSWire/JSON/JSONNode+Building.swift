// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension JSONNode {
    /// Makes a node that was not read by ``JSONReader``. It represents a value recovered from
    /// invalid text.
    package init(_ content: Content, at range: Range<Int>) {
        self.init(content: content, range: range)
    }
}

extension JSONNode.Member {
    /// Makes a member that was not read by ``JSONReader``.
    package init(_ key: String, at keyRange: Range<Int>, _ value: JSONNode) {
        self.init(key: key, keyRange: keyRange, value: value)
    }
}

extension JSONNumber {
    /// Reads a number in the syntax of RFC 8259 section 6. Returns `nil` for any other text.
    package init?(exactly text: String) {
        guard case .number(let number)? = try? JSONReader.read(text).content,
            number.text.utf8.count == text.utf8.count
        else { return nil }
        self = number
    }
}
