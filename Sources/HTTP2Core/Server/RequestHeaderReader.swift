// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Reads the header blocks of a client. The reader assembles blocks that are split into HEADERS and
/// CONTINUATION frames, decodes the blocks, and reuses the memory of header lists.
struct RequestHeaderReader: Sendable {
    struct Block: Sendable {
        let streamID: StreamID
        /// The flags of the HEADERS frame.
        let flags: FrameFlags
        fileprivate(set) var bytes: SpanBytes
        fileprivate var continuationCount = 0
    }

    /// The maximum number of unused header lists that are kept for later requests.
    private static let spareListCountMax = 64

    private let byteCountMax: Int
    private let continuationCountMax: Int
    /// The block whose CONTINUATION frames are still missing.
    private var incomplete: Block?
    private var decoder: HeaderDecoder
    /// The fields of the block that was decoded last.
    private(set) var list = HeaderList()
    /// Lists whose memory is reused.
    private var spareLists: [HeaderList] = []

    init(limits: ServerLimits, tableSizeMax: Int) {
        byteCountMax = limits.headerBlockByteCountMax
        continuationCountMax = limits.continuationCountMax
        decoder = HeaderDecoder(
            tableSizeMax: tableSizeMax, listSizeMax: limits.headerListSizeRead)
    }

    var isInBlock: Bool { incomplete != nil }

    /// Requires that nothing but CONTINUATION frames follows an incomplete block.
    func check(_ header: FrameHeader) throws(HTTP2ConnectionError) {
        guard let incomplete else { return }
        guard header.type == .continuation, header.streamID == incomplete.streamID else {
            throw HTTP2ConnectionError(.protocolError, "another frame within a header block")
        }
    }

    mutating func begin(
        _ bytes: borrowing Span<UInt8>, streamID: StreamID, flags: FrameFlags
    ) {
        var copy: SpanBytes = []
        copy.append(bytes)
        incomplete = Block(streamID: streamID, flags: flags, bytes: copy)
    }

    /// Adds a CONTINUATION frame and returns the block when it is complete.
    mutating func append(
        _ header: FrameHeader, _ payload: borrowing Span<UInt8>
    ) throws(HTTP2ConnectionError) -> Block? {
        guard var block = incomplete.take() else {
            throw HTTP2ConnectionError(.protocolError, "CONTINUATION without HEADERS")
        }
        block.bytes.append(payload)
        block.continuationCount += 1
        guard block.bytes.count <= byteCountMax, block.continuationCount <= continuationCountMax
        else { throw HTTP2ConnectionError(.enhanceYourCalm, "a header block that is too long") }
        guard !header.flags.contains(.endHeaders) else { return block }
        incomplete = block
        return nil
    }

    /// Decodes a complete block into ``list``.
    mutating func decode(_ block: borrowing Span<UInt8>) throws(HTTP2ConnectionError) {
        try decoder.decode(block, into: &list)
    }

    /// Returns the current list, and replaces it with an unused list for the next block.
    mutating func takeList() -> HeaderList {
        var taken = spareLists.popLast() ?? HeaderList()
        swap(&taken, &list)
        return taken
    }

    /// Reclaims the header list of a finished request, so that it can be used again.
    mutating func recycle(_ list: consuming HeaderList) {
        if spareLists.count < Self.spareListCountMax { spareLists.append(list) }
    }
}
