// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSProvider
import APNSSimulator
import APNSWire
import CommandSupport
import ControlAPI
import SimulatorHost
import Workbench

/// Runs a simulator in this process for one comparison. The simulator accepts the person's key and
/// has the person's app.
enum ComparisonSimulator {
    static func with<Value: Sendable>(
        key: ProviderKey, topic: String, _ body: (RawTarget) async throws -> Value
    ) async throws -> Value {
        let authority = try LocalAuthority(now: TimeSource.system.now)
        var configuration = SimulatorHost.Configuration(authority: authority, key: key)
        configuration.sandboxPort = 0
        configuration.productionPort = 0
        let host: SimulatorHost
        do { host = try await SimulatorHost.start(configuration) } catch {
            throw CommandFailure(.cannotCreate, "the simulator cannot start: \(error)")
        }
        do {
            _ = try await host.addSenderApp(SenderApp(bundleID: topic, teamID: key.teamID))
            let address = host.address(.sandbox)
            let value = try await body(
                RawTarget(
                    host: address.host, port: address.port,
                    trust: .pem(authority.certificatePEM), key: key, connectionCountMax: 1))
            await host.shutdown()
            return value
        } catch {
            await host.shutdown()
            throw error
        }
    }
}
