// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

extension Endpoint {
    /// Returns Apple's servers that manage channels, on port 2195 for the sandbox and 2196 for
    /// production.
    /// Source: "Sending channel management requests to APNs".
    public static func appleChannels(_ environment: APNSEnvironment) -> Endpoint {
        Endpoint(host: environment.channelHost, port: environment.channelPort)
    }

    /// Returns Apple's servers for broadcasts under their second host name, on port 443. Apple's
    /// page on broadcasts uses both host names. The servers of ``apple(_:)`` accept broadcasts as
    /// well as notifications, so this endpoint is needed only where the host name of ``apple(_:)``
    /// cannot be used. Source: "Sending broadcast push notification requests to APNs".
    public static func appleBroadcasts(_ environment: APNSEnvironment) -> Endpoint {
        Endpoint(host: environment.broadcastHost)
    }
}
