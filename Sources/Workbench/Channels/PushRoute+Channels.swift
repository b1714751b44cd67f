// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import ControlAPI
import DeviceModel

extension PushRoute {
    /// How long a response about channels may take.
    private static let channelDeadline = Duration.seconds(30)

    /// A client's configuration for channels or broadcasts.
    func channelConfiguration(_ endpoint: Endpoint) -> APNSClient.Configuration {
        var configuration = configuration(endpoint)
        configuration.requestDeadline = Self.channelDeadline
        return configuration
    }

    /// Where channels are created and deleted.
    var channelEndpoint: Endpoint {
        switch self {
        case .simulator(let route):
            let place = route.info.channelAddress(of: route.environment ?? .sandbox)
            return Endpoint(host: place.host, port: place.port)
        case .server(let route): return route.channelEndpoint
        }
    }

    /// Where broadcasts are sent: to the host of notifications.
    var broadcastEndpoint: Endpoint {
        switch self {
        case .simulator(let route): route.endpoint(route.environment ?? .sandbox)
        case .server(let route): route.endpoint
        }
    }

    /// The app whose channels are meant: by default the simulator's own.
    func channelApp(_ bundleID: String?) throws(WorkFailure) -> String {
        if let bundleID { return try PushHeaders.bundleID(bundleID) }
        guard case .simulator(let route) = self else {
            throw WorkFailure(.usage, "name the app with --app com.example.app")
        }
        return route.info.defaultBundleID
    }
}

extension WorkFailure {
    /// One line about a refusal, with what to try.
    ///
    /// - Parameter because: what is known besides; the reason's own meaning when `nil`.
    static func refused(
        _ rejection: ChannelRejection, because: String? = nil
    ) -> WorkFailure {
        let row = rejection.reason.row
        let words = [because?.printable ?? row?.meaning, row?.remedy].compactMap { $0 }
        return WorkFailure(
            .refused,
            "APNs refused: \(rejection.status) \(OneLine.short(rejection.reason.rawValue))"
                + (words.isEmpty ? "" : ": " + words.joined(separator: "; ")))
    }

    /// One line about a response that did not come.
    ///
    /// - Parameters:
    ///   - isSafeToRepeat: whether another request can do no harm.
    ///   - advice: what to try when it can.
    static func noResponse(
        from endpoint: Endpoint, _ unknown: UnknownOutcome, isSafeToRepeat: Bool, advice: String
    ) -> WorkFailure {
        WorkFailure(
            isSafeToRepeat ? .unavailable : .mayHaveBeenProcessed,
            "no response of APNs from \(endpoint.authority): \(unknown.cause.printable); "
                + (isSafeToRepeat ? unknown.code.advice : advice))
    }
}
