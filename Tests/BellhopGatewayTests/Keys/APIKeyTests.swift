// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopGateway
import Foundation
import GatewayAPI
import Simulation
import Testing

struct APIKeyTests {
    private func key(seed: UInt64) -> APIKey {
        var generator = SeededGenerator(seed: seed)
        return APIKey(using: &generator)
    }

    @Test func `a key has the documented form, can be parsed, and prints without its secret`()
        throws
    {
        let key = key(seed: 1)
        #expect(key.text.wholeMatch(of: /bh_[0-9a-zA-Z]{8}_[0-9a-zA-Z]{43}/) != nil)
        #expect(APIKey(key.text)?.id == key.id)
        let secret = try #require(key.text.split(separator: "_").last)
        #expect(!"\(key) \(String(reflecting: key))".contains(secret))
        var dumped = ""
        dump(key, to: &dumped)
        #expect(!dumped.contains(secret))
    }

    @Test func `only the same key matches a stored key`() throws {
        let stored = key(seed: 1).stored(name: "a", createdAt: Date(timeIntervalSince1970: 0))
        #expect(key(seed: 1).matches(stored))
        #expect(!key(seed: 2).matches(stored))
        let swapped = try #require(APIKey("bh_\(stored.id)_" + String(repeating: "a", count: 43)))
        #expect(!swapped.matches(stored))
        #expect(!String(decoding: stored.hash, as: UTF8.self).contains(stored.id))
    }

    @Test(arguments: [
        "", "bh_", "bh_12345678_short", "sk_12345678_" + String(repeating: "a", count: 43), "bh__",
        "___",
    ])
    func `a text in another form is not a key`(_ text: String) {
        #expect(APIKey(text) == nil)
    }

    @Test func `a valid development key is kept, and an invalid one is replaced`() async throws {
        let scene = try await GatewayScene()
        let first = try await scene.gateway.makeDevelopmentKey()
        #expect(try await scene.gateway.makeDevelopmentKey(kept: first) == first)
        let other = try await scene.gateway.makeDevelopmentKey(kept: "bh_nonsense")
        #expect(other != first)
        #expect(try await scene.gateway.authenticate(other).name == "development")
    }
}
