// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import BenchSupport
import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import NIOSSL

/// swift-nio-http2 in its recommended form: its inline multiplexer, a channel for each request
/// with one handler, all on one event loop. Deadlines, repeats and metrics are left out.
enum MultiplexerSender {
    static func run(_ options: ClientOptions, _ meter: Meter) async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        var connections: [(any Channel, NIOHTTP2Handler.StreamMultiplexer)] = []
        for _ in 0..<options.connectionCount {
            connections.append(try await connect(options, on: loop))
        }
        let multiplexers = connections.map(\.1)
        let token = try ProviderToken(signedBy: options.key, issuedAt: TimeSource.system.now)
        func send(_ count: Int) async throws -> Int {
            try await loop.flatSubmit {
                let driver = StreamDriver(
                    loop: loop, multiplexers: multiplexers, count: count,
                    authorization: token.authorizationValue,
                    authority: "127.0.0.1:\(options.port)")
                return driver.start(options.inFlightCount)
            }.get()
        }
        _ = try await send(options.warmUpCount)
        meter.start()
        meter.stop(acceptedCount: try await send(options.requestCount))
        for (channel, _) in connections { try? await channel.close() }
    }

    private static func connect(
        _ options: ClientOptions, on loop: any EventLoop
    ) async throws -> (any Channel, NIOHTTP2Handler.StreamMultiplexer) {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .certificates(
            try NIOSSLCertificate.fromPEMBytes(Array(options.authority.utf8)))
        tls.applicationProtocols = ["h2"]
        let context = try NIOSSLContext(configuration: tls)
        let channel = try await ClientBootstrap(group: loop)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let handler = try NIOSSLClientHandler(context: context, serverHostname: nil)
                    try channel.pipeline.syncOperations.addHandler(handler)
                    _ = try channel.pipeline.syncOperations.configureHTTP2Pipeline(
                        mode: .client, connectionConfiguration: .init(),
                        streamConfiguration: .init()
                    ) { $0.eventLoop.makeSucceededVoidFuture() }
                }
            }
            .connect(host: "127.0.0.1", port: options.port).get()
        let multiplexer = try await channel.pipeline.handler(type: NIOHTTP2Handler.self)
            .flatMap { $0.multiplexer }.get()
        return (channel, multiplexer)
    }
}

/// Keeps the configured number of requests in flight; everything runs on the event loop.
private final class StreamDriver {
    private let loop: any EventLoop
    private let multiplexers: [NIOHTTP2Handler.StreamMultiplexer]
    private let count: Int
    private let authorization: String
    private let authority: String
    private let done: EventLoopPromise<Int>
    private var startedCount = 0
    private var endedCount = 0
    private var acceptedCount = 0

    init(
        loop: any EventLoop, multiplexers: [NIOHTTP2Handler.StreamMultiplexer], count: Int,
        authorization: String, authority: String
    ) {
        self.loop = loop
        self.multiplexers = multiplexers
        self.count = count
        self.authorization = authorization
        self.authority = authority
        done = loop.makePromise()
    }

    func start(_ inFlightCount: Int) -> EventLoopFuture<Int> {
        for _ in 0..<min(count, inFlightCount) { startOne() }
        return done.futureResult
    }

    private func startOne() {
        let number = startedCount
        startedCount += 1
        let driver = NIOLoopBound(self, eventLoop: loop)
        multiplexers[number % multiplexers.count].createStreamChannel(promise: nil) { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(
                    StreamHandler(driver: driver.value, number: number))
            }
        }
    }

    func ended(isAccepted: Bool) {
        endedCount += 1
        if isAccepted { acceptedCount += 1 }
        if startedCount < count { return startOne() }
        if endedCount == count { done.succeed(acceptedCount) }
    }

    func headers(of request: PushRequest) -> HPACKHeaders {
        var headers: HPACKHeaders = [
            ":method": "POST", ":scheme": "https", ":path": request.path, ":authority": authority,
        ]
        headers.add(name: "authorization", value: authorization, indexing: .indexable)
        for (name, value) in request.headerFields { headers.add(name: name, value: value) }
        headers.add(name: "content-length", value: String(request.body.count))
        return headers
    }
}

/// One request on its channel.
private final class StreamHandler: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias OutboundOut = HTTP2Frame.FramePayload

    private let driver: StreamDriver
    private let number: Int
    private var isAccepted = false

    init(driver: StreamDriver, number: Int) {
        self.driver = driver
        self.number = number
    }

    func channelActive(context: ChannelHandlerContext) {
        let request = Message.request(number)
        let headers = HTTP2Frame.FramePayload.Headers(headers: driver.headers(of: request))
        context.write(wrapOutboundOut(.headers(headers)), promise: nil)
        let body = HTTP2Frame.FramePayload.Data(
            data: .byteBuffer(context.channel.allocator.buffer(bytes: request.body)),
            endStream: true)
        context.writeAndFlush(wrapOutboundOut(.data(body)), promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .headers(let payload) = unwrapInboundIn(data) else { return }
        isAccepted =
            payload.headers.first(name: ":status") == "200"
            && payload.headers.first(name: "apns-id")?.utf8.count == 36
    }

    func channelInactive(context: ChannelHandlerContext) { driver.ended(isAccepted: isAccepted) }
}
