// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSProvider
import APNSWire
import ArgumentParser
import BellhopGateway
import CommandSupport
import ControlAPI
import GatewayAPI
import Hummingbird
import Logging
import MessagingSimulator
import ServiceLifecycle
import SimulatorHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The gateway of `bellhop serve` and `bellhop up`: its storage, worker, development key and
/// routes.
struct GatewayParts {
    /// The shortest lease of a single message. It is longer than the deadline of a request to APNs.
    static let messageLeaseMin = Duration.seconds(20)

    let gateway: Gateway
    let developmentKey: String
    /// The latch that opens when the gateway is listening.
    let listening = Latch()
    private let state: StateDirectory
    private let logger: Logger

    /// Opens the storage and creates the gateway.
    ///
    /// - Parameters:
    ///   - settings: the settings of `bellhop serve`; `nil` for the defaults.
    ///   - masterKeys: the keys with which secrets are sealed; `nil` for the file in the state
    ///     directory.
    ///   - signIn: the identity provider with which members sign in; `nil` for none.
    ///   - host: the address on which the gateway will listen.
    ///   - simulator: the simulator to which notifications are sent instead of Apple's servers;
    ///     `nil` for Apple's servers.
    init(
        state: StateDirectory, settings: Settings? = nil, masterKeys: MasterKeys? = nil,
        signIn: OpenIDConnect? = nil, host: String, simulator: SimulatorInfo?,
        authorityPEM: String?, logger: Logger
    ) async throws {
        var configuration = Gateway.Configuration(
            database: settings?.databaseAddress ?? state.path(of: .gatewayDatabase))
        configuration.hasOpenMetrics = HTTPAuthority.loopbackNames.contains(host)
        configuration.version = ToolVersion.current
        configuration.masterKeys = masterKeys
        configuration.openIDConnect = signIn
        // `bellhop up` is for development, on this machine.
        configuration.allowsLoopbackWebhooks = settings == nil
        configuration.allowsLoopbackPushServices = settings == nil
        settings?.set(&configuration)
        if let simulator {
            for environment in APNSEnvironment.allCases {
                let address = simulator.address(of: environment)
                configuration.endpoints[environment] = Endpoint(
                    host: address.host, port: address.port)
                let channels = simulator.channelAddress(of: environment)
                configuration.channelEndpoints[environment] = Endpoint(
                    host: channels.host, port: channels.port)
            }
            configuration.fcmOrigin =
                configuration.fcmOrigin
                ?? simulator.fcm.map { address in
                    let host = address.host.contains(":") ? "[\(address.host)]" : address.host
                    return "http://\(host):\(address.port)"
                }
            configuration.allowsLoopbackPushServices = true
            let key = try state.simulatorSigningKey()
            configuration.credentialOfNewApps = CredentialRequest(
                p8: key.p8Text, keyID: key.keyID, teamID: key.teamID)
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

    /// Writes the client key of an app to the state directory, for apps under development. Does
    /// nothing if the gateway does not know the app.
    func keepClientKey(of bundleID: String) async throws {
        guard let key = try? await gateway.app(bundleID: bundleID).clientKey else { return }
        try state.write((key + "\n").utf8, to: .clientKey)
    }

    /// Lets the gateway send to the simulated FCM and push service: sets the demo app's credentials
    /// to those of the state directory.
    ///
    /// - Parameter messaging: the simulated services, which are already listening.
    func use(_ messaging: MessagingParts, bundleID: String) async throws {
        if let origin = messaging.host.origin(of: .fcm), let file = state.read(.fcmServiceAccount) {
            gateway.sendFCM(to: origin)
            _ = try await gateway.putFCMCredential(bundleID: bundleID, Array(file))
        }
        if messaging.host.origin(of: .webPush) != nil, let key = state.readText(.vapidKey) {
            _ = try await gateway.putWebPushCredential(
                bundleID: bundleID,
                WebPushCredentialRequest(
                    privateKey: key, subject: "mailto:bellhop@example.com",
                    navigate: "https://example.com/"))
        }
    }

    /// Returns a router with the gateway's routes and the checks that protect them.
    func makeRouter(hosts: [String]) -> Router<GatewayContext> {
        makeGatewayRouter(for: gateway, hosts: hosts)
    }

    /// Returns the services that send notifications, and the server.
    func services(
        _ router: Router<GatewayContext>, host: String, port: Int,
        limits: HTTPLimits = HTTPLimits(descriptorCount: Descriptors.count),
        after prerequisites: [Latch]
    ) -> [any Service] {
        gateway.services + [
            HTTPService(
                name: "the gateway", host: host, port: port, portFlag: "--port",
                responder: router.buildResponder(), prerequisites: prerequisites,
                listening: listening, limits: limits,
                onStart: { [gateway] in gateway.observe($0) },
                logger: logger)
        ]
    }

    /// Writes the gateway's address to the state directory, for clients.
    func announce(
        host: String, senders: SenderAddresses? = nil
    ) async throws -> GatewayAddress {
        let port = try await listening.wait()
        let address = GatewayAddress(
            url: "http://\(host):\(port)", processID: ProcessInfo.processInfo.processIdentifier,
            apns: senders)
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

    @Option(
        name: .customLong("apns-port"),
        help: ArgumentHelp(
            "The port for senders that speak to Apple's production APNs; 0 selects a free one.",
            discussion: "Default: no such port"))
    var apnsPort: Int?

    @Option(
        name: .customLong("apns-sandbox-port"),
        help: ArgumentHelp(
            "The port for senders that speak to Apple's sandbox; 0 selects a free one.",
            discussion: "Default: no such port"))
    var apnsSandboxPort: Int?

    /// The ports of the APNs endpoint.
    var apnsPorts: [APNSEnvironment: Int] {
        var ports: [APNSEnvironment: Int] = [:]
        ports[.production] = apnsPort
        ports[.sandbox] = apnsSandboxPort
        return ports
    }

    func validate() throws {
        for (name, port) in [
            ("--port", port), ("--apns-port", apnsPort ?? 0),
            ("--apns-sandbox-port", apnsSandboxPort ?? 0),
        ] where !(0...65535).contains(port) {
            throw ValidationError("\(name) takes 0 to 65535")
        }
    }
}
