// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopGateway
import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension StoreConformance {
    static let lanes = [
        Check("each lane gets its share, however many deliveries wait in another") { scene in
            for number in 1...20 {
                try await scene.register("i\(number)", token: UInt8(number))
            }
            try await scene.post("m1", to: .user("alex"))
            try await scene.register(
                "p1", token: 100, user: "bo", environment: .production, at: 0.5)
            try await scene.post("m2", to: .user("bo"))
            let claim = try await scene.claim(SendingRoom(inFlightMax: 10))
            let counts = Dictionary(grouping: claim.deliveries, by: \.lane).mapValues(\.count)
            let sandbox = SendingLane(bundleID: StoreScene.app, environment: .sandbox)
            let production = SendingLane(bundleID: StoreScene.app, environment: .production)
            // One of the ten places is reserved for one-time codes.
            try expect(counts, [sandbox: 4, production: 1], "deliveries by lane")
            let room = SendingRoom(
                inFlightMax: 10, inFlight: counts, limits: [sandbox.destination: 4])
            try expect(
                try await scene.claim(room).deliveries.count, 0, "deliveries of a full lane")
            try expect(
                try await scene.claim(.undivided(100)).deliveries.count, 16, "deliveries left")
        },
        Check("the most urgent lane is claimed first, and its places are free") { scene in
            for number in 1...20 {
                try await scene.register("i\(number)", token: UInt8(number))
            }
            try await scene.post("m1", to: .user("alex"), lane: .bulk)
            try await scene.post("m2", to: .installation("i1"), lane: .otp)
            let bulk = SendingLane(bundleID: StoreScene.app, environment: .sandbox, lane: .bulk)
            let otp = SendingLane(bundleID: StoreScene.app, environment: .sandbox, lane: .otp)
            let claim = try await scene.claim(SendingRoom(inFlightMax: 20, inFlight: [bulk: 8]))
            try expect(claim.deliveries.first?.lane, otp, "the lane of the first delivery")
            try expect(claim.deliveries.first?.messageID, "m2", "the first message")
        },
        Check("deliveries stay in their lane when their token is replaced") { scene in
            try await scene.register("i1", token: 1)
            try await scene.post("m1", to: .user("alex"), lane: .otp)
            try await scene.register("i1", token: 2, at: 1)
            let claim = try await scene.claim(SendingRoom(inFlightMax: 10), at: 2)
            try expect(
                claim.deliveries.map(\.request.deviceToken), [try StoreScene.token(2)], "tokens")
            try expect(claim.deliveries.map(\.lane.lane), [.otp], "lanes")
        },
        Check("a claim returns the credentials of its deliveries' apps") { scene in
            let credential = AppCredential(
                bundleID: StoreScene.app, keyID: "ABC123DEFG", teamID: "DEF123GHIJ", p8: "p8",
                fingerprint: "00")
            try await scene.register("i1", token: 1)
            try await scene.post("m1", to: .user("alex"))
            try expect(
                try await scene.claim(.undivided(1)).credentials, [:], "credentials before")
            _ = try await scene.store.putCredential(credential, now: StoreScene.at(2))
            try expect(
                try await scene.claim(.undivided(1), at: 40).credentials,
                [StoreScene.app: credential], "credentials")
        },
        Check("a delivery is due now if its time is too late for a clock set back") { scene in
            for number in 1...2 {
                try await scene.register("i\(number)", token: UInt8(number))
                try await scene.post("m\(number)", to: .installation("i\(number)"))
            }
            let claimed = try await scene.claim(at: 3600)
            try await scene.record(
                claimed[0], .retry(at: StoreScene.at(3620), reason: "x", status: nil), at: 3600)
            // One delivery is queued and the other is being sent; then the clock is set back by an
            // hour.
            let queued = try await scene.claim(
                .undivided(10), at: 10, latestDue: StoreScene.at(71))
            try expect(queued.deliveries.map(\.id), [claimed[0].id], "deliveries due at once")
            let leased = try await scene.claim(
                .undivided(10), at: 41, latestDue: StoreScene.at(102))
            try expect(
                Set(leased.deliveries.map(\.id)), Set(claimed.map(\.id)),
                "deliveries due at the end of the lease")
        },
        Check("an open storage can be used, and a closed storage cannot") { scene in
            try await scene.store.check()
            let other = try await scene.reopened(at: 1)
            try await other.store.check()
            try await other.store.close()
            do {
                try await other.store.check()
            } catch {
                return
            }
            throw ConformanceFailure(description: "the closed storage says that it can be used")
        },
    ]
}

extension StoreScene {
    fileprivate func claim(
        _ room: SendingRoom, at seconds: Double = 1, latestDue: Date? = nil
    ) async throws -> ClaimedBatch {
        try await store.claim(
            ClaimRequest(
                owner: "one", room: room, leaseUntil: Self.at(seconds + 30), latestDue: latestDue,
                now: Self.at(seconds)))
    }
}
