// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import CommandSupport
import ControlAPI
import Hummingbird
import HummingbirdCore
import Logging
import MessagingSimulator
import ServiceLifecycle
import Simulation
import SimulatorHost
import WebPush

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The ports of the simulated FCM and of the simulated push service of browsers; `nil` for a
/// service that does not run, and 0 for any free port.
struct MessagingPorts {
    var fcm: Int?
    var webPush: Int?
}

/// The simulated FCM and push service of `bellhop apns` and `bellhop up`, with the files that
/// senders need.
struct MessagingParts: Sendable {
    let host: MessagingHost
    private let ports: MessagingPorts
    private let state: StateDirectory
    private let server: HTTPServerBuilder
    private let logger: Logger
    private let account: NewServiceAccount
    private let fcmListening = Latch()
    private let webPushListening = Latch()

    /// Loads or creates the state. Returns `nil` if neither service runs.
    init?(
        _ ports: MessagingPorts, simulator: SimulatorHost, listenHost: String,
        authority: LocalAuthority, state: StateDirectory, logger: Logger
    ) async throws {
        guard ports.fcm != nil || ports.webPush != nil else { return nil }
        self.ports = ports
        self.state = state
        self.logger = logger
        server = try EitherTransport.server(authority: authority, time: .system)
        host = MessagingHost(simulator: simulator, listenHost: listenHost)
        if let saved = state.read(.messagingState), !host.restore(saved) {
            let backup = try state.putAside(.messagingState)
            Console.note(
                "\(state.path(of: .messagingState)): this file cannot be read; it is renamed to "
                    + "\(backup), and the simulator starts with new tokens and subscriptions")
        }
        account = try Self.account(state)
        host.addDefaults(account: account.account)
        if state.readText(.vapidKey).flatMap({ VAPIDKey(text: $0) }) == nil {
            try state.write(VAPIDKey().pem.utf8, to: .vapidKey)
        }
        // The tokens in the files must be valid after a restart, even after `kill -9`.
        try state.write(try host.save(), to: .messagingState)
    }

    /// Returns the service account of the state directory, or makes a new one.
    private static func account(_ state: StateDirectory) throws -> NewServiceAccount {
        let file = state.read(.fcmServiceAccount).flatMap { try? JSONReader.read($0).value }
        if let object = file?.objectValue, let account = NewServiceAccount(file: object) {
            return account
        }
        return try NewServiceAccount(
            email: FCMProject.demoEmail, keyID: FCMProject.demoKeyID)
    }

    /// The servers, and the service that saves the state.
    func services(keepsState: Bool) -> [any Service] {
        var services: [any Service] = []
        if let port = ports.fcm {
            services.append(
                HTTPService(
                    name: "FCM", host: host.listenHost, port: port, portFlag: "--fcm-port",
                    responder: MessagingResponder(host, .fcm), prerequisites: [],
                    listening: fcmListening, server: server, logger: logger))
        }
        if let port = ports.webPush {
            services.append(
                HTTPService(
                    name: "the push service", host: host.listenHost, port: port,
                    portFlag: "--web-push-port", responder: MessagingResponder(host, .webPush),
                    prerequisites: [], listening: webPushListening, server: server,
                    logger: logger))
        }
        if keepsState { services.append(MessagingSaver(host: host, state: state)) }
        return services
    }

    /// Waits until the services listen, and writes the files with their addresses.
    func announce() async throws {
        if ports.fcm != nil {
            host.listens(.fcm, on: try await fcmListening.wait())
            if let origin = host.origin(of: .fcm) {
                let file = account.file(
                    projectID: FCMProject.demoID, tokenAddress: origin + "/token")
                try state.write(
                    Array(JSONWriter.text(.object(file), style: .indented).utf8) + [0x0A],
                    to: .fcmServiceAccount)
            }
            if let token = host.defaultToken {
                try state.write((token + "\n").utf8, to: .fcmToken)
            }
        }
        if ports.webPush != nil {
            host.listens(.webPush, on: try await webPushListening.wait())
            if let subscription = host.defaultSubscription {
                try state.write(
                    Array(JSONWriter.text(.object(subscription.json), style: .indented).utf8)
                        + [0x0A], to: .webPushSubscription)
            }
        }
    }
}

/// Writes the devices and browsers to the state directory soon after a change.
private struct MessagingSaver: Service {
    /// The time for which changes are collected before they are written.
    private static let delay = Duration.milliseconds(500)

    let host: MessagingHost
    let state: StateDirectory

    func run() async throws {
        var last = Data()
        for await _ in host.changes.stream().cancelOnGracefulShutdown() {
            try? await TimeSource.system.sleep(for: Self.delay)
            let saved = try host.save()
            guard saved != last else { continue }
            try state.write(saved, to: .messagingState)
            last = saved
        }
        try state.write(try host.save(), to: .messagingState)
    }
}
