// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What an HTTP server grants to clients that it does not know yet.
///
/// Each time limit bounds how long the server waits for a client. How long the server itself takes
/// to make a response is not limited.
public struct HTTPLimits: Hashable, Sendable {
    /// Connections at a time. Default 1,000.
    public var connectionsMax = 1_000
    /// Connections at a time from one IPv4 address or from one IPv6 network of 64 bits. Default
    /// 500: behind a proxy all clients have the proxy's address.
    public var connectionsPerAddressMax = 500
    /// From the opening of a connection to the end of its first request's header. Default 10
    /// seconds.
    public var headTime: Duration = .seconds(10)
    /// From the end of a request's header to the end of its body. Default 30 seconds.
    public var bodyTime: Duration = .seconds(30)
    /// From the end of a response to the end of the next request's header. Default 60 seconds.
    public var idleTime: Duration = .seconds(60)
    /// How long a client may leave a response in the socket's buffers without reading any of it.
    /// Default 30 seconds.
    public var writeTime: Duration = .seconds(30)
    /// Bytes of all header fields of a request. Default 32 KiB. The response to more is 400.
    public var headByteCountMax = 32 * 1024
    /// Header fields of a request. Default 100. The response to more is 400.
    public var headFieldCountMax = 100

    public init() {}

    /// Connections that two servers, the simulator and the database can share the descriptors of a
    /// process with.
    ///
    /// - Parameter descriptorCount: how many files and sockets the process may have open.
    public init(descriptorCount: Int) {
        connectionsMax = min(connectionsMax, max(Self.connectionsMin, descriptorCount / 4))
        connectionsPerAddressMax = min(connectionsPerAddressMax, max(1, connectionsMax / 2))
    }

    /// Connections that a server grants however few descriptors there are.
    static let connectionsMin = 16
}
