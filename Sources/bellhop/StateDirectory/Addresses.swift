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

/// Where a running simulator is: what `apns` and `up` leave in the state directory for clients.
struct SimulatorAddress: Codable, Sendable {
    /// For instance `http://127.0.0.1:8081`.
    var control: String
    var simulator: SimulatorInfo
    var processID: Int32

    enum CodingKeys: String, CodingKey {
        case control, simulator
        case processID = "process_id"
    }
}

/// Where a running gateway is: what `serve` and `up` leave in the state directory.
struct GatewayAddress: Codable, Sendable {
    /// For instance `http://127.0.0.1:8080`.
    var url: String
    var processID: Int32

    enum CodingKeys: String, CodingKey {
        case url
        case processID = "process_id"
    }
}

extension StateDirectory {
    func writeAddress(_ address: some Encodable, to file: File) throws {
        try write(try ControlJSON.encode(address, isPretty: true), to: file)
    }

    /// Where the running simulator is.
    ///
    /// - Throws: ``CommandFailure`` with status 69 when none left its address here.
    func simulatorAddress() throws -> SimulatorAddress {
        try checkPermissions()
        guard let data = read(.simulatorAddress),
            let address = try? ControlJSON.decode(SimulatorAddress.self, from: data)
        else {
            throw CommandFailure(
                .unavailable,
                "no simulator is running with the state directory \(shownPath); start one with: "
                    + "bellhop up")
        }
        return address
    }

    /// A client for the gateway that left its address here; `nil` when none did.
    func gatewayClient() -> GatewayClient? {
        guard let data = read(.gatewayAddress),
            let address = try? ControlJSON.decode(GatewayAddress.self, from: data),
            let key = readText(.developmentKey)
        else { return nil }
        return GatewayClient(url: address.url, key: key)
    }

    /// The key of the simulator's own team.
    ///
    /// - Throws: ``CommandFailure`` with status 64 when there never was a simulator here.
    func simulatorSigningKey() throws -> ProviderKey {
        guard let p8 = readText(.simulatorKey) else {
            throw CommandFailure(
                .usage,
                "give a key with --key, --key-id and --team-id; there is no simulator's key in "
                    + "\(shownPath) either")
        }
        do {
            return try ProviderKey(
                p8: p8, keyID: SimulatorHost.keyID, teamID: SimulatorHost.teamID)
        } catch {
            throw CommandFailure(.badInput, "\(path(of: .simulatorKey)): \(error)")
        }
    }
}
