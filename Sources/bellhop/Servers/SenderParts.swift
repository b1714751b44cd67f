// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import BellhopGateway
import CommandSupport
import ControlAPI
import GatewayAPNS
import Logging
import ServiceLifecycle

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The APNs endpoint of `bellhop serve` and `bellhop up`, with its ports and its certificate.
struct SenderParts {
    /// The longest certificate chain or key that is read from a file, in bytes.
    private static let pemByteCountMax = 65_536

    private let server: SenderServer

    /// Starts listening; `nil` if no port is given.
    ///
    /// - Parameters:
    ///   - ports: the port of each environment; 0 selects a free port.
    ///   - identity: the paths of the certificate chain and its private key; `nil` for a
    ///     certificate for this machine, signed by the authority in the state directory.
    init?(
        ports: [APNSEnvironment: Int], host: String, identity: (certificate: String, key: String)?,
        state: StateDirectory, gateway: Gateway, logger: Logger
    ) async throws {
        guard !ports.isEmpty else { return nil }
        let listeners = APNSEnvironment.allCases.compactMap { environment in
            ports[environment].map {
                SenderServer.Listener(environment, host: host, port: $0)
            }
        }
        do {
            server = try await SenderServer.start(
                listeners, identity: Self.identity(identity, host: host, state),
                gateway: gateway, logger: logger)
        } catch let error as SenderServer.Failure {
            throw CommandFailure(.cannotCreate, "\(error)")
        }
    }

    private static func identity(
        _ paths: (certificate: String, key: String)?, host: String, _ state: StateDirectory
    ) throws -> LocalAuthority.ServerIdentity {
        guard let paths else {
            let now = TimeSource.system.now
            let address = host.split(separator: ".").compactMap { UInt8($0) }
            return try state.localAuthority(now: now).makeServerIdentity(
                hostNames: ["localhost"] + (address.count == 4 ? [] : [host]),
                ipAddresses: [[127, 0, 0, 1], [UInt8](repeating: 0, count: 15) + [1]]
                    + (address.count == 4 ? [address] : []), now: now)
        }
        return LocalAuthority.ServerIdentity(
            certificatePEM: try text(paths.certificate, "a certificate chain"),
            privateKeyPEM: try text(paths.key, "a private key"))
    }

    private static func text(_ path: String, _ what: String) throws -> String {
        String(
            decoding: try InputFile.read(path, byteCountMax: pemByteCountMax, what: what),
            as: UTF8.self)
    }

    /// The addresses, for clients.
    var addresses: SenderAddresses {
        SenderAddresses(
            sandbox: address(.sandbox), production: address(.production))
    }

    private func address(_ environment: APNSEnvironment) -> SimulatorInfo.Address? {
        server.listeners.first { $0.environment == environment }.map {
            SimulatorInfo.Address(host: $0.host, port: $0.port)
        }
    }

    /// The service that stops the endpoint before the gateway stops.
    var service: any Service { Ending(server: server) }

    /// Stops the endpoint, if the services have not been started.
    func close() async { await server.shutdown() }

    private struct Ending: Service {
        let server: SenderServer

        func run() async throws {
            try? await gracefulShutdown()
            await server.shutdown()
        }
    }
}

/// The addresses of the gateway's APNs endpoint.
struct SenderAddresses: Codable, Sendable {
    var sandbox: SimulatorInfo.Address?
    var production: SimulatorInfo.Address?

    /// The addresses as text, for people.
    var text: String {
        [("production", production), ("sandbox", sandbox)].compactMap { name, address in
            address.map { "\($0.host):\($0.port) (\(name))" }
        }.joined(separator: ", ")
    }
}
