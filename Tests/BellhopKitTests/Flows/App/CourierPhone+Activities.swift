// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopTesting
import GatewayAPI

extension CourierPhone {
    /// The phone's time in seconds, as in Live Activity payloads.
    var seconds: Int { phone.clock.now.wholeEpochSeconds }

    /// The token that the server has for a type of Live Activity, as soon as the server has one.
    func token(_ family: TokenFamily, _ type: String) async throws -> DeviceToken {
        while true {
            if let token = await serverToken(family, type) { return token }
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    /// Waits until the server has no token for a type of Live Activity.
    func waitForNoToken(_ family: TokenFamily, _ type: String) async throws {
        while await serverToken(family, type) != nil {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    private func serverToken(_ family: TokenFamily, _ type: String) async -> DeviceToken? {
        await settle()
        return await server.tokens(family).first { $0.key.attributesType == type }?.value
    }

    /// Sends a push to a Live Activity, a minute after the previous one.
    func push(_ aps: String, toActivity token: DeviceToken) async throws {
        await phone.advance(by: .seconds(60))
        try await push(#"{"aps":{"timestamp":\#(seconds),\#(aps)}}"#, PushHeaders(token: token))
    }
}
