// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

@testable import BellhopGateway

struct CredentialHoldsTests {
    private let lane = SendingDestination(bundleID: "com.example.app", environment: .sandbox)
    private let other = SendingDestination(bundleID: "com.example.app", environment: .production)

    private func refuse(
        _ holds: inout CredentialHolds, _ count: Int, key: String = "one", at seconds: Int = 0
    ) -> [Bool] {
        (0..<count).map { _ in
            holds.refused(
                lane, identity: key, reason: "InvalidProviderToken", at: .seconds(seconds))
        }
    }

    @Test
    func `five refusals in a row put only their destination on hold, and this is reported once`() {
        var holds = CredentialHolds()
        #expect(refuse(&holds, 4).contains(true) == false)
        #expect(holds.limits(at: .zero).isEmpty)
        #expect(refuse(&holds, 3) == [true, false, false])
        #expect(holds.limits(at: .zero) == [lane: 0])
        #expect(holds.held == [lane: "InvalidProviderToken"])
    }

    @Test func `a success restarts the count of refusals`() {
        var holds = CredentialHolds()
        _ = refuse(&holds, 4)
        #expect(holds.proved(lane, identity: "one") == false)
        #expect(!refuse(&holds, 4).contains(true))
    }

    @Test func `after a minute, one delivery tests the key, and only a success ends the hold`() {
        var holds = CredentialHolds()
        _ = refuse(&holds, 5)
        #expect(holds.limits(at: .seconds(59)) == [lane: 0])
        #expect(holds.limits(at: .seconds(60)) == [lane: 1])
        holds.unclear(lane, at: .seconds(61))
        #expect(holds.limits(at: .seconds(62)) == [lane: 0])
        _ = refuse(&holds, 1, at: 121)
        #expect(holds.limits(at: .seconds(122)) == [lane: 0])
        #expect(holds.proved(lane, identity: "one") == true)
        #expect(holds.limits(at: .seconds(122)).isEmpty)
    }

    @Test func `another credential ends the hold, and late responses to the old one are ignored`() {
        var holds = CredentialHolds()
        _ = refuse(&holds, 5)
        holds.replaced(bundleID: lane.bundleID, identity: "two")
        #expect(holds.limits(at: .zero).isEmpty)
        #expect(!refuse(&holds, 100, key: "one").contains(true))
        #expect(holds.held.isEmpty)
        #expect(refuse(&holds, 5, key: "two").last == true)
        #expect(holds.proved(lane, identity: "one") == false, "a late success of the old one")
        #expect(holds.held[other] == nil)
    }
}
