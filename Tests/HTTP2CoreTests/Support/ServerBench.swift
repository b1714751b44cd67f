// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import HTTP2Core

/// A server's connection with a client that sends any bytes, and descriptions of the output.
struct ServerBench {
    var connection: ServerConnection
    var now = Duration.zero
    var encoder = HeaderEncoder()
    var decoder = HeaderDecoder()

    /// - Parameter isEstablished: whether the preface and SETTINGS have been exchanged.
    init(
        limits: ServerLimits = ServerLimits(), streamCount: Int = 100,
        rule: ServerConnection.ExcessRule = .refuse, isEstablished: Bool = true
    ) {
        connection = ServerConnection(
            limits: limits, streamCount: streamCount, excessRule: rule, at: now)
        guard isEstablished else { return }
        send(ControlFrames.clientPreface + Self.settings() + Self.settingsAcknowledgement)
        _ = replies()
    }

    mutating func send(_ bytes: [UInt8]) { connection.receive(bytes.span, at: now) }

    mutating func tick(after time: Duration) {
        now += time
        connection.tick(at: now)
    }

    // MARK: Frames

    /// A frame, valid or invalid.
    static func frame(
        _ type: UInt8, _ flags: FrameFlags = [], stream: StreamID = 0, _ payload: [UInt8] = []
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        var header = FrameHeader(
            length: payload.count, type: .data, flags: flags, streamID: stream)
        header.rawType = type
        header.append(to: &bytes)
        return bytes + payload
    }

    static func settings(_ values: [(HTTP2Settings.Parameter, Int)] = []) -> [UInt8] {
        var bytes: [UInt8] = []
        HTTP2Settings.append(values, to: &bytes)
        return bytes
    }

    static var settingsAcknowledgement: [UInt8] {
        var bytes: [UInt8] = []
        HTTP2Settings.appendAcknowledgement(to: &bytes)
        return bytes
    }

    static func data(_ stream: StreamID, _ count: Int, end: Bool = true) -> [UInt8] {
        frame(0, end ? .endStream : [], stream: stream, [UInt8](repeating: 0x61, count: count))
    }

    static func windowUpdate(_ stream: StreamID, _ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        ControlFrames.appendWindowUpdate(stream, by: count, to: &bytes)
        return bytes
    }

    static func reset(_ stream: StreamID) -> [UInt8] {
        var bytes: [UInt8] = []
        ControlFrames.appendReset(stream, .cancel, to: &bytes)
        return bytes
    }

    static let pseudoHeaders = [
        (":method", "POST"), (":scheme", "https"), (":path", "/3/device/aa"),
        (":authority", "localhost"),
    ]

    /// A header block as this bench's client writes it.
    mutating func block(_ fields: [(String, String)]) -> [UInt8] {
        var block: [UInt8] = []
        encoder.beginBlock(&block)
        for (name, value) in fields {
            encoder.append(name: name, value: value, .literal, to: &block)
        }
        return block
    }

    /// HEADERS of a valid request.
    mutating func head(
        _ stream: StreamID, _ fields: [(String, String)] = [], end: Bool = false
    ) -> [UInt8] {
        Self.frame(
            1, end ? [.endHeaders, .endStream] : .endHeaders, stream: stream,
            block(Self.pseudoHeaders + fields))
    }

    /// HEADERS with only these fields.
    mutating func bareHead(
        _ stream: StreamID, _ fields: [(String, String)], end: Bool = true
    ) -> [UInt8] {
        Self.frame(
            1, end ? [.endHeaders, .endStream] : .endHeaders, stream: stream, block(fields))
    }

    // MARK: Output

    /// The frames sent since the last call, one line each.
    mutating func replies() -> [String] {
        let bytes = connection.output
        connection.clearOutput()
        var lines: [String] = []
        var offset = 0
        while let header = FrameHeader(bytes.span, at: offset) {
            let payload = Array(bytes[(offset + 9)..<(offset + 9 + header.length)])
            lines.append(line(header, payload))
            offset += 9 + header.length
        }
        return lines
    }

    private mutating func line(_ header: FrameHeader, _ payload: [UInt8]) -> String {
        let end = header.flags.contains(.endStream) ? " end" : ""
        let number = { (at: Int) in payload.span.bigEndian32(at: at) }
        switch header.type {
        case .data: return "DATA \(header.streamID) \(payload.count)\(end)"
        case .headers:
            guard header.flags.contains(.endHeaders) else { return "HEADERS \(header.streamID)…" }
            var list = HeaderList()
            do { try decoder.decode(payload.span, into: &list) } catch { return "\(error)" }
            let fields = list.pairs.map {
                $0.name == ":status" ? $0.value : "\($0.name)=\($0.value)"
            }
            return "HEADERS \(header.streamID) \(fields.joined(separator: " "))\(end)"
        case .continuation:
            return "CONTINUATION \(header.streamID)\(header.flags.contains(.endHeaders) ? "" : "…")"
        case .rstStream:
            return "RST \(header.streamID) \(HTTP2ErrorCode(rawValue: number(0)))"
        case .settings:
            if header.flags.contains(.ack) { return "SETTINGS ack" }
            let values = stride(from: 0, to: payload.count, by: 6).map {
                "\(payload.span.bigEndian16(at: $0))=\(number($0 + 2))"
            }
            return (["SETTINGS"] + values).joined(separator: " ")
        case .ping: return "PING \(header.flags.contains(.ack) ? "ack" : "") \(number(4))"
        case .goAway: return "GOAWAY \(number(0)) \(HTTP2ErrorCode(rawValue: number(4)))"
        case .windowUpdate: return "WINDOW \(header.streamID) \(number(0))"
        default: return "?\(header.rawType)"
        }
    }

    /// Responds to all complete requests and returns their streams.
    mutating func respondAll(
        status: Int = 200, headers: [(name: String, value: String)] = [], body: Int = 0
    ) -> [StreamID] {
        var responded: [StreamID] = []
        while let request = connection.nextRequest() {
            responded.append(request.streamID)
            connection.respond(
                to: request.streamID,
                with: ServerResponse(
                    status: status, headers: headers, body: [UInt8](repeating: 0x62, count: body)))
        }
        return responded
    }
}
