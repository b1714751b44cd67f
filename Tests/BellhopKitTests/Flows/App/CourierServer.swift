// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopKit
import BellhopTesting
import Foundation
import GatewayAPI

/// What outlives the courier's process in a test: its server and its data.
@MainActor
final class CourierServer {
    let backend: any DeviceBackend
    /// The same, or the one behind it.
    let memory: InMemoryBackend
    /// What the app's handlers reported, oldest first.
    var store: [PushMessage] = []
    var synced: [PushMessage] = []
    var sent: [String] = []
    var liked: [String] = []
    var deleted: [String] = []
    var errors: [PushError] = []
    /// The content extension's controller, when one was made.
    var content: CourierContent?

    init(memory: InMemoryBackend = InMemoryBackend(), through backend: (any DeviceBackend)? = nil) {
        self.memory = memory
        self.backend = backend ?? memory
    }

    /// Takes a silent push.
    func sync(_ message: PushMessage) -> MessageResult {
        synced.append(message)
        return .newData
    }

    /// Messages that the app handled, and how they came.
    var handled: [String] { store.map { "\($0.id ?? "-") \($0.origin.rawValue)" } }

    /// Lets the app find a message when it asks.
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

    /// The receipts that the server got: message and event.
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
