// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import CommandSupport
import ControlAPI
import SimulatorHost
import Workbench

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The addresses of a running simulator. `bellhop apns` and `bellhop up` write them for clients.
struct SimulatorAddress: Codable, Sendable {
    /// The URL of the control API, for instance `http://127.0.0.1:8081`.
    var control: String
    var simulator: SimulatorInfo
    var processID: Int32

    enum CodingKeys: String, CodingKey {
        case control, simulator
        case processID = "process_id"
    }
}

/// The address of a running gateway. `bellhop serve` and `bellhop up` write it for clients.
struct GatewayAddress: Codable, Sendable {
    /// The gateway's URL, for instance `http://127.0.0.1:8080`.
    var url: String
    var processID: Int32
    /// The addresses of the gateway's APNs endpoint, for senders; `nil` if there are none.
    var apns: SenderAddresses?

    enum CodingKeys: String, CodingKey {
        case url, apns
        case processID = "process_id"
    }
}

extension StateDirectory {
    func writeAddress(_ address: some Encodable, to file: File) throws {
        try write(try ControlJSON.encode(address, isPretty: true), to: file)
    }

    /// Returns the addresses of the running simulator.
    ///
    /// - Throws: ``CommandFailure`` with status 69 if this directory contains no addresses.
    func simulatorAddress() throws -> SimulatorAddress {
        try checkPermissions()
        guard let data = read(.simulatorAddress),
            let address = try? ControlJSON.decode(SimulatorAddress.self, from: data)
        else {
            throw CommandFailure(
                .unavailable,
                "no simulator is running with the state directory \(shownPath); name the state "
                    + "directory of a running one with --state-dir, or start one with: bellhop up")
        }
        return address
    }

    /// Returns a client for the gateway whose address is in this directory; `nil` if the directory
    /// contains no address.
    func gatewayClient() -> GatewayClient? {
        guard let data = read(.gatewayAddress),
            let address = try? ControlJSON.decode(GatewayAddress.self, from: data),
            let key = readText(.developmentKey)
        else { return nil }
        return GatewayClient(url: address.url, key: key)
    }

    /// Returns a client for the gateway whose address is in this directory.
    ///
    /// - Throws: ``CommandFailure`` with status 69 if the directory contains no address.
    func runningGateway() throws -> GatewayClient {
        guard let client = gatewayClient() else {
            throw CommandFailure(
                .unavailable,
                "no gateway is running with the state directory \(shownPath); name the state "
                    + "directory of a running one with --state-dir, or start one with: bellhop "
                    + "serve")
        }
        return client
    }

    /// Returns the key of the simulator's own team.
    ///
    /// - Throws: ``CommandFailure`` with status 64 if no simulator has ever used this directory.
    func simulatorSigningKey() throws -> ProviderKey {
        guard let p8 = readText(.simulatorKey) else {
            throw CommandFailure(
                .usage,
                "no key was given; give one with --key, --key-id and --team-id, or start a "
                    + "simulator with the state directory \(shownPath)")
        }
        do {
            return try ProviderKey(
                p8: p8, keyID: SimulatorHost.keyID, teamID: SimulatorHost.teamID)
        } catch {
            throw CommandFailure(.badInput, "\(path(of: .simulatorKey)): \(error)")
        }
    }
}
