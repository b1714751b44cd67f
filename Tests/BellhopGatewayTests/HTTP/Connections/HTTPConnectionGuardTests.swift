// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import HTTPTypes
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Simulation
import Testing

@testable import BellhopGateway

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The connection guard, on channels without sockets and with time that the test advances.
struct HTTPConnectionGuardTests {
    private let log = CapturingLogHandler()
    private let clock = VirtualClock()

    private func connections(_ limits: HTTPLimits = .init()) -> HTTPConnectionGuard {
        let log = log
        return HTTPConnectionGuard(
            limits: limits, time: clock.timeSource, logger: Logger(label: "test") { _ in log })
    }

    private func open(_ connections: HTTPConnectionGuard) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handler: HTTPConnectionHandler(connections))
        try channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 5000)).wait()
        return channel
    }

    private func request(on channel: EmbeddedChannel) throws {
        let head = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/")
        try channel.writeInbound(HTTPRequestPart.head(head))
        try channel.writeInbound(HTTPRequestPart.end(nil))
    }

    @Test
    func `a client that sends no request is cut off, and a client that awaits a response is not`()
        throws
    {
        let connections = connections()
        let silent = try open(connections)
        let good = try open(connections)
        try request(on: good)
        silent.embeddedEventLoop.advanceTime(by: .seconds(9))
        #expect(silent.isActive)
        silent.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!silent.isActive)
        good.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(good.isActive, "the server is handling a request")
        try good.writeOutbound(HTTPResponsePart.end(nil))
        good.embeddedEventLoop.advanceTime(by: .seconds(59))
        #expect(good.isActive)
        good.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!good.isActive)
        #expect(connections.connectionCount == 0)
    }

    @Test
    func `a slow request body is cut off after 30 seconds, however regularly its bytes arrive`()
        throws
    {
        let channel = try open(connections())
        let head = HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/")
        try channel.writeInbound(HTTPRequestPart.head(head))
        for _ in 1...29 {
            channel.embeddedEventLoop.advanceTime(by: .seconds(1))
            try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: "x")))
        }
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test func `a client that does not read its response is cut off after 30 seconds`() throws {
        let channel = try open(connections())
        try request(on: channel)
        channel.isWritable = false
        channel.pipeline.fireChannelWritabilityChanged()
        channel.embeddedEventLoop.advanceTime(by: .seconds(30))
        #expect(!channel.isActive)
    }

    @Test
    func `one connection too many closes the longest-waiting one, and is logged once a minute`()
        throws
    {
        var limits = HTTPLimits()
        limits.connectionsPerAddressMax = 2
        let connections = connections(limits)
        let working = try open(connections)
        try request(on: working)
        let channels = try (1...5).map { _ in try open(connections) }
        #expect(channels.map(\.isActive) == [false, false, false, false, true])
        #expect(working.isActive)
        #expect(log.lines.count == 1)
        #expect(log.lines.first?.contains("2 connections from one address") == true)
        clock.advance(by: .seconds(60))
        _ = try open(connections)
        #expect(log.lines.count == 2)
        #expect(log.lines.last?.contains("3") == true, "unlogged connections are counted")
    }

    @Test
    func `a connection is refused while the server handles requests on all permitted connections`()
        throws
    {
        var limits = HTTPLimits()
        limits.connectionsMax = 1
        let connections = connections(limits)
        let working = try open(connections)
        try request(on: working)
        #expect(try !open(connections).isActive)
        #expect(working.isActive)
        #expect(connections.connectionCount == 1)
    }

    @Test
    func `if file descriptors run out, a waiting connection is closed and one line is logged`()
        throws
    {
        let connections = connections()
        let waiting = try open(connections)
        let server = EmbeddedChannel(handler: AcceptFailureHandler(connections))
        let spy = ReadingSpy()
        try server.pipeline.syncOperations.addHandler(spy)
        let error = IOError(errnoCode: EMFILE, reason: "accept")
        server.pipeline.fireErrorCaught(error)
        server.pipeline.fireErrorCaught(error)
        #expect(!waiting.isActive)
        #expect(spy.errorCount == 0)
        #expect(log.lines.count == 1)
        #expect(log.lines.first?.contains("file descriptors") == true)
        server.pipeline.fireErrorCaught(IOError(errnoCode: EINVAL, reason: "accept"))
        #expect(spy.errorCount == 1, "other errors are passed on")
    }

    private final class ReadingSpy: ChannelInboundHandler {
        typealias InboundIn = Any
        var errorCount = 0

        func errorCaught(context: ChannelHandlerContext, error: any Error) { errorCount += 1 }
    }

    @Test(arguments: [
        ("192.0.2.7", "192.0.2.7"), ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::9", "2001:db8:1:2::/64"), ("::ffff:192.0.2.7", "192.0.2.7"),
        ("::1", "0:0:0:0::/64"),
    ])
    func `an IPv4 address is counted alone, and an IPv6 address with its /64 network`(
        address: String, counted: String
    )
        throws
    {
        let address = try SocketAddress(ipAddress: address, port: 1)
        #expect(ClientAddress(address).description == counted)
    }
}
