// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopGateway
import CommandSupport
import ControlAPI
import DeviceModel
import GatewayAPI
import SimulatorHost

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The light devices of `bellhop up`, to which campaigns can be sent. They have the demo app, and
/// are registered with the simulated APNs and with the gateway.
enum DemoAudience {
    /// The maximum number of devices that one start creates.
    static let countMax = 100_000

    /// Creates the devices that are missing. Devices that an earlier start created are not created
    /// again.
    static func create(_ count: Int, host: SimulatorHost, gateway: Gateway) async throws {
        let missing = count - host.lightDeviceCount
        guard missing > 0 else { return }
        let order = FleetOrder(
            count: missing, app: InstalledApp.demoBundleID, environment: .sandbox)
        for try await lines in try await host.fleet(order) {
            let result = try await gateway.importInstallations(Array(lines))
            if let problem = result.problems.first {
                throw CommandFailure(
                    .cannotCreate, "the audience cannot be created: \(problem.detail.printable)")
            }
        }
    }
}
