// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSWire
import Logging
import NIOCore
import NIOEmbedded
import NIOHPACK
import NIOHTTP2
import Testing

@testable import APNSSimulator

/// A connection and its streams by a clock that the test turns.
struct ConnectionHandlerTests {
    private struct Bench {
        let loop = EmbeddedEventLoop()
        let channel: EmbeddedChannel
        let connection: ConnectionHandler
        let host = ServiceHost()

        init() throws {
            connection = ConnectionHandler(
                host: host, environment: .sandbox, limits: ConnectionLimits(),
                logger: Logger(label: "test"))
            channel = EmbeddedChannel(handler: connection, loop: loop)
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        }

        /// The client's SETTINGS, which end the handshake.
        func establish() throws {
            try channel.writeInbound(
                HTTP2Frame(streamID: .rootStream, payload: .settings(.settings([]))))
        }

        func openStream(_ id: HTTP2StreamID) -> EmbeddedChannel {
            connection.streamOpened(id)
            return EmbeddedChannel(handler: RequestHandler(connection: connection), loop: loop)
        }

        /// The reason of the GOAWAY frame that was written, if any.
        func goAway() throws -> RejectionReason? {
            while let frame = try channel.readOutbound(as: HTTP2Frame.self) {
                if case .goAway(_, _, let text?) = frame.payload {
                    return RejectionBody(text.readableBytesView)?.reason
                }
            }
            return nil
        }
    }

    private static func head(_ path: String, endStream: Bool) -> HTTP2Frame.FramePayload {
        .headers(.init(headers: [":method": "POST", ":path": path], endStream: endStream))
    }

    private static func data(_ count: Int, endStream: Bool) -> HTTP2Frame.FramePayload {
        .data(
            .init(
                data: .byteBuffer(ByteBuffer(repeating: 0x20, count: count)), endStream: endStream))
    }

    @Test func `a client that never finishes the handshake is closed`() throws {
        let bench = try Bench()
        bench.loop.advanceTime(by: .seconds(9))
        #expect(bench.channel.isActive)
        bench.loop.advanceTime(by: .seconds(1))
        #expect(!bench.channel.isActive)
        #expect(try bench.goAway() == nil)
    }

    @Test func `the idle time runs only while no stream is open`() throws {
        let bench = try Bench()
        try bench.establish()
        bench.loop.advanceTime(by: .seconds(3000))
        bench.connection.streamOpened(1)
        bench.loop.advanceTime(by: .seconds(7200))
        #expect(bench.channel.isActive)
        bench.connection.streamClosed()
        bench.loop.advanceTime(by: .seconds(3599))
        #expect(bench.channel.isActive)
        bench.loop.advanceTime(by: .seconds(1))
        bench.loop.run()
        #expect(try bench.goAway() == .idleTimeout)
        #expect(!bench.channel.isActive)
    }

    @Test func `stopping waits for open streams`() throws {
        let bench = try Bench()
        try bench.establish()
        bench.connection.streamOpened(1)
        bench.channel.pipeline.fireUserInboundEventTriggered(ConnectionHandler.StopEvent())
        bench.loop.run()
        #expect(try bench.goAway() == .shutdown)
        #expect(bench.channel.isActive)
        bench.connection.streamClosed()
        bench.loop.run()
        #expect(!bench.channel.isActive)
    }

    @Test func `a stream that is still open after its time is closed, answered or not`() throws {
        let bench = try Bench()
        try bench.establish()
        let slow = bench.openStream(1)
        let unread = bench.openStream(3)
        try slow.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        try unread.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        try slow.writeInbound(Self.head("/3/device/aa", endStream: false))
        try unread.writeInbound(Self.head("/3/device/aa", endStream: true))
        bench.loop.advanceTime(by: .seconds(29))
        #expect(slow.isActive && unread.isActive)
        bench.loop.advanceTime(by: .seconds(1))
        #expect(!slow.isActive && !unread.isActive)
        #expect(bench.host.requestCounts == (0, 1))
    }

    @Test(
        arguments: [
            (chunks: [5120], isAnswered: false), ([5121], true), ([3000, 3000], true),
            ([1, 5119], false),
        ] as [(chunks: [Int], isAnswered: Bool)])
    func `a body is judged unread once it is longer than any push type takes`(
        chunks: [Int], isAnswered: Bool
    ) throws {
        let bench = try Bench()
        let stream = bench.openStream(1)
        try stream.writeInbound(Self.head("/3/device/aa", endStream: false))
        for count in chunks { try stream.writeInbound(Self.data(count, endStream: false)) }
        #expect(bench.host.requestCounts == (0, isAnswered ? 1 : 0))
        try stream.writeInbound(Self.data(1_000_000, endStream: true))
        #expect(bench.host.requestCounts == (0, 1))
        #expect(bench.host.log().first?.payloadByteCount == ServiceRequest.bodyByteCountRead)
    }

    @Test func `a long body is answered whole before its stream is reset`() throws {
        let bench = try Bench()
        let stream = bench.openStream(1)
        try stream.writeInbound(Self.head("/3/device/aa", endStream: false))
        try stream.writeInbound(Self.data(6_000, endStream: false))
        var written: [String] = []
        while let part = try stream.readOutbound(as: HTTP2Frame.FramePayload.self) {
            switch part {
            case .headers(let head):
                written.append("headers \(head.headers.first(name: ":status") ?? "")")
            case .data(let body): written.append("data \(body.endStream)")
            case .rstStream(let code): written.append("reset \(code.networkCode)")
            default: written.append("other")
            }
        }
        #expect(written == ["headers 403", "data true", "reset 0"])
    }

    @Test func `data before a head and trailers do no harm`() throws {
        let bench = try Bench()
        let odd = bench.openStream(1)
        try odd.writeInbound(Self.data(10, endStream: true))
        #expect(bench.host.requestCounts == (0, 0))
        let trailed = bench.openStream(3)
        try trailed.writeInbound(Self.head("/3/device/aa", endStream: false))
        try trailed.writeInbound(Self.data(10, endStream: false))
        try trailed.writeInbound(Self.head("/9", endStream: true))
        #expect(bench.host.log().first?.reason == .missingProviderToken)
    }
}
