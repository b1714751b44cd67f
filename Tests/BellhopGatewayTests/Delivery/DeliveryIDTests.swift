// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopGateway
import Testing

struct DeliveryIDTests {
    private let token = [UInt8](repeating: 0xAB, count: 32)

    @Test func `the same message, token and environment make the same version 8 UUID`() throws {
        let id = DeliveryID.make(
            messageID: "m1", token: try DeviceToken(bytes: token), environment: .sandbox)
        #expect(
            id
                == DeliveryID.make(
                    messageID: "m1", token: try DeviceToken(bytes: token), environment: .sandbox))
        let characters = Array(id.text)
        #expect(characters[14] == "8")
        #expect("89ab".contains(characters[19]))
        #expect(id.text == id.text.lowercased())
    }

    @Test func `another message, token or environment makes another identifier`() throws {
        let a = try DeviceToken(bytes: token)
        let b = try DeviceToken(bytes: token + [1])
        let ids = [
            DeliveryID.make(messageID: "m1", token: a, environment: .sandbox),
            DeliveryID.make(messageID: "m2", token: a, environment: .sandbox),
            DeliveryID.make(messageID: "m1", token: b, environment: .sandbox),
            DeliveryID.make(messageID: "m1", token: a, environment: .production),
        ]
        #expect(Set(ids).count == ids.count)
    }
}
