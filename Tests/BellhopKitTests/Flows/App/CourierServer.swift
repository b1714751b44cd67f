// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopKit
import BellhopTesting
import Foundation
import GatewayAPI

/// What remains when the courier's process ends in a test: its server and its data.
@MainActor
final class CourierServer {
    let backend: any DeviceBackend
    /// The same backend, or the one to which it forwards the calls.
    let memory: InMemoryBackend
    /// What the app's handlers reported, oldest first.
    var store: [PushMessage] = []
    var synced: [PushMessage] = []
    var sent: [String] = []
    var liked: [String] = []
    var deleted: [String] = []
    var errors: [PushError] = []
    /// The content extension's controller, if one was created.
    var content: CourierContent?

    init(memory: InMemoryBackend = InMemoryBackend(), through backend: (any DeviceBackend)? = nil) {
        self.memory = memory
        self.backend = backend ?? memory
    }

    /// Handles a silent push.
    func sync(_ message: PushMessage) -> MessageResult {
        synced.append(message)
        return .newData
    }

    /// The messages that the app handled, with their origins.
    var handled: [String] { store.map { "\($0.id ?? "-") \($0.origin.rawValue)" } }

    /// Adds a message that the app will fetch.
    func keep(_ id: String, _ payload: String) async throws {
        let payload = try JSONDecoder().decode(JSONValue.self, from: Data(payload.utf8))
        await memory.add(
            DeviceMessage(id: id, payload: payload, sentAt: Date(timeIntervalSince1970: 0)))
    }

    /// The tokens that the server has of a family.
    func tokens(_ family: TokenFamily) async -> [TokenName: DeviceToken] {
        let all = await memory.tokens.values.first ?? [:]
        return all.filter { $0.key.family == family }
    }

    /// The receipts that the server received: message and event.
    var receipts: [String] {
        get async {
            await memory.receipts.map { "\($0.message) \($0.action ?? $0.event.rawValue)" }
        }
    }

    func makeContent() -> CourierContent {
        let made = CourierContent()
        content = made
        return made
    }
}
