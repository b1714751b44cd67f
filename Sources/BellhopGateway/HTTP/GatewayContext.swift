// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Hummingbird
public import NIOCore

/// The context of a request to the gateway, with the address of the client.
public struct GatewayContext: RequestContext, RemoteAddressRequestContext {
    public var coreContext: CoreRequestContextStorage
    /// The address of the client, or of a proxy in front of the gateway; `nil` if the client has
    /// closed the connection.
    public let remoteAddress: SocketAddress?
    /// The connection of the request.
    package let channel: any Channel

    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        remoteAddress = channel.remoteAddress
    }
}
