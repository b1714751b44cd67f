// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import GatewayAPI

/// A server that never responds; its calls end when they are cancelled.
struct StuckBackend: DeviceBackend {
    func register(_ registration: DeviceRegistration, as installation: Installation) async throws {
        try await never()
    }

    func unregister(_ installation: Installation) async throws { try await never() }

    func messages(
        after cursor: String?, for installation: Installation
    ) async throws -> DeviceMessagePage {
        try await never()
        return DeviceMessagePage(messages: [], cursor: "", hasMore: false)
    }

    func send(_ receipts: [Receipt], from installation: Installation) async throws {
        try await never()
    }

    private func never() async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        for await _ in stream {}
        _ = continuation
        try Task.checkCancellation()
    }
}
