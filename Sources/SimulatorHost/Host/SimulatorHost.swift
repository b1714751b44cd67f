// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSAuth
package import APNSService
package import APNSSimulator
package import APNSWire
package import ControlAPI
import DeviceModel
import DeviceSimulator
package import Logging
package import Simulation
import Synchronization

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The APNs simulator and its phones in one process. The commands `bellhop apns` and `bellhop up`
/// run it.
package final class SimulatorHost: Sendable {
    /// The team and the key that every simulator accepts, so that the first push needs no setup.
    package static let teamID = "BELLHOPDEV"
    package static let keyID = "SIMULATOR1"

    /// The configuration of a simulator, which does not change after the start.
    package struct Configuration: Sendable {
        package var host = "127.0.0.1"
        /// The ports for notifications. The defaults are 2197 for the sandbox and 2198 for
        /// production; 0 selects any free port.
        package var sandboxPort = 2197
        package var productionPort = 2198
        /// The ports for creating and deleting channels; 0 selects any free port. If the
        /// environment's port for notifications is the default port, the default is Apple's port,
        /// 2195 or 2196. Otherwise, the default is any free port.
        package var sandboxChannelPort: Int?
        package var productionChannelPort: Int?
        /// The authority that signs the server's certificate.
        package var authority: LocalAuthority
        /// The key of the simulator's team.
        package var key: ProviderKey
        /// Further certificate authorities, in PEM format, whose client certificates are accepted
        /// in the same way as those of ``authority``.
        package var clientAuthorities: [String] = []
        /// The path of a file to which a line about each request is written before the response is
        /// sent; see ``RequestRecord``.
        package var recordPath: String?
        /// Whether the file at ``recordPath`` contains device tokens in full.
        package var recordsTokens = false
        /// A state from ``SimulatorHost/save()`` with which the simulator starts; `nil` starts with
        /// a new state.
        package var savedState: SimulatorState?
        /// The clock that clients of the control API can move; `nil` if no client can move the
        /// time.
        package var clock: MovableClock?
        package var limits = ServiceLimits()
        package var connectionLimits = ConnectionLimits()

        package init(authority: LocalAuthority, key: ProviderKey) {
            self.authority = authority
            self.key = key
        }

        /// Returns the port for the channels of an environment.
        func channelPort(_ environment: APNSEnvironment) -> Int {
            switch environment {
            case .sandbox:
                sandboxChannelPort ?? (sandboxPort == 2197 ? environment.channelPort : 0)
            case .production:
                productionChannelPort ?? (productionPort == 2198 ? environment.channelPort : 0)
            }
        }
    }

    /// Signals every change.
    package let changes: ChangeSignal
    let service: ServiceHost
    let phones: Phones
    /// The time of APNs and the phones.
    let time: TimeSource
    /// The time source for callers that wait. Moving the clock does not end their waits.
    let waitTime: TimeSource
    let clock: MovableClock?
    let server: SimulatorServer
    private let delivery: Task<Void, Never>
    /// The number of the last log entry that was hidden by a reset.
    let forgottenUpTo = Mutex(0)
    /// The highest number that was reserved for a light device; `nil` before the first request for
    /// light devices.
    let lastFleetNumber = Mutex<Int?>(nil)
    /// The configuration file that was applied last; `nil` if no file was applied.
    let applied = Mutex<Applied?>(nil)
    /// The keys and options at the start, which a reset restores.
    let startingKeyIDs: Set<String>
    let startingOptions: ServiceOptions

    private init(
        service: ServiceHost, phones: Phones, server: SimulatorServer, time: TimeSource,
        waitTime: TimeSource, clock: MovableClock?
    ) {
        changes = service.changes
        self.waitTime = waitTime
        self.clock = clock
        self.service = service
        self.phones = phones
        self.server = server
        self.time = time
        startingKeyIDs = service.keyIDs
        startingOptions = service.options
        delivery = Task { await service.deliver(to: PhoneDelivery(phones: phones)) }
    }

    /// Binds every port, and creates or restores the phones.
    ///
    /// - Throws: `SimulatorServerError` when a port cannot be used; ``SavedStateError`` when the
    ///   saved state cannot be used. The latter error is thrown before any port is bound.
    package static func start(
        _ configuration: Configuration, time realTime: TimeSource = .system,
        logger: Logger = Logger(label: "bellhop.simulator")
    ) async throws -> SimulatorHost {
        let record = try configuration.recordPath.map {
            try RequestRecord(
                path: $0, recordsTokens: configuration.recordsTokens, time: realTime,
                logger: logger)
        }
        let time = configuration.clock?.timeSource ?? realTime
        let service = ServiceHost(
            service: PushService(tokenCheck: SignedTokenCheck(), limits: configuration.limits),
            time: time,
            tokenTime: configuration.clock == nil ? nil : realTime, record: record)
        let saved = try configuration.savedState?.take(into: service)
        try service.registerKey(
            RegisteredKey(
                keyID: configuration.key.keyID, teamID: configuration.key.teamID,
                publicKey: configuration.key.publicKey))
        let link = PhoneRegistration(service: service, teamID: configuration.key.teamID)
        let phones = Phones(link: link, changes: service.changes, time: time)
        let server = try await SimulatorServer.start(
            listeners: [
                .init(.sandbox, host: configuration.host, port: configuration.sandboxPort),
                .init(.production, host: configuration.host, port: configuration.productionPort),
                .init(
                    .sandbox, .channels, host: configuration.host,
                    port: configuration.channelPort(.sandbox)),
                .init(
                    .production, .channels, host: configuration.host,
                    port: configuration.channelPort(.production)),
            ],
            identity: try SimulatorServer.makeIdentity(
                authority: configuration.authority, time: realTime),
            wrongIdentity: try SimulatorServer.makeWrongIdentity(
                authority: configuration.authority, time: realTime),
            clientAuthorities: try CertificateAuthorities(
                pem: [configuration.authority.certificatePEM] + configuration.clientAuthorities),
            host: service, limits: configuration.connectionLimits, logger: logger)
        for device in saved ?? [DemoPhone.make()] { try await phones.add(device) }
        return SimulatorHost(
            service: service, phones: phones, server: server, time: time, waitTime: realTime,
            clock: configuration.clock)
    }

    /// Returns the current state, with which a later simulator can start.
    package func save() async throws -> SimulatorState {
        SimulatorState(phones: try await savePhones(), fleet: saveFleet().bytes)
    }

    /// Returns ``SimulatorState/phones``.
    package func savePhones() async throws -> Data {
        var devices: [Device] = []
        for phone in await phones.all { devices.append(phone.snapshot) }
        return try JSONEncoder().encode(
            SavedPhones(service: Data(try service.save()), devices: devices))
    }

    /// A number that changes with every change of ``SimulatorState/fleet``.
    package var fleetRevision: Int { service.fleetRevision }

    /// Returns ``SimulatorState/fleet`` with its revision.
    package func saveFleet() -> (bytes: [UInt8], revision: Int) { service.saveFleet() }

    /// Closes the ports. Requests in progress finish before the connections are closed.
    package func shutdown() async {
        await server.shutdown()
        delivery.cancel()
        await phones.stop()
    }

    /// Returns the address of one port of an environment.
    package func address(
        _ environment: APNSEnvironment, _ endpoint: ServiceEndpoint = .notifications
    ) -> SimulatorInfo.Address {
        let listener = server.listeners.first {
            $0.environment == environment && $0.endpoint == endpoint
        }
        return SimulatorInfo.Address(host: listener?.host ?? "127.0.0.1", port: listener?.port ?? 0)
    }
}
