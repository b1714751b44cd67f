// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import ControlAPI
import DeviceModel

extension PushRoute {
    /// The time limit for a response to a request about channels.
    private static let channelDeadline = Duration.seconds(30)

    /// Returns the configuration of a client for channels or broadcasts.
    func channelConfiguration(_ endpoint: Endpoint) -> APNSClient.Configuration {
        var configuration = configuration(endpoint)
        configuration.requestDeadline = Self.channelDeadline
        return configuration
    }

    /// The endpoint on which channels are created and deleted.
    var channelEndpoint: Endpoint {
        switch self {
        case .simulator(let route):
            let address = route.info.channelAddress(of: route.environment ?? .sandbox)
            return Endpoint(host: address.host, port: address.port)
        case .server(let route): return route.channelEndpoint
        }
    }

    /// The endpoint to which broadcasts are sent. It is also the endpoint for notifications.
    var broadcastEndpoint: Endpoint {
        switch self {
        case .simulator(let route): route.endpoint(route.environment ?? .sandbox)
        case .server(let route): route.endpoint
        }
    }

    /// Returns the app that owns the channels; by default, the app of the simulator.
    func channelApp(_ bundleID: String?) throws(WorkFailure) -> String {
        if let bundleID { return try PushHeaders.bundleID(bundleID) }
        guard case .simulator(let route) = self else {
            throw WorkFailure(.usage, "name the app with --app com.example.app")
        }
        return route.info.defaultBundleID
    }
}

extension WorkFailure {
    /// Returns one line that describes a refusal and its remedy.
    ///
    /// - Parameter because: an additional explanation. The default is the meaning of the reason.
    static func refused(
        _ rejection: ChannelRejection, because: String? = nil
    ) -> WorkFailure {
        let row = rejection.reason.row
        let details = [because?.printable ?? row?.meaning, row?.remedy].compactMap { $0 }
        return WorkFailure(
            .refused,
            "rejected by APNs: \(rejection.status) \(OneLine.short(rejection.reason.rawValue))"
                + (details.isEmpty ? "" : ": " + details.joined(separator: "; ")))
    }

    /// Returns one line that describes a missing response.
    ///
    /// - Parameters:
    ///   - isSafeToRepeat: whether repeating the request is harmless.
    ///   - advice: the remedy if repeating the request is harmless.
    static func noResponse(
        from endpoint: Endpoint, _ unknown: UnknownOutcome, isSafeToRepeat: Bool, advice: String
    ) -> WorkFailure {
        WorkFailure(
            isSafeToRepeat ? .unavailable : .mayHaveBeenProcessed,
            "no response from APNs at \(endpoint.authority): \(unknown.cause.printable); "
                + (isSafeToRepeat ? unknown.code.advice : advice))
    }
}
