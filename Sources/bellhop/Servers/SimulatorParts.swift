// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSSimulator
import APNSWire
import CommandSupport
import ControlAPI
import Hummingbird
import Logging
import MessagingSimulator
import ServiceLifecycle
import Simulation
import SimulatorHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The simulator of `bellhop apns` and `bellhop up`: the host, its control server and its saved
/// state.
struct SimulatorParts {
    let host: SimulatorHost
    let key: ProviderKey
    let authorityPEM: String
    /// The simulated FCM and push service; `nil` if they do not run.
    let messaging: MessagingParts?
    /// The latch that opens when the control server is listening.
    let controlListening = Latch()
    private let state: StateDirectory
    private let configuration: SimulatorConfiguration
    private let logger: Logger
    private let keepsState: Bool
    /// The revision of the lightweight devices that the state directory contains.
    private let savedFleetRevision: Int

    /// Loads or creates the authority, the key and the phones, and opens the ports of APNs.
    ///
    /// - Parameters:
    ///   - keepsState: whether changes are written to the state directory for the next start.
    ///   - isClockMovable: whether clients of the control API can move the clock.
    ///   - file: the configuration file.
    ///   - faults: the faults from the command line, in the form of `POST /v1/faults`.
    ///   - startsMessaging: whether FCM and the push service run even if no option specifies their
    ///     ports.
    init(
        _ options: SimulatorPortOptions, state: StateDirectory, keepsState: Bool = true,
        startsMessaging: Bool = false, isClockMovable: Bool = false, file: ConfigurationFile? = nil,
        faults: [JSONObject] = [],
        logger: Logger
    ) async throws {
        let time = TimeSource.system
        let authority = try state.localAuthority(now: time.now)
        key = try Self.key(state)
        authorityPEM = authority.certificatePEM
        self.state = state
        let settings = options.overriding(file?.configuration ?? SimulatorConfiguration())
        self.configuration = settings
        self.logger = logger
        self.keepsState = keepsState
        var configuration = SimulatorHost.Configuration(authority: authority, key: key)
        settings.set(&configuration)
        configuration.recordPath = options.record
        configuration.recordsTokens = options.recordsTokens
        configuration.savedState = state.read(.simulatorState).map {
            SimulatorState(phones: $0, fleet: state.readBytes(.simulatorFleet))
        }
        if configuration.savedState == nil { state.remove(.simulatorFleet) }
        configuration.clock =
            isClockMovable || settings.isClockMovable == true ? MovableClock() : nil
        do {
            host = try await Self.start(configuration, state, time: time, logger: logger)
        } catch let error as SimulatorServerError {
            throw CommandFailure(.cannotCreate, "\(error)")
        }
        messaging = try await MessagingParts(
            options.messagingPorts(startsAll: startsMessaging), simulator: host,
            listenHost: settings.host ?? "127.0.0.1", authority: authority, state: state,
            logger: logger)
        var fleetRevision = state.has(.simulatorFleet) ? host.fleetRevision : 0
        if let file { try await file.apply(to: host) }
        for fault in faults {
            do {
                _ = try await host.addFault(Data(JSONWriter.write(.object(fault))))
            } catch let problem as ControlProblem {
                throw CommandFailure(.usage, "--fault: \(problem.detail.printable)")
            }
        }
        // Clients that have seen the phone must find it after a restart, even after `kill -9`.
        try await StateSaver.save(host, to: state, after: &fleetRevision)
        savedFleetRevision = fleetRevision
    }

    /// Restores the saved state. If the state cannot be read, for instance because an older version
    /// wrote it, the function renames the file of the state.
    private static func start(
        _ configuration: SimulatorHost.Configuration, _ state: StateDirectory, time: TimeSource,
        logger: Logger
    ) async throws -> SimulatorHost {
        do {
            return try await SimulatorHost.start(configuration, time: time, logger: logger)
        } catch let error as SavedStateError {
            let backup = try state.putAside(.simulatorState)
            state.remove(.simulatorFleet)
            Console.note(
                "\(state.path(of: .simulatorState)): \(error), perhaps because another version "
                    + "wrote this file; it is renamed to \(backup), and the simulator starts with "
                    + "a new phone")
            var initial = configuration
            initial.savedState = nil
            return try await SimulatorHost.start(initial, time: time, logger: logger)
        }
    }

    /// The address on which the servers listen.
    var listenHost: String { configuration.host ?? "127.0.0.1" }

    var services: [any Service] {
        get async {
            [
                StateSaver(
                    host: host, state: state, isActive: keepsState,
                    fleetRevision: savedFleetRevision),
                HTTPService(
                    name: "the control API", host: listenHost,
                    port: configuration.ports.control ?? 8081,
                    portFlag: "--control-port",
                    responder: ControlServer.router(host, messaging: messaging?.host)
                        .buildResponder(),
                    prerequisites: [], listening: controlListening, logger: logger),
            ] + (messaging?.services(keepsState: keepsState) ?? [])
        }
    }

    /// Writes the addresses to the state directory, for clients.
    func announce() async throws -> SimulatorAddress {
        let port = try await controlListening.wait()
        try await messaging?.announce()
        var simulator = try await host.info()
        simulator.fcm = messaging?.host.address(of: .fcm)
        simulator.webPush = messaging?.host.address(of: .webPush)
        let address = SimulatorAddress(
            control: "http://\(listenHost):\(port)", simulator: simulator,
            processID: ProcessInfo.processInfo.processIdentifier)
        try state.writeAddress(address, to: .simulatorAddress)
        return address
    }

    private static func key(_ state: StateDirectory) throws -> ProviderKey {
        let (keyID, teamID) = (SimulatorHost.keyID, SimulatorHost.teamID)
        if let p8 = state.readText(.simulatorKey),
            let key = try? ProviderKey(p8: p8, keyID: keyID, teamID: teamID)
        {
            return key
        }
        let key = try ProviderKey.generate(keyID: keyID, teamID: teamID)
        try state.write(key.p8Text.utf8, to: .simulatorKey)
        return key
    }
}

/// Writes the phones to the state directory soon after every change, and again at the end.
private struct StateSaver: Service {
    /// The time for which changes are collected before they are written.
    static let delay = Duration.milliseconds(300)

    let host: SimulatorHost
    let state: StateDirectory
    /// Whether changes are written; `false` for a directory that is removed at the end.
    let isActive: Bool

    /// The revision of the lightweight devices that the state directory contains.
    let fleetRevision: Int

    func run() async throws {
        var fleetRevision = fleetRevision
        for await _ in host.changes.stream().cancelOnGracefulShutdown() where isActive {
            try? await TimeSource.system.sleep(for: Self.delay)
            try await Self.save(host, to: state, after: &fleetRevision)
        }
        await host.shutdown()
        if isActive { try await Self.save(host, to: state, after: &fleetRevision) }
        state.remove(.simulatorAddress)
    }

    /// Writes the phones, and the lightweight devices if they have changed. The lightweight devices
    /// are written first, because a stored notification requires its device, but a device does not
    /// require a notification.
    static func save(
        _ host: SimulatorHost, to state: StateDirectory, after fleetRevision: inout Int
    ) async throws {
        if host.fleetRevision != fleetRevision {
            let fleet = host.saveFleet()
            try state.write(fleet.bytes, to: .simulatorFleet)
            fleetRevision = fleet.revision
        }
        try state.write(try await host.savePhones(), to: .simulatorState)
    }
}
