// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import BellhopGateway
import CommandSupport
import DeviceModel
import GatewayConsole
import Hummingbird
import LocalSystem
import Logging
import ServiceLifecycle
import SimulatorHost
import WebConsole

/// `bellhop up`: runs the simulator and the gateway on this machine.
struct UpCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "up",
        abstract:
            "Start everything on this machine: simulated APNs, a virtual iPhone, the gateway, the "
            + "page.",
        discussion: """
            Open the printed address in a browser, run the printed curl command, and watch the \
            Lock Screen.

              bellhop up
              bellhop up --port 9090 --state-dir /tmp/bellhop
            """)

    @OptionGroup var state: StateOptions
    @OptionGroup var gatewayPorts: GatewayPortOptions
    @OptionGroup var simulatorPorts: SimulatorPortOptions
    @Option(
        help: ArgumentHelp(
            "The number of light devices with the demo app, to which campaigns can be sent.",
            valueName: "number"))
    var audience = 1000

    @OptionGroup var log: LogOptions

    func validate() throws {
        guard (0...DemoAudience.countMax).contains(audience) else {
            throw ValidationError("--audience takes 0 to \(DemoAudience.countMax)")
        }
    }

    func run() async throws {
        try await reportingFailures {
            CoreDumps.disable()
            let directory = state.directory
            try directory.create()
            let simulatorLock = try directory.lock(.simulatorLock, holder: "a simulator")
            let gatewayLock = try directory.lock(.gatewayLock, holder: "a gateway")
            let logger = log.makeLogger()
            let simulator = try await SimulatorParts(
                simulatorPorts, state: directory, startsMessaging: true, logger: logger)
            let gateway = try await GatewayParts(
                state: directory, masterKeys: try MasterKeyText.environmentKeys(),
                host: simulator.listenHost, simulator: try await simulator.host.info(),
                authorityPEM: simulator.authorityPEM, logger: logger)
            let services = try await services(simulator, gateway, directory, logger)
            do { try await ServerRun.run(services, logger: logger) } catch {
                await gateway.close()
                throw error
            }
            await gateway.close()
            simulatorLock.release()
            gatewayLock.release()
        }
    }

    private func services(
        _ simulator: SimulatorParts, _ gateway: GatewayParts, _ directory: StateDirectory,
        _ logger: Logger
    ) async throws -> [any Service] {
        let registrar = AppRegistrar(
            host: simulator.host, gateway: gateway.gateway, key: simulator.key, logger: logger)
        _ = try await registrar.register()
        try await gateway.keepClientKey(of: InstalledApp.demoBundleID)
        try await DemoAudience.create(
            audience, host: simulator.host, gateway: gateway.gateway)
        let host = simulator.listenHost
        let router = gateway.makeRouter(hosts: [host])
        let page = PageBackend(simulator: simulator, gateway: gateway, state: directory, host: host)
        ConsoleRoutes.add(to: router, backend: try await page.backend())
        try ConsoleServer.add(
            to: router, for: gateway.gateway,
            ConsoleServer.Settings(
                signsInLocally: HTTPAuthority.loopbackNames.contains(host),
                control: Self.control(of: simulator)))
        let senders = try await SenderParts(
            ports: gatewayPorts.apnsPorts, host: host, identity: nil, state: directory,
            gateway: gateway.gateway, logger: logger)
        let announce = ClosureService {
            let address = try await simulator.announce()
            if let messaging = simulator.messaging {
                try await gateway.use(messaging, bundleID: InstalledApp.demoBundleID)
            }
            let url = try await gateway.announce(host: host, senders: senders?.addresses).url
            Banner.everything(
                url: url, address, key: gateway.developmentKey, senders: senders?.addresses,
                state: directory)
        }
        return await simulator.services
            + gateway.services(
                router, host: host, port: gatewayPorts.port, after: [simulator.controlListening])
            + (senders.map { [$0.service] } ?? []) + [registrar, announce]
    }

    /// Returns the responder of the simulator's control API, for the pages of the console.
    private static func control(
        of simulator: SimulatorParts
    ) -> @Sendable (Request, GatewayContext) async throws -> Response {
        let responder = ControlServer.router(simulator.host).buildResponder()
        return { request, context in
            let source = ApplicationRequestContextSource(
                channel: context.channel, logger: context.logger)
            return try await responder.respond(
                to: request, context: BasicRequestContext(source: source))
        }
    }
}
