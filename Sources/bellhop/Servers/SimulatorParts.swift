// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSSimulator
import APNSWire
import CommandSupport
import ControlAPI
import Hummingbird
import Logging
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
    /// Opened when the control server is listening.
    let controlListening = Latch()
    private let state: StateDirectory
    private let options: SimulatorPortOptions
    private let logger: Logger

    /// Loads or creates authority, key and phones, and opens the ports of APNs.
    init(_ options: SimulatorPortOptions, state: StateDirectory, logger: Logger) async throws {
        let time = TimeSource.system
        let authority = try Self.authority(state, now: time.now)
        key = try Self.key(state)
        authorityPEM = authority.certificatePEM
        self.state = state
        self.options = options
        self.logger = logger
        var configuration = SimulatorHost.Configuration(authority: authority, key: key)
        configuration.host = options.host
        configuration.sandboxPort = options.sandboxPort
        configuration.productionPort = options.productionPort
        configuration.sandboxChannelPort = options.sandboxChannelPort
        configuration.productionChannelPort = options.productionChannelPort
        configuration.recordPath = options.record
        configuration.savedState = state.read(.simulatorState)
        do {
            host = try await Self.start(configuration, state, time: time, logger: logger)
        } catch let error as SimulatorServerError {
            throw CommandFailure(.cannotCreate, "\(error)")
        }
        // Clients that have seen the phone must find it again, even after kill -9.
        try state.write(try await host.save(), to: .simulatorState)
    }

    /// Restores the saved state. A state that cannot be read, for instance of an older version, is
    /// renamed.
    private static func start(
        _ configuration: SimulatorHost.Configuration, _ state: StateDirectory, time: TimeSource,
        logger: Logger
    ) async throws -> SimulatorHost {
        do {
            return try await SimulatorHost.start(configuration, time: time, logger: logger)
        } catch let error as SavedStateError {
            let backup = try state.putAside(.simulatorState)
            Console.note(
                "\(state.path(of: .simulatorState)): \(error), perhaps because another version "
                    + "wrote them; renamed to \(backup), starting with a new phone")
            var initial = configuration
            initial.savedState = nil
            return try await SimulatorHost.start(initial, time: time, logger: logger)
        }
    }

    var services: [any Service] {
        get async {
            [
                StateSaver(host: host, state: state),
                HTTPService(
                    name: "the control API", host: options.host, port: options.controlPort,
                    portFlag: "--control-port",
                    responder: ControlServer.router(host).buildResponder(),
                    prerequisites: [], listening: controlListening, logger: logger),
            ]
        }
    }

    /// Writes the addresses for clients.
    func announce() async throws -> SimulatorAddress {
        let port = try await controlListening.wait()
        let address = SimulatorAddress(
            control: "http://\(options.host):\(port)", simulator: try await host.info(),
            processID: ProcessInfo.processInfo.processIdentifier)
        try state.writeAddress(address, to: .simulatorAddress)
        return address
    }

    private static func authority(_ state: StateDirectory, now: Date) throws -> LocalAuthority {
        if let certificate = state.readText(.authorityCertificate),
            let key = state.readText(.authorityKey),
            let authority = try? LocalAuthority(certificatePEM: certificate, privateKeyPEM: key),
            authority.isValid(now: now)
        {
            return authority
        }
        let authority = try LocalAuthority(now: now)
        try state.write(authority.privateKeyPEM.utf8, to: .authorityKey)
        try state.write(authority.certificatePEM.utf8, to: .authorityCertificate)
        return authority
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

/// Writes the phones to the state directory soon after every change, and once more at the end.
private struct StateSaver: Service {
    /// The time for which changes are collected before they are written.
    static let delay = Duration.milliseconds(300)

    let host: SimulatorHost
    let state: StateDirectory

    func run() async throws {
        for await _ in host.changes.stream().cancelOnGracefulShutdown() {
            try? await TimeSource.system.sleep(for: Self.delay)
            try await save()
        }
        await host.shutdown()
        try await save()
        state.remove(.simulatorAddress)
    }

    private func save() async throws { try state.write(try await host.save(), to: .simulatorState) }
}
