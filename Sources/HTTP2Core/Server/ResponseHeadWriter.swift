// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Writes the status and headers of responses.
struct ResponseHeadWriter: Sendable {
    private var encoder = HeaderEncoder()

    /// Sets the client's HEADER_TABLE_SIZE.
    mutating func setTableSizeMax(_ size: Int) { encoder.setTableSizeMax(size) }

    /// Appends the HEADERS of a response without a body.
    ///
    /// - Parameter write: appends the headers, which have to fit into one frame.
    mutating func appendEmpty(
        status: String, streamID: StreamID, to output: inout [UInt8],
        write: (inout HeaderEncoder, inout [UInt8]) -> Void
    ) {
        let start = output.count
        FrameHeader(
            length: 0, type: .headers, flags: [.endStream, .endHeaders], streamID: streamID
        ).append(to: &output)
        encoder.beginBlock(&output)
        encoder.append(name: ":status", value: status, .remembered, to: &output)
        write(&encoder, &output)
        FrameHeader.patch(
            length: output.count - start - FrameHeader.byteCount, at: start, in: &output)
    }

    /// Appends HEADERS, and CONTINUATION if the block exceeds the frame size limit.
    ///
    /// - Parameter endsStream: whether nothing follows the headers; by default, `true` if the body
    ///   is empty.
    mutating func append(
        _ response: ServerResponse, streamID: StreamID, frameSizeMax: Int,
        endsStream: Bool? = nil, to output: inout [UInt8]
    ) {
        let start = output.count
        FrameHeader(length: 0, type: .headers, streamID: streamID).append(to: &output)
        encoder.beginBlock(&output)
        encoder.append(name: ":status", value: String(response.status), .remembered, to: &output)
        for header in response.headers {
            // Many responses have the same content type; the values of other headers differ.
            encoder.append(
                name: header.name, value: header.value,
                header.name == "content-type" ? .remembered : .nameRemembered, to: &output)
        }
        let length = output.count - start - FrameHeader.byteCount
        var flags: FrameFlags = endsStream ?? response.body.isEmpty ? .endStream : []
        if length <= frameSizeMax {
            flags.insert(.endHeaders)
            FrameHeader.patch(length: length, at: start, in: &output)
        } else {
            Self.split(from: start, streamID: streamID, frameSizeMax: frameSizeMax, &output)
        }
        output[start + 4] = flags.rawValue
    }

    /// Splits a block that exceeds the frame size limit into HEADERS and CONTINUATION.
    private static func split(
        from start: Int, streamID: StreamID, frameSizeMax: Int, _ output: inout [UInt8]
    ) {
        let block = Array(output[(start + FrameHeader.byteCount)...])
        output.removeSubrange((start + FrameHeader.byteCount + frameSizeMax)...)
        FrameHeader.patch(length: frameSizeMax, at: start, in: &output)
        var offset = frameSizeMax
        while offset < block.count {
            let end = min(offset + frameSizeMax, block.count)
            FrameHeader(
                length: end - offset, type: .continuation,
                flags: end == block.count ? .endHeaders : [], streamID: streamID
            ).append(to: &output)
            output += block[offset..<end]
            offset = end
        }
    }
}
