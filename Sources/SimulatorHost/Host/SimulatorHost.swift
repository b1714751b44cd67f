// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSAuth
public import APNSService
import APNSSimulator
public import APNSWire
public import ControlAPI
import DeviceModel
import DeviceSimulator
public import Logging
public import Simulation
import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The APNs simulator with its phones, in one process: what `bellhop apns` and `bellhop up` run.
public final class SimulatorHost: Sendable {
    /// The team and key that every simulator knows, so that a first push needs no set-up.
    public static let teamID = "BELLHOPDEV"
    public static let keyID = "SIMULATOR1"

    /// Everything a simulator is told once.
    public struct Configuration: Sendable {
        public var host = "127.0.0.1"
        /// 0 takes a free port. Defaults 2197 and 2198.
        public var sandboxPort = 2197
        public var productionPort = 2198
        /// Where channels are created and deleted; 0 takes a free port. Apple's own, 2195 and 2196,
        /// beside the default port of the environment, else a free one.
        public var sandboxChannelPort: Int?
        public var productionChannelPort: Int?
        /// Signs the server's certificate.
        public var authority: LocalAuthority
        /// The key of the simulator's own team.
        public var key: ProviderKey
        /// Authorities, in PEM, whose client certificates are taken besides those of ``authority``.
        public var clientAuthorities: [String] = []
        /// A file for a line about each response, written before the response is sent; see
        /// `ResponseRecord`.
        public var recordPath: String?
        /// What ``SimulatorHost/save()`` gave before, to go on from there.
        public var savedState: Data?

        public init(authority: LocalAuthority, key: ProviderKey) {
            self.authority = authority
            self.key = key
        }

        /// The port of an environment's channels.
        func channelPort(_ environment: APNSEnvironment) -> Int {
            switch environment {
            case .sandbox:
                sandboxChannelPort ?? (sandboxPort == 2197 ? environment.channelPort : 0)
            case .production:
                productionChannelPort ?? (productionPort == 2198 ? environment.channelPort : 0)
            }
        }
    }

    /// Told after everything that happens.
    public let changes: ChangeSignal
    let service: ServiceHost
    let phones: Phones
    let time: TimeSource
    let server: SimulatorServer
    private let delivery: Task<Void, Never>
    /// Log entries up to this one are forgotten.
    let forgottenUpTo = Mutex(0)

    private init(service: ServiceHost, phones: Phones, server: SimulatorServer, time: TimeSource) {
        changes = service.changes
        self.service = service
        self.phones = phones
        self.server = server
        self.time = time
        delivery = Task { await service.deliver(to: PhoneDelivery(phones: phones)) }
    }

    /// Binds every door and makes or takes up the phones.
    ///
    /// - Throws: `SimulatorServerError` when a port cannot be used; ``SavedStateError`` before any
    ///   port is taken.
    public static func start(
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

    /// The state as bytes, for the next start.
    public func save() async throws -> Data {
        var devices: [Device] = []
        for phone in await phones.all { devices.append(phone.snapshot) }
        return try JSONEncoder().encode(
            SavedState(service: Data(try service.save()), devices: devices))
    }

    /// Closes the doors: running requests finish, then connections end.
    public func shutdown() async {
        await server.shutdown()
        delivery.cancel()
        await phones.stop()
    }

    /// Where one of an environment's doors is.
    public func address(
        _ environment: APNSEnvironment, _ door: ServiceDoor = .notifications
    ) -> SimulatorInfo.Address {
        let listener = server.listeners.first { $0.environment == environment && $0.door == door }
        return SimulatorInfo.Address(host: listener?.host ?? "127.0.0.1", port: listener?.port ?? 0)
    }
}
