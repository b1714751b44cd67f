// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import ControlAPI
import Foundation
import SimulatorHost
import Testing

/// A simulator that continues from the saved state of another simulator.
@Suite(.timeLimit(.minutes(30)))
struct SavedStateTests {
    private func configuration(_ key: ProviderKey) throws -> SimulatorHost.Configuration {
        var configuration = SimulatorHost.Configuration(
            authority: try LocalAuthority(now: TimeSource.system.now), key: key)
        configuration.sandboxPort = 0
        configuration.productionPort = 0
        return configuration
    }

    @Test func `phones, apps and tokens are restored`() async throws {
        let key = try ProviderKey.generate(
            keyID: SimulatorHost.keyID, teamID: SimulatorHost.teamID)
        var configuration = try configuration(key)
        let first = try await SimulatorHost.start(configuration)
        _ = try await first.createDevice(NewDevice(name: "Sam's iPhone", app: "com.example.app"))
        let tokens = try await tokens(first)
        configuration.savedState = try await first.save()
        await first.shutdown()
        let second = try await SimulatorHost.start(configuration)
        #expect(try await second.devices().map(\.name) == ["Alex's iPhone", "Sam's iPhone"])
        #expect(try await self.tokens(second) == tokens)
        await second.shutdown()
    }

    private func tokens(_ host: SimulatorHost) async throws -> [DeviceToken] {
        var tokens: [DeviceToken] = []
        for phone in try await host.devices() {
            tokens.append(try await host.token(of: phone.id, app: nil, family: .app).token)
        }
        return tokens
    }

    @Test(arguments: ["{}", "", "null", #"{"service":"","devices":[]}"#])
    func `an invalid saved state causes an error`(state: String) async throws {
        let key = try ProviderKey.generate(
            keyID: SimulatorHost.keyID, teamID: SimulatorHost.teamID)
        var configuration = try configuration(key)
        configuration.savedState = SimulatorState(phones: Data(state.utf8))
        await #expect(throws: SavedStateError.self) {
            _ = try await SimulatorHost.start(configuration)
        }
    }
}
