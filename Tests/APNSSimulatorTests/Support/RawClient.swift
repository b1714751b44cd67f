// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import HTTP2Core
import NIOCore
import NIOPosix
import NIOSSL
import Testing

/// A TLS client that sends raw bytes and waits until the connection ends.
enum RawClient {
    /// Sends bytes over TLS with ALPN `http/1.1`, and expects that the server closes the connection
    /// without sending any bytes.
    static func expectClose(port: Int, caPEM: String, sending bytes: ByteBuffer) async throws {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .certificates(
            try NIOSSLCertificate.fromPEMBytes(Array(caPEM.utf8)))
        configuration.applicationProtocols = ["http/1.1"]
        let tls = try NIOSSLContext(configuration: configuration)
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let handler = try NIOSSLClientHandler(context: tls, serverHostname: "localhost")
                    try channel.pipeline.syncOperations.addHandler(handler)
                    return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                        wrappingChannelSynchronously: channel)
                }
            }
        var received = ByteBuffer()
        try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(bytes)
            do {
                for try await part in inbound { received.writeImmutableBuffer(part) }
            } catch is NIOSSLError {
                // The server closed the connection without TLS's close_notify, which counts as
                // closing too.
            }
        }
        #expect(received.readableBytes == 0, "\(String(buffer: received))")
    }
}

extension RawClient {
    /// Opens a number of streams without ending them, after acknowledging the server's
    /// SETTINGS; returns everything received until a PING was acknowledged or the server closed.
    static func talk(port: Int, caPEM: String, streams: Int) async throws -> String {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .certificates(
            try NIOSSLCertificate.fromPEMBytes(Array(caPEM.utf8)))
        configuration.applicationProtocols = ["h2"]
        let tls = try NIOSSLContext(configuration: configuration)
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let handler = try NIOSSLClientHandler(context: tls, serverHostname: "localhost")
                    try channel.pipeline.syncOperations.addHandler(handler)
                    return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                        wrappingChannelSynchronously: channel)
                }
            }
        var bytes = ControlFrames.clientPreface
        HTTP2Settings.append([], to: &bytes)
        HTTP2Settings.appendAcknowledgement(to: &bytes)
        var encoder = HeaderEncoder()
        for index in 0..<streams {
            var block: [UInt8] = []
            encoder.beginBlock(&block)
            for (name, value) in [(":method", "POST"), (":scheme", "https"), (":path", "/3")] {
                encoder.append(name: name, value: value, .literal, to: &block)
            }
            FrameHeader(
                length: block.count, type: .headers, flags: .endHeaders,
                streamID: StreamID(2 * index + 1)
            ).append(to: &bytes)
            bytes += block
        }
        ControlFrames.appendPing(0x7061_7061_7061_7061, isAcknowledgement: false, to: &bytes)
        var received = ByteBuffer()
        try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(bytes: bytes))
            do {
                for try await part in inbound {
                    received.writeImmutableBuffer(part)
                    if String(buffer: received).contains("papapapa") { break }
                }
            } catch is NIOSSLError {}
        }
        return String(buffer: received)
    }
}
