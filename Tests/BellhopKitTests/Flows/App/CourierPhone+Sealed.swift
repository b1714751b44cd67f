// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopSeal
import BellhopTesting
import GatewayAPI
import Simulation
import Testing

@testable import BellhopKit

extension CourierPhone {
    /// A push as the courier's server sends it, sealed for the key that the app registered.
    func sealed(
        _ id: String, _ text: String, _ data: JSONObject = [:],
        change: (inout SealedMessage) -> Void = { _ in }
    ) async throws -> String {
        let key = await server.memory.registrations.values.first?.encryptionKey
        return try sealed(id, text, data, for: try #require(key), change: change)
    }

    /// A push that is sealed for a key that the app registered earlier.
    func sealed(
        _ id: String, _ text: String, _ data: JSONObject = [:], for key: EncryptionKey,
        change: (inout SealedMessage) -> Void = { _ in }
    ) throws -> String {
        var content = SealedContent(messageID: id, sentAt: phone.clock.now, body: text)
        content.data = data
        let sealer = try Sealer(app: Courier.bundleID, recipient: SealPublicKey(key))
        var payload = try sealer.payload(for: content, fallback: .text("Something is new"))
        payload.custom["message_id"] = .string(id)
        var message = try SealedMessage(payload.custom["enc"] ?? .null)
        change(&message)
        payload.custom["enc"] = .object(message.json)
        return String(decoding: payload.encoded, as: UTF8.self)
    }
}
