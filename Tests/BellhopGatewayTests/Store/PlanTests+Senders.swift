// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import SQLCore
import Testing

@testable import BellhopGateway

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension PlanTests {
    /// Runs the operations that a sender at the APNs endpoint causes for each notification.
    func serveSenders(_ store: SQLStore) async throws {
        let token = try DeviceToken(hex: String(repeating: "ab", count: 32))
        _ = try await store.knownTokens(token)
        var message = NewMessage(
            id: "of-a-sender", target: .token(token, .production), bundleID: "com.example.app",
            body: Array("{}".utf8), topic: Topic("com.example.app"), pushType: .alert,
            priority: .immediate, deadline: now.addingTimeInterval(60),
            idempotency: Idempotency(scope: "apns key", key: "id", fingerprint: "print"))
        let id = try #require(APNSID("7a33e6f2-0b4c-4b57-9f0c-2d1e5b9a8c12"))
        message.deliveryID = id
        #expect(try await store.accept(message, now: now).outcome == .accepted)
        #expect(try await store.delivery(id: id)?.id == id)
        let known = try #require(try await store.knownTokens(token).first)
        #expect(!known.hasInstallation)
        try await store.forgetToken(known.number, now: now)
    }
}
