// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSWire
import Logging
import NIOCore
import NIOHTTP2
import NIOSSL

/// Makes the pipeline of a new connection: TLS, HTTP/2, the connection's own handler, one handler a
/// stream.
struct ConnectionSetUp: Sendable {
    let environment: APNSEnvironment
    let door: ServiceDoor
    let host: ServiceHost
    let tls: NIOSSLContext
    let limits: ConnectionLimits
    let connections: OpenConnections
    let logger: Logger

    /// The protocol that ALPN settled on is not looked at: what is not HTTP/2 fails at the preface.
    func configure(_ channel: any Channel) -> EventLoopFuture<Void> {
        guard connections.add(channel) else { return channel.close() }
        return channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(NIOSSLServerHandler(context: tls))
            let connection = ConnectionHandler(
                host: host, door: door, environment: environment, limits: limits, logger: logger)
            let bound = NIOLoopBound(connection, eventLoop: channel.eventLoop)
            _ = try pipeline.configureHTTP2Pipeline(
                mode: .server, connectionConfiguration: connectionConfiguration,
                streamConfiguration: streamConfiguration,
                streamDelegate: StreamCounter(connection: bound)
            ) { stream in
                stream.eventLoop.makeCompletedFuture {
                    let handler = RequestHandler(connection: bound.value)
                    try stream.pipeline.syncOperations.addHandler(handler)
                }
            }
            try pipeline.addHandler(connection)
        }
    }

    /// What Apple's servers announce. Measured; the number of streams is raised once a valid
    /// provider token was processed, which is documented.
    private var connectionConfiguration: NIOHTTP2Handler.ConnectionConfiguration {
        var configuration = NIOHTTP2Handler.ConnectionConfiguration()
        configuration.initialSettings = [
            HTTP2Setting(parameter: .headerTableSize, value: 4096),
            HTTP2Setting(parameter: .maxConcurrentStreams, value: host.streamCountBeforeToken),
            HTTP2Setting(parameter: .initialWindowSize, value: 65_535),
            HTTP2Setting(parameter: .maxFrameSize, value: 16_384),
            HTTP2Setting(parameter: .maxHeaderListSize, value: limits.headerListByteCountMax),
        ]
        configuration.maximumBufferedControlFrames = 1_000
        return configuration
    }

    private var streamConfiguration: NIOHTTP2Handler.StreamConfiguration {
        var configuration = NIOHTTP2Handler.StreamConfiguration()
        configuration.streamResetFrameRateLimit.maximumCount = limits.streamResetCountMax
        configuration.streamResetFrameRateLimit.windowLength = .seconds(10)
        return configuration
    }
}
