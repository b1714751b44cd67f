// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSAuth
package import APNSService
import APNSSimulator
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

/// The APNs simulator with its phones in one process, which `bellhop apns` and `bellhop up` run.
package final class SimulatorHost: Sendable {
    /// The team and key that every simulator accepts, so that a first push needs no setup.
    package static let teamID = "BELLHOPDEV"
    package static let keyID = "SIMULATOR1"

    /// The configuration of a simulator, which does not change after the start.
    package struct Configuration: Sendable {
        package var host = "127.0.0.1"
        /// The ports for notifications: 2197 for the sandbox and 2198 for production by default; 0
        /// for a free port.
        package var sandboxPort = 2197
        package var productionPort = 2198
        /// The ports for creating and deleting channels; 0 for a free port. The default is Apple's
        /// port, 2195 or 2196, if the environment's port for notifications is the default one,
        /// otherwise a free port.
        package var sandboxChannelPort: Int?
        package var productionChannelPort: Int?
        /// The authority that signs the server's certificate.
        package var authority: LocalAuthority
        /// The key of the simulator's team.
        package var key: ProviderKey
        /// Further authorities, in PEM format, whose client certificates are accepted like those of
        /// ``authority``.
        package var clientAuthorities: [String] = []
        /// The path of a file to which a line about each response is written before the response is
        /// sent; see `ResponseRecord`.
        package var recordPath: String?
        /// A state from ``SimulatorHost/save()`` with which the simulator starts; `nil` for a new
        /// state.
        package var savedState: Data?

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

    /// The signal after every change.
    package let changes: ChangeSignal
    let service: ServiceHost
    let phones: Phones
    let time: TimeSource
    let server: SimulatorServer
    private let delivery: Task<Void, Never>
    /// The number of the last log entry that is hidden because of a reset.
    let forgottenUpTo = Mutex(0)

    private init(service: ServiceHost, phones: Phones, server: SimulatorServer, time: TimeSource) {
        changes = service.changes
        self.service = service
        self.phones = phones
        self.server = server
        self.time = time
        delivery = Task { await service.deliver(to: PhoneDelivery(phones: phones)) }
    }

    /// Binds every port, and creates or restores the phones.
    ///
    /// - Throws: `SimulatorServerError` when a port cannot be used; ``SavedStateError`` before any
    ///   port is bound.
    package static func start(
        _ configuration: Configuration, time: TimeSource = .system,
        logger: Logger = Logger(label: "bellhop.simulator")
    ) async throws -> SimulatorHost {
        let record = try configuration.recordPath.map {
            try ResponseRecord(path: $0, logger: logger)
        }
        let service = ServiceHost(
            service: PushService(tokenCheck: SignedTokenCheck()), time: time, record: record)
        let saved = try configuration.savedState.map { try SavedState.take($0, into: service) }
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
                authority: configuration.authority, time: time),
            clientAuthorities: try CertificateAuthorities(
                pem: [configuration.authority.certificatePEM] + configuration.clientAuthorities),
            host: service, logger: logger)
        for device in saved ?? [DemoPhone.make()] { try await phones.add(device) }
        return SimulatorHost(service: service, phones: phones, server: server, time: time)
    }

    /// Returns the state as bytes, for the next start.
    package func save() async throws -> Data {
        var devices: [Device] = []
        for phone in await phones.all { devices.append(phone.snapshot) }
        return try JSONEncoder().encode(
            SavedState(service: Data(try service.save()), devices: devices))
    }

    /// Closes the ports: running requests finish, then the connections are closed.
    package func shutdown() async {
        await server.shutdown()
        delivery.cancel()
        await phones.stop()
    }

    /// Returns the address of one of an environment's ports.
    package func address(
        _ environment: APNSEnvironment, _ endpoint: ServiceEndpoint = .notifications
    ) -> SimulatorInfo.Address {
        let listener = server.listeners.first {
            $0.environment == environment && $0.endpoint == endpoint
        }
        return SimulatorInfo.Address(host: listener?.host ?? "127.0.0.1", port: listener?.port ?? 0)
    }
}
