// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The last long value of a never-indexed field (RFC 7541 section 6.2.3), both Huffman-coded and
/// decoded.
///
/// Clients that use nghttp2 send their provider token in such a field with each request. The token
/// has about 200 characters and rarely changes, so comparing its code with the last code is much
/// faster than decoding it.
struct LastSecret: Sendable {
    /// The lengths in bytes of the codes that are stored. Decoding a shorter code takes hardly more
    /// time than comparing it.
    private static let codedCounts = 32...1024

    private var coded = SpanBytes()
    private var decoded = SpanBytes()

    /// Appends the decoded value to `list` if `code` is the code of this value.
    ///
    /// - Returns: Whether the value was appended.
    func append(to list: inout HeaderList, ifCodedAs code: borrowing Span<UInt8>) -> Bool {
        guard !coded.isEmpty, code.count == coded.count, coded.span.holds(code, at: 0) else {
            return false
        }
        list.appendText(decoded.span)
        return true
    }

    /// Stores a value, which replaces the previous value, if its code has a suitable length.
    mutating func note(_ code: borrowing Span<UInt8>, _ text: borrowing Span<UInt8>) {
        guard Self.codedCounts.contains(code.count) else { return }
        code.withUnsafeBufferPointer { coded.replaceSubrange(coded.startIndex..., with: $0) }
        text.withUnsafeBufferPointer { decoded.replaceSubrange(decoded.startIndex..., with: $0) }
    }
}
