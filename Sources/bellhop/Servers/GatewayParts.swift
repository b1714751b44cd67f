// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import ArgumentParser
import BellhopGateway
import CommandSupport
import ControlAPI
import GatewayAPI
import Hummingbird
import Logging
import ServiceLifecycle

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The gateway of `bellhop serve` and `bellhop up`: storage, worker, development key and routes.
struct GatewayParts {
    let gateway: Gateway
    let developmentKey: String
    /// Opened when the gateway is listening.
    let listening = Latch()
    private let state: StateDirectory
    private let logger: Logger

    /// Opens the storage.
    ///
    /// - Parameters:
    ///   - simulator: the destination of notifications that replaces Apple's servers.
    init(
        state: StateDirectory, simulator: SimulatorInfo?, authorityPEM: String?, logger: Logger
    ) async throws {
        var configuration = Gateway.Configuration(databasePath: state.path(of: .gatewayDatabase))
        if let simulator {
            for environment in APNSEnvironment.allCases {
                let address = simulator.address(of: environment)
                configuration.endpoints[environment] = Endpoint(
                    host: address.host, port: address.port)
            }
        }
        if let authorityPEM { configuration.trustRoots = .pem(authorityPEM) }
        do {
            gateway = try await Gateway.open(configuration, logger: logger)
        } catch let error as GatewayStoreError {
            throw CommandFailure(.cannotCreate, "\(error)")
        }
        developmentKey = try await gateway.makeDevelopmentKey(kept: state.readText(.developmentKey))
        try state.write((developmentKey + "\n").utf8, to: .developmentKey)
        self.state = state
        self.logger = logger
    }

    /// Writes the client key of an app to the state directory, for apps under development; does
    /// nothing if the app does not exist.
    func keepClientKey(of bundleID: String) async throws {
        guard let key = try? await gateway.app(bundleID: bundleID).clientKey else { return }
        try state.write((key + "\n").utf8, to: .clientKey)
    }

    /// Returns a router with the gateway's routes and its protections.
    func makeRouter(hosts: [String]) -> Router<BasicRequestContext> {
        makeGatewayRouter(for: gateway, hosts: hosts)
    }

    /// Returns the services that send notifications, and the server.
    func services(
        _ router: Router<BasicRequestContext>, host: String, port: Int, after prerequisites: [Latch]
    ) -> [any Service] {
        gateway.services + [
            HTTPService(
                name: "the gateway", host: host, port: port, portFlag: "--port",
                responder: router.buildResponder(), prerequisites: prerequisites,
                listening: listening,
                logger: logger)
        ]
    }

    /// Writes the gateway's address for clients.
    func announce(host: String) async throws -> GatewayAddress {
        let port = try await listening.wait()
        let address = GatewayAddress(
            url: "http://\(host):\(port)", processID: ProcessInfo.processInfo.processIdentifier)
        try state.writeAddress(address, to: .gatewayAddress)
        return address
    }

    func close() async {
        state.remove(.gatewayAddress)
        try? await gateway.close()
    }
}

/// The options for the port of the gateway.
struct GatewayPortOptions: ParsableArguments {
    @Option(help: "The port of the gateway and its page; 0 selects a free port.")
    var port = 8080

    func validate() throws {
        guard (0...65535).contains(port) else { throw ValidationError("--port takes 0 to 65535") }
    }
}
