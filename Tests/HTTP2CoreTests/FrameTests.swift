// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTP2Core

struct FrameTests {
    @Test func `a frame header is read as it was written`() {
        var bytes: [UInt8] = [0xFF]
        let header = FrameHeader(
            length: 0x012345, type: .headers, flags: [.endHeaders, .endStream], streamID: 7)
        header.append(to: &bytes)
        #expect(bytes == [0xFF, 0x01, 0x23, 0x45, 0x01, 0x05, 0, 0, 0, 7])
        #expect(FrameHeader(bytes.span, at: 1) == header)
        #expect(FrameHeader(bytes.span, at: 2) == nil)
    }
}
