// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import HTTP2Core

/// The frames of hostile clients.
enum HostileFrames {
    /// The preface, SETTINGS and the acknowledgement of the server's SETTINGS.
    static func start(window: Int? = nil) -> [UInt8] {
        var bytes = ControlFrames.clientPreface
        HTTP2Settings.append(window.map { [(.initialWindowSize, $0)] } ?? [], to: &bytes)
        HTTP2Settings.appendAcknowledgement(to: &bytes)
        return bytes
    }

    static func frame(
        _ type: FrameType, _ flags: FrameFlags = [], stream: StreamID = 0, _ payload: [UInt8] = []
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        FrameHeader(length: payload.count, type: type, flags: flags, streamID: stream)
            .append(to: &bytes)
        return bytes + payload
    }

    /// A header block that uses no dynamic table.
    static func block(path: String, _ fields: [(String, String)] = []) -> [UInt8] {
        var encoder = HeaderEncoder()
        var block: [UInt8] = []
        encoder.beginBlock(&block)
        let pseudo = [
            (":method", "POST"), (":scheme", "https"), (":path", path), (":authority", "localhost"),
        ]
        for (name, value) in pseudo + fields {
            encoder.append(name: name, value: value, .literal, to: &block)
        }
        return block
    }

    static let simpleBlock = block(path: "/3/device/aa")

    static func head(_ stream: StreamID, end: Bool = false) -> [UInt8] {
        frame(.headers, end ? [.endHeaders, .endStream] : .endHeaders, stream: stream, simpleBlock)
    }

    static func reset(_ stream: StreamID) -> [UInt8] {
        var bytes: [UInt8] = []
        ControlFrames.appendReset(stream, .cancel, to: &bytes)
        return bytes
    }

    static func windowUpdate(_ stream: StreamID, by count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        ControlFrames.appendWindowUpdate(stream, by: count, to: &bytes)
        return bytes
    }

    static let ping = frame(.ping, [], [UInt8](repeating: 0, count: 8))
    static let settings = frame(.settings)

    /// The odd numbers of client streams, from 1.
    static func streams(_ count: Int) -> [StreamID] { (0..<count).map { StreamID(2 * $0 + 1) } }

    /// A block of 4 KiB that decodes to 3 MiB: one long header field in the dynamic table, to which
    /// each of the remaining bytes refers.
    static let headerBomb: [UInt8] = {
        var encoder = HeaderEncoder()
        var block: [UInt8] = []
        encoder.beginBlock(&block)
        let long = String(repeating: "x", count: 3_000)
        encoder.append(name: "x-bomb", value: long, .remembered, to: &block)
        let reference = UInt8(0x80 | 62)
        return block + [UInt8](repeating: reference, count: 1_096)
    }()
}
