// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The limits that an HTTP server sets for its clients.
///
/// Each time limit applies to waiting for a client. The time that the server takes for a response
/// is not limited.
public struct HTTPLimits: Hashable, Sendable {
    /// The maximum number of simultaneous connections. Default 1,000.
    public var connectionsMax = 1_000
    /// The maximum number of simultaneous connections from one IPv4 address or one IPv6 network of
    /// 64 bits. Default 500, because behind a proxy all clients have the proxy's address.
    public var connectionsPerAddressMax = 500
    /// The maximum time from the opening of a connection to the end of its first request's header.
    /// Default 10 seconds.
    public var headTime: Duration = .seconds(10)
    /// The maximum time from the end of a request's header to the end of its body. Default 30
    /// seconds.
    public var bodyTime: Duration = .seconds(30)
    /// The maximum time from the end of a response to the end of the next request's header. Default
    /// 60 seconds.
    public var idleTime: Duration = .seconds(60)
    /// The maximum time for which the buffers of a connection may stay full because the client does
    /// not read the response. Default 30 seconds.
    public var writeTime: Duration = .seconds(30)
    /// The maximum size of all header fields of a request, in bytes. Default 32 KiB. A larger
    /// header gets a response with 400.
    public var headByteCountMax = 32 * 1024
    /// The maximum number of header fields of a request. Default 100. More fields get a response
    /// with 400.
    public var headFieldCountMax = 100

    public init() {}

    /// Creates limits with which two servers, the simulator and the database can share the
    /// descriptors of a process.
    ///
    /// - Parameter descriptorCount: the maximum number of open files and sockets of the process.
    public init(descriptorCount: Int) {
        connectionsMax = min(connectionsMax, max(Self.connectionsMin, descriptorCount / 4))
        connectionsPerAddressMax = min(connectionsPerAddressMax, max(1, connectionsMax / 2))
    }

    /// The number of connections that a server permits even if the process has very few
    /// descriptors.
    static let connectionsMin = 16
}
