// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopSeal
import Foundation
import Simulation
import Testing

@testable import BellhopKit

/// An altered message is refused with an error in one line. It is never opened, and never causes a
/// crash.
struct HostileMessageTests {
    @Test(arguments: [UInt64(1), 2, 3, 4])
    func `every altered message is refused with an error in one line`(
        seed: UInt64
    ) async throws {
        let bench = EncryptionBench()
        var random = SeededGenerator(seed: seed)
        let key = try bench.keys.publicKey()
        let valid = try SealedMessage(
            bench.payload(bench.content(), for: key).object["enc"] ?? .null)
        let validText = Array(JSONWriter.write(.object(valid.json)))
        var opened = 0
        for _ in 0..<300 {
            let value = spoil(valid, validText, &random)
            do {
                let content = try bench.opener(.reading).openNow(PushPayload(["enc": value]))
                // A message opens only if the alteration changed nothing.
                let message = try SealedMessage(value)
                #expect(message == valid && content?.content.body == "Meet at six")
                opened += 1
            } catch let error as EncryptionError {
                let line = "\(error)"
                #expect(!line.contains("\n") && line.utf8.count < 400, "\(line)")
            }
        }
        #expect(opened < 150)
    }

    /// Changes bytes of the JSON, truncates the compact form, changes a member, or generates a
    /// text.
    private func spoil(
        _ valid: SealedMessage, _ text: [UInt8], _ random: inout SeededGenerator
    ) -> JSONValue {
        switch random.next() % 4 {
        case 0:
            var bytes = text
            for _ in 0...Int(random.next() % 3) {
                bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(random.next() % 128)
            }
            return (try? JSONReader.read(bytes).value) ?? .string("not JSON")
        case 1:
            let count = Int(random.next() % UInt64(valid.compact.utf8.count))
            return .string(String(valid.compact.prefix(count)))
        case 2:
            var object = valid.json
            let key = object.keys[Int(random.next() % UInt64(object.count))]
            let values: [JSONValue] = [
                .null, true, "", "x", 0, -1, 1e300, [], ["a": 1], .number(JSONNumber(Int.max)),
                .string(String(repeating: "A", count: Int(random.next() % 3_000))),
            ]
            object[key] = values[Int(random.next() % UInt64(values.count))]
            return .object(object)
        default:
            let letters = Array("v1.x25519a256gcmAB_-=".unicodeScalars)
            var text = ""
            for _ in 0..<Int(random.next() % 200) {
                text.unicodeScalars.append(letters[Int(random.next() % UInt64(letters.count))])
            }
            return .string(text)
        }
    }
}
