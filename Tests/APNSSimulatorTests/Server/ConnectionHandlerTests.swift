// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSService
import APNSWire
import HTTP2Core
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import APNSSimulator

/// The handler of a connection, with a clock that the test moves, and without TLS.
struct ConnectionHandlerTests {
    private final class Bench {
        let loop = EmbeddedEventLoop()
        let channel: EmbeddedChannel
        let host = ServiceHost(service: PushService(tokenCheck: SignedTokenCheck()))
        private var encoder = HeaderEncoder()

        init(
            _ limits: ConnectionLimits = ConnectionLimits(),
            faults: ConnectionFaults = ConnectionFaults()
        ) throws {
            var options = ServiceOptions()
            options.streamCountBeforeToken = 1000
            host.setOptions(options)
            let handler = ConnectionHandler(
                host: host, environment: .sandbox, limits: limits, logger: Logger(label: "test"),
                faults: faults)
            channel = EmbeddedChannel(handler: handler, loop: loop)
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        }

        /// Closes the channel; until then, the handler and the channel retain each other.
        deinit { _ = try? channel.finish(acceptAlreadyClosed: true) }

        /// Sends the client's preface and SETTINGS, which end the handshake.
        func establish() throws {
            var bytes = ControlFrames.clientPreface
            HTTP2Settings.append([], to: &bytes)
            HTTP2Settings.appendAcknowledgement(to: &bytes)
            try send(bytes)
            _ = try frames()
        }

        func send(_ bytes: [UInt8]) throws {
            try channel.writeInbound(ByteBuffer(bytes: bytes))
        }

        func head(_ id: StreamID, _ path: String = "/3/device/aa", end: Bool = false) -> [UInt8] {
            var block: [UInt8] = []
            encoder.beginBlock(&block)
            for (name, value) in [
                (":method", "POST"), (":scheme", "https"), (":path", path), (":authority", "x"),
            ] {
                encoder.append(name: name, value: value, .literal, to: &block)
            }
            var bytes: [UInt8] = []
            FrameHeader(
                length: block.count, type: .headers,
                flags: end ? [.endHeaders, .endStream] : .endHeaders, streamID: id
            ).append(to: &bytes)
            return bytes + block
        }

        func data(_ id: StreamID, _ count: Int, end: Bool = true) -> [UInt8] {
            var bytes: [UInt8] = []
            FrameHeader(
                length: count, type: .data, flags: end ? .endStream : [], streamID: id
            ).append(to: &bytes)
            return bytes + [UInt8](repeating: 0x20, count: count)
        }

        /// The types of the frames that were written, with the text of GOAWAY.
        func frames() throws -> [String] {
            var written: [String] = []
            while var buffer = try channel.readOutbound(as: ByteBuffer.self) {
                let bytes = buffer.readBytes(length: buffer.readableBytes) ?? []
                var offset = 0
                while let header = FrameHeader(bytes.span, at: offset) {
                    let payload = bytes[(offset + 9)..<(offset + 9 + header.length)]
                    let type = header.type.map { "\($0)" } ?? "?"
                    let end = header.flags.contains(.endStream) ? " end" : ""
                    let text = String(decoding: payload.dropFirst(8), as: UTF8.self)
                    written.append(header.type == .goAway ? "\(type) \(text)" : type + end)
                    offset += 9 + header.length
                }
            }
            return written
        }
    }

    @Test func `responses are delayed by their latency, in any order`() throws {
        let bench = try Bench()
        try bench.establish()
        for milliseconds in [300.0, 100] {
            var fault = ServiceFault(.latency)
            fault.delay = .fixed(milliseconds)
            fault.count = 1
            _ = try bench.host.addFault(fault)
        }
        for stream: StreamID in [1, 3, 5] { try bench.send(bench.head(stream, end: true)) }
        #expect(try bench.frames() == ["headers", "data end"], "the third request has no fault")
        bench.loop.advanceTime(by: .milliseconds(99))
        #expect(try bench.frames().isEmpty)
        bench.loop.advanceTime(by: .milliseconds(1))
        bench.loop.run()
        #expect(try bench.frames() == ["headers", "data end"])
        bench.loop.advanceTime(by: .milliseconds(200))
        bench.loop.run()
        #expect(try bench.frames() == ["headers", "data end"])
    }

    @Test func `a slow reader sends WINDOW_UPDATE after its delay`() throws {
        var service = PushService(tokenCheck: SignedTokenCheck())
        var fault = ServiceFault(.slowReader)
        fault.delay = .fixed(2000)
        _ = try service.addFault(fault, now: TimeSource.system.now)
        let host = ServiceHost(service: service)
        let bench = try Bench(faults: host.connect(environment: .sandbox))
        try bench.establish()
        for stream: StreamID in [1, 3, 5] {
            try bench.send(bench.head(stream) + bench.data(stream, 12_000))
        }
        #expect(try !bench.frames().contains("windowUpdate"))
        bench.loop.advanceTime(by: .milliseconds(1999))
        #expect(try bench.frames().isEmpty)
        bench.loop.advanceTime(by: .milliseconds(1))
        #expect(try bench.frames() == ["windowUpdate"])
    }

    @Test func `a cut connection is closed without a frame`() throws {
        let bench = try Bench()
        try bench.establish()
        _ = try bench.host.addFault(ServiceFault(.cut))
        try bench.send(bench.head(1, end: true))
        #expect(try bench.frames().isEmpty)
        #expect(!bench.channel.isActive)
    }

    @Test func `a connection whose handshake never finishes is closed after ten seconds`() throws {
        let bench = try Bench()
        bench.loop.advanceTime(by: .seconds(9))
        #expect(bench.channel.isActive)
        bench.loop.advanceTime(by: .seconds(1))
        #expect(!bench.channel.isActive)
        #expect(try bench.frames().isEmpty)
    }

    @Test
    func `a connection without a complete preface is closed ten seconds after the first byte`()
        throws
    {
        let bench = try Bench()
        bench.loop.advanceTime(by: .seconds(5))
        try bench.send([0x50])
        bench.loop.advanceTime(by: .seconds(9))
        #expect(bench.channel.isActive)
        bench.loop.advanceTime(by: .seconds(1))
        #expect(!bench.channel.isActive)
    }

    @Test func `the idle time runs only while no stream is open`() throws {
        var limits = ConnectionLimits()
        limits.requestTime = .seconds(7_000)
        limits.idleTimeBeforeToken = limits.idleTime
        let bench = try Bench(limits)
        try bench.establish()
        bench.loop.advanceTime(by: .seconds(3000))
        try bench.send(bench.head(1))
        bench.loop.advanceTime(by: .seconds(6_900))
        #expect(bench.channel.isActive)
        try bench.send(bench.data(1, 1))
        #expect(try bench.frames() == ["headers", "data end"])
        bench.loop.advanceTime(by: .seconds(3599))
        #expect(bench.channel.isActive)
        bench.loop.advanceTime(by: .seconds(1))
        #expect(try bench.frames() == [#"goAway {"reason":"IdleTimeout"}"#])
        #expect(!bench.channel.isActive)
    }

    @Test func `without a valid provider token, the idle time is shorter`() throws {
        let bench = try Bench()
        try bench.establish()
        bench.loop.advanceTime(by: .seconds(200))
        try bench.send(bench.head(1, end: true))
        #expect(try bench.frames() == ["headers", "data end"])
        bench.loop.advanceTime(by: .seconds(299))
        #expect(bench.channel.isActive)
        bench.loop.advanceTime(by: .seconds(1))
        #expect(try bench.frames() == [#"goAway {"reason":"IdleTimeout"}"#])
        #expect(!bench.channel.isActive)
    }

    @Test(arguments: [false, true])
    func `an incomplete frame times out after ten seconds`(
        hasOpenStream: Bool
    ) throws {
        let bench = try Bench()
        try bench.establish()
        if hasOpenStream { try bench.send(bench.head(1)) }
        bench.loop.advanceTime(by: .seconds(5))
        try bench.send(Array(bench.head(3).dropLast()))
        bench.loop.advanceTime(by: .milliseconds(9_999))
        #expect(bench.channel.isActive)
        bench.loop.advanceTime(by: .milliseconds(1))
        #expect(
            try bench.frames() == ["goAway a frame or header block that is not completed"])
        #expect(!bench.channel.isActive)
    }

    @Test func `a response precedes the GOAWAY that it causes`() throws {
        let bench = try Bench()
        bench.host.changeOptions { $0.refusalsBeforeGoAway = 1 }
        try bench.establish()
        try bench.send(bench.head(1, end: true))
        #expect(
            try bench.frames() == [
                "headers", "data end", #"goAway {"reason":"TooManyRequests"}"#,
            ])
        #expect(!bench.channel.isActive)
    }

    @Test func `connections are counted in total and for each address`()
        throws
    {
        let connections = OpenConnections(countMax: 3, countPerAddressMax: 2)
        var open: [EmbeddedChannel] = []
        func add(_ address: String) throws -> Bool {
            let channel = EmbeddedChannel()
            try channel.connect(to: SocketAddress(ipAddress: address, port: 1)).wait()
            open.append(channel)
            return connections.add(channel, .sandbox, .notifications)
        }
        #expect(try add("127.0.0.1"))
        #expect(try add("127.0.0.1"))
        #expect(try !add("127.0.0.1"), "a third connection of one address")
        #expect(try add("::1"))
        #expect(try !add("127.0.0.2"), "a fourth connection in total")
        #expect(connections.count == 3)
        #expect(connections.isWarningDue(at: .seconds(10)))
        #expect(!connections.isWarningDue(at: .seconds(69)))
        #expect(connections.isWarningDue(at: .seconds(70)))
        try open[0].close().wait()
        open[0].embeddedEventLoop.run()
        #expect(try add("127.0.0.1"))
        for channel in open { _ = try? channel.finish(acceptAlreadyClosed: true) }
    }

    @Test func `stopping waits for open streams`() throws {
        let bench = try Bench()
        try bench.establish()
        try bench.send(bench.head(1))
        for _ in 1...2 {
            bench.channel.pipeline.fireUserInboundEventTriggered(ConnectionHandler.StopEvent())
        }
        #expect(try bench.frames() == [#"goAway {"reason":"Shutdown"}"#])
        #expect(bench.channel.isActive)
        try bench.send(bench.data(1, 1))
        #expect(try bench.frames() == ["headers", "data end"])
        #expect(!bench.channel.isActive)
    }

    @Test func `a stream that is open for too long is reset`() throws {
        let bench = try Bench()
        try bench.establish()
        var settings: [UInt8] = []
        HTTP2Settings.append([(.initialWindowSize, 0)], to: &settings)
        try bench.send(settings + bench.head(1, end: true))
        #expect(try bench.frames() == ["settings end", "headers"])
        bench.loop.advanceTime(by: .seconds(1))
        try bench.send(bench.head(3))
        bench.loop.advanceTime(by: .seconds(28))
        #expect(try bench.frames().isEmpty)
        bench.loop.advanceTime(by: .seconds(1))
        #expect(try bench.frames() == ["rstStream"])
        bench.loop.advanceTime(by: .seconds(1))
        #expect(try bench.frames() == ["rstStream"])
        #expect(bench.host.requestCounts == (0, 1))
        #expect(bench.channel.isActive)
    }

    @Test(
        arguments: [
            (chunks: [5120], isRejected: false), ([5121], true), ([3000, 3000], true),
            ([1, 5119], false),
        ] as [(chunks: [Int], isRejected: Bool)])
    func `a body that is too long for every push type is rejected before its end`(
        chunks: [Int], isRejected: Bool
    ) throws {
        let bench = try Bench()
        try bench.establish()
        try bench.send(bench.head(1))
        for count in chunks { try bench.send(bench.data(1, count, end: false)) }
        #expect(bench.host.requestCounts == (0, isRejected ? 1 : 0))
        try bench.send(bench.data(1, 15_000))
        #expect(bench.host.requestCounts == (0, 1))
        #expect(bench.host.log().first?.payloadByteCount == ServiceRequest.bodyByteCountRead)
    }

    @Test func `the response to a long body is sent before the reset`() throws {
        let bench = try Bench()
        try bench.establish()
        try bench.send(bench.head(1) + bench.data(1, 6_000, end: false))
        #expect(try bench.frames() == ["headers", "data end"])
        try bench.send(bench.data(1, 6_000, end: false))
        #expect(try bench.frames() == ["rstStream"])
        #expect(bench.host.log().first?.reason == .missingProviderToken)
    }

    @Test func `a moved clock ends a connection whose handshake takes too long`() throws {
        let bench = try Bench()
        for isActive in [true, false] {
            bench.channel.pipeline.fireUserInboundEventTriggered(
                ClockAdvance(duration: .milliseconds(5_001)))
            bench.loop.run()
            #expect(bench.channel.isActive == isActive)
        }
    }

    @Test func `trailers are ignored`() throws {
        let bench = try Bench()
        try bench.establish()
        try bench.send(bench.head(1) + bench.data(1, 10, end: false))
        var block: [UInt8] = []
        var encoder = HeaderEncoder()
        encoder.append(name: "x", value: "y", .literal, to: &block)
        var trailers: [UInt8] = []
        FrameHeader(
            length: block.count, type: .headers, flags: [.endHeaders, .endStream], streamID: 1
        ).append(to: &trailers)
        try bench.send(trailers + block)
        #expect(bench.host.log().first?.reason == .missingProviderToken)
    }

    @Test func `all responses to one read are sent in one write`() throws {
        let bench = try Bench()
        try bench.establish()
        let bytes = (0..<50).flatMap { bench.head(StreamID(2 * $0 + 1), end: true) }
        try bench.send(bytes)
        let piece = try bench.channel.readOutbound(as: ByteBuffer.self)
        #expect(piece.map { $0.readableBytes > 50 * 30 } == true)
        #expect(try bench.channel.readOutbound(as: ByteBuffer.self) == nil)
        #expect(bench.host.requestCounts == (0, 50))
    }

    @Test func `a client that does not read for 30 seconds is disconnected`() throws {
        let bench = try Bench()
        try bench.establish()
        bench.channel.isWritable = false
        bench.channel.pipeline.fireChannelWritabilityChanged()
        bench.loop.advanceTime(by: .seconds(29))
        #expect(bench.channel.isActive)
        bench.channel.isWritable = true
        bench.channel.pipeline.fireChannelWritabilityChanged()
        bench.loop.advanceTime(by: .seconds(60))
        #expect(bench.channel.isActive)
        bench.channel.isWritable = false
        bench.channel.pipeline.fireChannelWritabilityChanged()
        bench.loop.advanceTime(by: .seconds(30))
        #expect(!bench.channel.isActive)
    }

    @Test func `GOAWAY on demand has no effect before the handshake`() throws {
        let bench = try Bench()
        bench.channel.pipeline.fireUserInboundEventTriggered(
            GoAway(text: "too early", lastStream: 0))
        try bench.establish()
        try bench.send(bench.head(1, end: true))
        bench.channel.pipeline.fireUserInboundEventTriggered(
            GoAway(reason: .shutdown, errorCode: 2, lastStream: 0))
        #expect(try bench.frames() == ["headers", "data end", #"goAway {"reason":"Shutdown"}"#])
        #expect(!bench.channel.isActive)
    }
}
