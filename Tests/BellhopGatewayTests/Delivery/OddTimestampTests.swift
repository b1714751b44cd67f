// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import BellhopGateway
import Foundation
import GatewayAPI
import Testing

/// Unusual values that a server in place of APNs may report as the time when a token died.
@Suite(.timeLimit(.minutes(30))) struct OddTimestampTests {
    @Test(arguments: ["1e300", "-1e300", "1e400", "9223372036854775807", "253402300800001"])
    func `a 410 with a timestamp that is not a valid date makes the token suspect`(
        text: String
    ) async throws {
        let body = try #require(
            RejectionBody(#"{"reason":"Unregistered","timestamp":\#(text)}"#.utf8))
        let state = try await stateOfToken(after: body.timestamp)
        #expect(state == .suspect)
    }

    @Test(arguments: [1e300, 1e15, .infinity])
    func `a 410 with a date in the far future kills the token`(seconds: Double) async throws {
        #expect(try await stateOfToken(after: Date(timeIntervalSince1970: seconds)) == .dead)
    }

    @Test(arguments: [-1e300, -.infinity])
    func `a 410 with a date in the far past leaves the token active`(
        seconds: Double
    ) async throws {
        #expect(try await stateOfToken(after: Date(timeIntervalSince1970: seconds)) == .active)
    }

    private func stateOfToken(after timestamp: Date?) async throws -> TokenState? {
        let gone = Rejection(status: 410, reason: .unregistered, timestamp: timestamp)
        let scene = try await GatewayScene(sender: RecordingSender(.rejected(gone)))
        try await scene.register()
        try await scene.running {
            let delivery = try #require(try await scene.post().deliveries.first)
            let ended = try await scene.wait(for: delivery.id) { $0.state.isTerminal }
            #expect(ended.state == .rejected)
        }
        return try await scene.gateway.installation(id: "i1").tokens.first?.state
    }
}
