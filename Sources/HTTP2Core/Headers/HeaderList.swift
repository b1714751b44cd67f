// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The fields of one header section as bytes, in order; meant to be emptied and filled again, so
/// that reading the next one allocates nothing.
package struct HeaderList: Sendable {
    /// Where a field's name and value stand in ``bytes``.
    package struct Field: Hashable, Sendable {
        package let nameStart: Int
        package let valueStart: Int
        package let end: Int
    }

    package private(set) var bytes: [UInt8] = []
    package private(set) var fields: [Field] = []
    /// The size that a limit is held against: names, values and 32 for each field (RFC 9113
    /// section 10.5.1).
    package var listSize: Int { bytes.count + 32 * fields.count }

    package init() {}

    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        fields.removeAll(keepingCapacity: true)
    }

    package mutating func append(name: borrowing Span<UInt8>, value: borrowing Span<UInt8>) {
        let start = bytes.count
        bytes.append(name)
        let valueStart = bytes.count
        bytes.append(value)
        fields.append(Field(nameStart: start, valueStart: valueStart, end: bytes.count))
    }

    package func name(_ field: Field) -> String {
        String(decoding: bytes[field.nameStart..<field.valueStart], as: UTF8.self)
    }

    package func value(_ field: Field) -> String {
        String(decoding: bytes[field.valueStart..<field.end], as: UTF8.self)
    }

    /// Names and values as text.
    package var pairs: [(name: String, value: String)] { fields.map { (name($0), value($0)) } }
}
