// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import NIOSSL

/// A bare HTTP/2 client for tests: one connection, requests as they are, and the frames of the
/// connection.
final class H2Client: Sendable {
    /// The frames of the connection itself.
    enum Event: Hashable, Sendable {
        case settings([String])
        case goAway(code: Int, lastStreamID: Int, text: String)
        case closed
    }

    struct Response: Sendable {
        var status = 0
        var headers: [String: String] = [:]
        var body: [UInt8] = []
        /// The error code of RST_STREAM, if the stream was reset.
        var resetCode: Int?

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    let channel: any Channel
    private let streams: NIOLoopBoundStreams
    let events: AsyncStream<Event>

    private init(channel: any Channel, streams: NIOLoopBoundStreams, events: AsyncStream<Event>) {
        self.channel = channel
        self.streams = streams
        self.events = events
    }

    /// Connects; if `alpn` is empty, the client does not negotiate a protocol at all.
    static func connect(
        port: Int, caPEM: String, alpn: [String] = ["h2"],
        certificate: SenderAuthority.Identity? = nil
    ) async throws -> H2Client {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .certificates(
            try NIOSSLCertificate.fromPEMBytes(Array(caPEM.utf8)))
        configuration.applicationProtocols = alpn
        if let certificate {
            configuration.certificateChain = try NIOSSLCertificate.fromPEMBytes(
                Array(certificate.certificatePEM.utf8)
            ).map { .certificate($0) }
            configuration.privateKey = .privateKey(
                try NIOSSLPrivateKey(bytes: Array(certificate.privateKeyPEM.utf8), format: .pem))
        }
        let tls = try NIOSSLContext(configuration: configuration)
        let (events, continuation) = AsyncStream.makeStream(of: Event.self)
        let (channel, streams) = try await ClientBootstrap(
            group: MultiThreadedEventLoopGroup.singleton
        )
        .connect(host: "127.0.0.1", port: port) { channel in
            channel.eventLoop.makeCompletedFuture {
                let pipeline = channel.pipeline.syncOperations
                try pipeline.addHandler(
                    NIOSSLClientHandler(context: tls, serverHostname: "localhost"))
                let multiplexer = try pipeline.configureHTTP2Pipeline(
                    mode: .client, connectionConfiguration: .init(), streamConfiguration: .init()
                ) { $0.eventLoop.makeSucceededVoidFuture() }
                try pipeline.addHandler(EventRecorder(continuation))
                return (channel, NIOLoopBoundStreams(multiplexer))
            }
        }
        return H2Client(channel: channel, streams: streams, events: events)
    }

    /// Waits for the next matching event; `nil` if the connection ends without one.
    func next(_ matches: (Event) -> Bool) async -> Event? {
        for await event in events where matches(event) { return event }
        return nil
    }

    /// Sends one request and waits for the complete response.
    ///
    /// - Parameters:
    ///   - isWhole: Whether the body ends with these bytes; if not, the request stays open.
    ///   - parts: Receives the response after each of its frames.
    func request(
        _ path: String, method: String = "POST", headers: [(String, String)] = [],
        body: [UInt8] = [],
        authority: String? = "localhost", isWhole: Bool = true,
        parts: AsyncStream<Response>.Continuation? = nil
    ) async throws -> Response {
        let (responses, continuation) = AsyncThrowingStream.makeStream(of: Response.self)
        let stream = try await streams.open(on: channel.eventLoop) { stream in
            stream.eventLoop.makeCompletedFuture {
                try stream.pipeline.syncOperations.addHandler(
                    ResponseReader(continuation, parts: parts))
            }
        }
        var fields = HPACKHeaders([(":method", method), (":scheme", "https"), (":path", path)])
        if let authority { fields.add(name: ":authority", value: authority) }
        for (name, value) in headers { fields.add(name: name, value: value) }
        let endsAtHead = body.isEmpty && isWhole
        let head = HTTP2Frame.FramePayload.headers(.init(headers: fields, endStream: endsAtHead))
        stream.writeAndFlush(head, promise: nil)
        if !endsAtHead {
            let data = HTTP2Frame.FramePayload.Data(
                data: .byteBuffer(ByteBuffer(bytes: body)), endStream: isWhole)
            stream.writeAndFlush(HTTP2Frame.FramePayload.data(data), promise: nil)
        }
        for try await response in responses { return response }
        throw ChannelError.eof
    }

    func close() async { try? await channel.close() }
}

/// Opens streams from outside the event loop.
struct NIOLoopBoundStreams: Sendable {
    private let multiplexer: NIOHTTP2Handler.StreamMultiplexer

    init(_ multiplexer: NIOHTTP2Handler.StreamMultiplexer) { self.multiplexer = multiplexer }

    func open(
        on eventLoop: any EventLoop,
        _ initializer: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>
    ) async throws -> any Channel {
        let promise = eventLoop.makePromise(of: (any Channel).self)
        multiplexer.createStreamChannel(promise: promise, initializer)
        return try await promise.futureResult.get()
    }
}

private final class EventRecorder: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame

    private let continuation: AsyncStream<H2Client.Event>.Continuation

    init(_ continuation: AsyncStream<H2Client.Event>.Continuation) {
        self.continuation = continuation
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data).payload {
        case .settings(.settings(let settings)):
            continuation.yield(.settings(settings.map { "\(Self.name($0.parameter)) \($0.value)" }))
        case .goAway(let last, let code, let text):
            let phrase = text.map { String(buffer: $0) } ?? ""
            continuation.yield(
                .goAway(code: Int(code.networkCode), lastStreamID: Int(last), text: phrase))
        default: break
        }
    }

    private static func name(_ parameter: HTTP2SettingsParameter) -> String {
        switch parameter {
        case .headerTableSize: "HEADER_TABLE_SIZE"
        case .maxConcurrentStreams: "MAX_CONCURRENT_STREAMS"
        case .initialWindowSize: "INITIAL_WINDOW_SIZE"
        case .maxFrameSize: "MAX_FRAME_SIZE"
        case .maxHeaderListSize: "MAX_HEADER_LIST_SIZE"
        default: "\(parameter)"
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        continuation.yield(.closed)
        continuation.finish()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}

private final class ResponseReader: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame.FramePayload

    private let continuation: AsyncThrowingStream<H2Client.Response, any Error>.Continuation
    private var response = H2Client.Response()

    private let parts: AsyncStream<H2Client.Response>.Continuation?

    init(
        _ continuation: AsyncThrowingStream<H2Client.Response, any Error>.Continuation,
        parts: AsyncStream<H2Client.Response>.Continuation?
    ) {
        self.continuation = continuation
        self.parts = parts
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .headers(let head):
            for field in head.headers {
                if field.name == ":status" { response.status = Int(field.value) ?? 0 }
                response.headers[field.name] = field.value
            }
            if head.endStream { finish() }
        case .data(let body):
            if case .byteBuffer(let bytes) = body.data { response.body += bytes.readableBytesView }
            parts?.yield(response)
            if body.endStream { finish() }
        case .rstStream(let code):
            response.resetCode = Int(code.networkCode)
            finish()
        default: break
        }
    }

    private func finish() {
        continuation.yield(response)
        continuation.finish()
    }

    func channelInactive(context: ChannelHandlerContext) {
        continuation.finish(throwing: ChannelError.eof)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        continuation.finish(throwing: error)
    }
}
