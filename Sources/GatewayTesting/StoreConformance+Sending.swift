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
    static let claiming = [
        Check("a claim contains everything that was posted") { scene in
            try await scene.register("i1", token: 1, at: 0.5)
            var message = scene.message("m1", to: .user("alex"))
            message.collapseID = try CollapseID("order-1")
            message.expiration = PushExpiration(epochSeconds: 1_767_229_200)
            try expect(try await scene.accept(message), .accepted, "accepting")
            let claimed = try await scene.claimOne()
            let id = DeliveryID.make(
                messageID: "m1", token: try StoreScene.token(1), environment: .sandbox)
            try expect(
                claimed,
                ClaimedDelivery(
                    id: id, messageID: "m1", fence: 1, attempt: 1,
                    lane: SendingLane(bundleID: StoreScene.app, environment: .sandbox),
                    request: PushRequest(
                        deviceToken: try StoreScene.token(1), body: message.body,
                        topic: message.topic,
                        pushType: .alert, priority: .immediate, expiration: message.expiration,
                        collapseID: message.collapseID, id: id),
                    tokenState: .active, registeredAt: StoreScene.at(0.5),
                    deadline: StoreScene.at(3600)),
                "claim")
        },
        Check("two owners never hold the same delivery") { scene in
            for number in 1...40 { try await scene.register("i\(number)", token: UInt8(number)) }
            try await scene.post("m1", to: .user("alex"))
            let claims = try await withThrowingTaskGroup(of: [APNSID].self) { group in
                for owner in 0..<8 {
                    group.addTask { try await scene.claim("owner \(owner)", limit: 7).map(\.id) }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            try expect(claims.count, 40, "claims")
            try expect(Set(claims).count, 40, "deliveries that were claimed")
        },
        Check("a claim that was not recorded is due again when its lease ends") { scene in
            try await scene.register("i1", token: 1)
            try await scene.post("m1", to: .user("alex"))
            let first = try await scene.claimOne(at: 1)
            try expect(
                try await scene.claim("two", at: 30).count, 0, "deliveries due during the lease")
            try expect(
                try await scene.store.nextDue(now: StoreScene.start), StoreScene.at(31),
                "next delivery")
            let second = try await scene.claimOne(at: 31)
            try expect(second.id, first.id, "identifier")
            try expect(second.attempt, 2, "attempt")
            let late = try await scene.record(
                first, .finish(.rejected, reason: "Unregistered", status: 410),
                token: .dead(reason: "Unregistered", since: StoreScene.at(20)), at: 32)
            try expect(late, false, "an answer from before")
            try expect(try await scene.tokenState(1), .active, "token after it")
            try expect(
                try await scene.record(
                    second, .finish(.accepted, reason: nil, status: 200), at: 33), true,
                "the newest answer")
        },
        Check("a claim omits what its worker still sends, even after the lease") { scene in
            try await scene.register("i1", token: 1)
            try await scene.register("i2", token: 2)
            try await scene.post("m1", to: .user("alex"))
            let first = try await scene.claim("one", at: 1)
            try expect(first.count, 2, "deliveries")
            let second = try await scene.store.claim(
                ClaimRequest(
                    owner: "one", room: .undivided(10), leaseUntil: StoreScene.at(70),
                    held: [first[0].id], now: StoreScene.at(40)))
            try expect(
                second.deliveries.map(\.id), [first[1].id], "deliveries that are claimed again")
            try expect(
                try await scene.record(
                    first[0], .finish(.accepted, reason: nil, status: 200), at: 41), true,
                "the outcome of the other")
        },
        Check("accepted and claimed deliveries survive closing and reopening") { scene in
            try await scene.register("i1", token: 1)
            try await scene.post("m1", to: .user("alex"))
            try await scene.post("m2", to: .user("alex"))
            let before = try await scene.claim(limit: 1)
            let again = try await scene.reopened(at: 40)
            let after = try await again.claim("two", at: 41)
            try expect(after.count, 2, "deliveries due")
            try expect(
                before.allSatisfy { one in after.contains { $0.id == one.id } }, true,
                "same identifiers")
            try expect(
                try await again.record(before[0], .finish(.accepted, reason: nil, status: 200)),
                false,
                "an answer to the process that died")
            for claimed in after {
                try await again.record(claimed, .finish(.accepted, reason: nil, status: 200))
            }
            try expect(try await again.store.nextDue(now: StoreScene.start), nil, "next delivery")
            _ = try await again.reopened(at: 50).store.close()
        },
        Check("a retry is due at its stated time and not before") { scene in
            try await scene.register("i1", token: 1)
            try await scene.post("m1", to: .user("alex"))
            let first = try await scene.claimOne(at: 1)
            try await scene.record(
                first, .retry(at: StoreScene.at(9), reason: "TooManyRequests", status: 429))
            let waiting = try require(try await scene.deliveries("m1").first, "delivery")
            try expect(waiting.state, .queued, "state")
            try expect(waiting.reason, "TooManyRequests", "reason")
            try expect(waiting.status, 429, "status")
            try expect(try await scene.claim(at: 8.9).count, 0, "deliveries due before")
            let second = try await scene.claimOne(at: 9)
            try expect([second.attempt, second.fence], [2, 2], "attempt and fence")
            try expect(second.request, first.request, "request")
        },
    ]

    static let recording = [
        Check("a delivery has only one final outcome") { scene in
            try await scene.register("i1", token: 1)
            try await scene.post("m1", to: .user("alex"))
            let claimed = try await scene.claimOne()
            try expect(
                try await scene.record(claimed, .finish(.accepted, reason: nil, status: 200)), true,
                "the first end")
            let second = try await scene.record(
                claimed, .finish(.rejected, reason: "BadDeviceToken", status: 400),
                token: .suspect(reason: "BadDeviceToken"))
            try expect(second, false, "a second end")
            try expect(
                try await scene.record(
                    claimed, .retry(at: StoreScene.at(3), reason: "x", status: nil)), false,
                "a retry after the end")
            try expect(
                try await scene.outcomes("m1"), [try StoreScene.token(1): "accepted"], "delivery")
            try expect(try await scene.tokenState(1), .active, "token")
            try expect(try await scene.claim(at: 3600).count, 0, "deliveries due")
        },
        Check("a 410 ends a token only if it was registered before the response's timestamp") {
            scene in
            let cases: [(token: UInt8, since: Double, state: TokenState)] = [
                (1, 9.999, .active), (2, 10, .active), (3, 10.001, .dead), (4, 500, .dead),
            ]
            for (token, since, wanted) in cases {
                let id = "m\(token)"
                try await scene.register("i\(token)", token: token, at: 10)
                try await scene.post(id, to: .installation("i\(token)"))
                try await scene.record(
                    try await scene.claimOne(at: 11),
                    .finish(.rejected, reason: "Unregistered", status: 410),
                    token: .dead(reason: "Unregistered", since: StoreScene.at(since)), at: 12)
                try expect(
                    try await scene.tokenState(token), wanted, "token with a 410 since \(since) s")
            }
        },
        Check("a registration between claim and 410 keeps the token alive") { scene in
            try await scene.register("i1", token: 1, at: 0)
            try await scene.post("m1", to: .user("alex"))
            let claimed = try await scene.claimOne(at: 10)
            try await scene.register("i1", token: 1, at: 11)
            try await scene.record(
                claimed, .finish(.rejected, reason: "Unregistered", status: 410),
                token: .dead(reason: "Unregistered", since: StoreScene.at(5)), at: 12)
            try expect(try await scene.tokenState(1), .active, "token")
        },
        Check("nothing is sent to a dead token until it is registered again") { scene in
            try await scene.register("i1", token: 1)
            try await scene.post("m1", to: .user("alex"))
            try await scene.record(
                try await scene.claimOne(), .finish(.rejected, reason: "Unregistered", status: 410),
                token: .dead(reason: "Unregistered", since: StoreScene.at(1)))
            for (id, target) in [
                ("m2", MessageTarget.user("alex")),
                ("m3", .token(try StoreScene.token(1), .sandbox)),
            ] {
                try await scene.post(id, to: target)
                try expect(
                    try await scene.outcomes(id),
                    [try StoreScene.token(1): "suppressed token_dead"], "delivery \(id)")
            }
            try expect(try await scene.claim(at: 10).count, 0, "deliveries due")
            try await scene.register("i1", token: 1, at: 20)
            try await scene.post("m4", to: .user("alex"))
            try expect(try await scene.claim(at: 21).count, 1, "deliveries due after registering")
        },
        Check("messages are sent to a suspect token, and a success clears it") { scene in
            try await scene.register("i1", token: 1)
            for (id, verdict, wanted) in [
                (
                    "m1", DeliveryDecision.TokenVerdict.suspect(reason: "BadDeviceToken"),
                    TokenState.suspect
                ),
                ("m2", .proven, .active),
            ] {
                try await scene.post(id, to: .user("alex"))
                try await scene.record(
                    try await scene.claimOne(), .finish(.accepted, reason: nil, status: 200),
                    token: verdict)
                try expect(try await scene.tokenState(1), wanted, "token after \(id)")
            }
        },
    ]
}
