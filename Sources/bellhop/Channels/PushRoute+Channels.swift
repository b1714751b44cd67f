// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import ControlAPI

extension PushRoute {
    /// The environment that a channel belongs to: sandbox unless told otherwise.
    func channelEnvironment(_ options: DestinationOptions) throws -> APNSEnvironment {
        let word = options.to ?? options.environment
        return try word.map(EnvironmentWords.parse) ?? .sandbox
    }

    /// Where channels are created and deleted. A host that was given is taken as it is; only its
    /// port follows the environment when none was given.
    func channelEndpoint(_ options: DestinationOptions) throws -> Endpoint {
        let environment = try channelEnvironment(options)
        switch self {
        case .simulator(let address, _, _, _, _):
            let place = address.simulator.channelAddress(of: environment)
            return Endpoint(host: place.host, port: place.port)
        case .server:
            return Endpoint(
                host: options.host ?? environment.channelHost,
                port: options.port ?? environment.channelPort)
        }
    }

    /// Where broadcasts are sent: to the host of notifications.
    func broadcastEndpoint(_ options: DestinationOptions) throws -> Endpoint {
        switch self {
        case .simulator(let address, _, _, _, _):
            let place = address.simulator.address(of: try channelEnvironment(options))
            return Endpoint(host: place.host, port: place.port)
        case .server(let endpoint, _, _): return endpoint
        }
    }

    /// The app whose channels are meant: the simulator's own unless told otherwise.
    func channelApp(_ bundleID: String?) throws -> String {
        if let bundleID {
            guard Topic.isPlausible(bundleID) else {
                throw CommandFailure(
                    .usage, "\"\(bundleID)\" is not a bundle identifier, such as com.example.app")
            }
            return bundleID
        }
        guard case .simulator(let address, _, _, _, _) = self else {
            throw CommandFailure(.usage, "name the app with --app com.example.app")
        }
        return address.simulator.defaultBundleID
    }
}
