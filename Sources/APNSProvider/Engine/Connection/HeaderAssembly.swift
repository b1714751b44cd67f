// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import HTTP2Core

/// Assembles a response's header block that is split into HEADERS and CONTINUATION frames.
struct HeaderAssembly: Sendable {
    /// The longest block in bytes, including all CONTINUATION frames.
    private static let byteCountMax = 64 * 1024

    struct Block: Sendable {
        let streamID: StreamID
        let endsStream: Bool
        fileprivate(set) var bytes: SpanBytes
    }

    /// The block whose CONTINUATION frames are still missing.
    private var incomplete: Block?

    /// The number of bytes of an incomplete block.
    var byteCount: Int { incomplete?.bytes.count ?? 0 }

    /// Requires that nothing but CONTINUATION frames follows an incomplete block.
    func check(_ header: FrameHeader) throws(HTTP2ConnectionError) {
        guard let incomplete else { return }
        guard header.type == .continuation, header.streamID == incomplete.streamID else {
            throw HTTP2ConnectionError(.protocolError, "a header block is interrupted")
        }
    }

    mutating func begin(
        _ bytes: borrowing Span<UInt8>, streamID: StreamID, endsStream: Bool
    ) {
        var copy: SpanBytes = []
        copy.append(bytes)
        incomplete = Block(streamID: streamID, endsStream: endsStream, bytes: copy)
    }

    /// Adds a CONTINUATION frame and returns the block when it is complete.
    mutating func append(
        _ header: FrameHeader, _ payload: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) -> Block? {
        guard var block = incomplete.take() else {
            throw HTTP2ConnectionError(.protocolError, "CONTINUATION without a header block")
        }
        let endsBlock = header.flags.contains(.endHeaders)
        guard block.bytes.count + payload.count <= Self.byteCountMax,
            endsBlock || payload.count > 0
        else { throw HTTP2ConnectionError(.enhanceYourCalm, "a header block is too long") }
        if !Bug.is(.continuationLost) { block.bytes.append(payload) }
        guard !endsBlock else { return block }
        incomplete = block
        return nil
    }
}
