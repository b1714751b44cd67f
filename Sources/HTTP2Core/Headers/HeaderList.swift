// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The fields of one header section as bytes, in order. Empty a list and reuse it, so that decoding
/// the next section allocates no memory.
package struct HeaderList: Sendable {
    /// The number of bytes that a field adds to the size of a list or a table, in addition to the
    /// bytes of its name and value (RFC 9113 section 10.5.1, RFC 7541 section 4.1).
    package static let fieldOverhead = 32

    /// The position of a field's name and value in ``HeaderList/bytes``.
    package struct Field: Hashable, Sendable {
        package let nameStart: Int
        package let valueStart: Int
        package let end: Int
    }

    /// The bytes of all names and values, in sequence. After the end of the last field, there may
    /// be bytes of earlier, longer lists.
    package internal(set) var bytes: SpanBytes = []
    /// The number of bytes that are in use.
    internal(set) package var byteCount = 0
    package private(set) var fields: [Field] = []
    /// The size in bytes to which limits apply: names, values and 32 bytes for each field (RFC 9113
    /// section 10.5.1).
    package var listSize: Int { byteCount + Self.fieldOverhead * fields.count }

    package init() {}

    package mutating func removeAll() {
        byteCount = 0
        fields.removeAll(keepingCapacity: true)
    }

    package mutating func append(name: borrowing Span<UInt8>, value: borrowing Span<UInt8>) {
        let start = byteCount
        appendText(name)
        let valueStart = byteCount
        appendText(value)
        endField(nameStart: start, valueStart: valueStart)
    }

    package func name(_ field: Field) -> String {
        String(decoding: bytes[field.nameStart..<field.valueStart], as: UTF8.self)
    }

    package func value(_ field: Field) -> String {
        String(decoding: bytes[field.valueStart..<field.end], as: UTF8.self)
    }

    /// Names and values as text.
    package var pairs: [(name: String, value: String)] { fields.map { (name($0), value($0)) } }

    /// Whether RFC 9113 section 8.2.1 forbids a field's name because it is empty, or because it
    /// contains a capital letter, a control character, a space, a colon after the first position or
    /// a byte outside ASCII.
    package var hasBadName: Bool {
        for field in fields
        where Self.isBadName(bytes.span.extracting(field.nameStart..<field.valueStart)) {
            return true
        }
        return false
    }

    /// Returns whether a name is forbidden. A colon in the first position marks a pseudo-header.
    static func isBadName(_ name: borrowing Span<UInt8>) -> Bool {
        guard name.count > 0 else { return true }
        for index in 0..<name.count {
            let byte = name[index]
            if byte <= 0x20 || byte >= 0x7F || (0x41...0x5A).contains(byte)
                || byte == UInt8(ascii: ":") && index > 0
            {
                return true
            }
        }
        return false
    }

    // MARK: Building fields in place, for the decoder

    /// Reserves room for the given number of bytes after the bytes in use.
    @inline(__always)
    mutating func reserve(_ count: Int) {
        if bytes.count - byteCount < count { grow(count) }
    }

    @inline(never)
    private mutating func grow(_ count: Int) {
        let more = max(count, bytes.count, 256)
        bytes.append(contentsOf: repeatElement(0, count: more))
    }

    /// Appends a part of the next field.
    @inline(__always)
    mutating func appendText(_ text: borrowing Span<UInt8>) {
        reserve(text.count)
        bytes.overwrite(at: byteCount, with: text)
        byteCount += text.count
    }

    /// Completes the field whose parts were appended.
    @inline(__always)
    mutating func endField(nameStart: Int, valueStart: Int) {
        fields.append(Field(nameStart: nameStart, valueStart: valueStart, end: byteCount))
    }
}

extension SpanBytes {
    /// Overwrites the bytes that begin at `offset`.
    @inline(__always)
    mutating func overwrite(at offset: Int, with source: borrowing Span<UInt8>) {
        let sourceCount = source.count
        precondition(offset >= 0 && sourceCount <= count - offset)
        // This is safe because of the precondition above. One copy instead of a checked loop saves
        // a third of a block's decoding time.
        withUnsafeMutableBytes { target in
            source.withUnsafeBytes { source in
                UnsafeMutableRawBufferPointer(rebasing: target[offset...])
                    .copyMemory(from: source)
            }
        }
    }
}
