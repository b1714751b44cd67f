// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The last long value of a field that is never indexed (RFC 7541 section 6.2.3), in Huffman code
/// and decoded.
///
/// Clients that use nghttp2 send their provider token in such a field with each request. It has
/// about 200 characters and rarely changes, so comparing its code is much faster than decoding it.
struct LastSecret: Sendable {
    /// The lengths of codes that are remembered, in bytes. Decoding a shorter code takes hardly
    /// more time than comparing it.
    private static let codedCounts = 32...1024

    private var coded = SpanBytes()
    private var decoded = SpanBytes()

    /// Appends the decoded value to `list` if it is the last one.
    ///
    /// - Returns: whether it is.
    func append(to list: inout HeaderList, ifCodedAs code: borrowing Span<UInt8>) -> Bool {
        guard !coded.isEmpty, code.count == coded.count, coded.span.holds(code, at: 0) else {
            return false
        }
        list.appendText(decoded.span)
        return true
    }

    /// Remembers a value instead of the one before.
    mutating func note(_ code: borrowing Span<UInt8>, _ text: borrowing Span<UInt8>) {
        guard Self.codedCounts.contains(code.count) else { return }
        code.withUnsafeBufferPointer { coded.replaceSubrange(coded.startIndex..., with: $0) }
        text.withUnsafeBufferPointer { decoded.replaceSubrange(decoded.startIndex..., with: $0) }
    }
}
