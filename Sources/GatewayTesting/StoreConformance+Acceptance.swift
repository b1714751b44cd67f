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
    static let acceptance = [
        Check("a message to a user creates a delivery for each token of the user") { scene in
            try await scene.register("i1", token: 1)
            try await scene.register("i2", token: 2, environment: .production)
            try await scene.register("i3", token: 3, user: "bo")
            try await scene.post("m1", to: .user("alex"))
            let deliveries = try await scene.deliveries("m1")
            try expect(Set(deliveries.map(\.environment)), [.sandbox, .production], "environments")
            for delivery in deliveries {
                let id = DeliveryID.make(
                    messageID: "m1", token: delivery.token, environment: delivery.environment)
                try expect(delivery.id, id, "identifier")
                try expect(
                    try await scene.store.delivery(id: id), delivery, "delivery by identifier")
            }
            let message = try require(try await scene.store.message(id: "m1"), "message")
            try expect(message.states, [.queued: 2], "states")
            try expect(try await scene.store.message(id: "m2"), nil, "another message")
        },
        Check("a message is sent only to tokens of its push type's family") { scene in
            try await scene.register("i1", token: 1)
            try await scene.register("i1", token: 2, family: .voip)
            try await scene.post("m1", to: .installation("i1"), type: .voip)
            try expect(
                try await scene.deliveries("m1").map(\.token), [try StoreScene.token(2)], "tokens")
            try expect(
                try await scene.accept(
                    scene.message("m2", to: .installation("i1"), type: .liveactivity)),
                .noTargets(families: [.app, .voip]), "a type without token")
        },
        Check("a message for a Live Activity goes only to the matching tokens") { scene in
            let start = TokenName(.liveActivityStart, attributesType: "Order")
            try await scene.device(
                "i1",
                [StoreScene.activity("7"): 1, StoreScene.activity("8"): 2, start: 3])
            try await scene.register("i2", token: 4, family: .liveActivityStart)
            let ofType = { (type: String) in
                TokenChoice(families: [.liveActivityStart], attributesType: type)
            }
            for (id, choice, wanted) in [
                ("m1", TokenChoice(families: [.liveActivity], activity: "7"), [1]),
                ("m2", TokenChoice(families: [.liveActivity], attributesType: "Order"), [1, 2]),
                ("m3", TokenChoice(families: [.liveActivityStart]), [3, 4]),
                ("m4", TokenChoice(.liveactivity), [1, 2, 3, 4]),
                ("m6", ofType("Order"), [3, 4]), ("m7", ofType("Ride"), [4]),
            ] as [(String, TokenChoice, Set<UInt8>)] {
                let message = scene.message(
                    id, to: .user("alex"), type: .liveactivity, tokens: choice)
                try expect(try await scene.accept(message), .accepted, "accepting \(id)")
                let tokens = try await scene.deliveries(id).compactMap(\.token.bytes.first)
                try expect(Set(tokens), wanted, "tokens of \(id)")
            }
            let none = scene.message(
                "m5", to: .user("alex"), type: .liveactivity,
                tokens: TokenChoice(families: [.liveActivity], activity: "9"))
            try expect(
                try await scene.accept(none),
                .noTargets(families: [.liveActivity, .liveActivityStart]), "another activity")
        },
        Check("a message can be sent to a token that nobody has registered") { scene in
            let token = try StoreScene.token(9)
            try await scene.post("m1", to: .token(token, .production))
            let claimed = try await scene.claimOne()
            try expect(claimed.environment, .production, "environment")
            try expect(claimed.registeredAt, nil, "registration")
            try expect(
                try await scene.deliveries("m1").map(\.installationID), [nil], "installation")
        },
        Check("a message that is refused leaves nothing behind") { scene in
            try expect(
                try await scene.accept(scene.message("m1", to: .user("nobody"))),
                .noTargets(families: []),
                "a user without device")
            try await scene.register("i1", token: 1)
            try await scene.register("i2", token: 2)
            try expect(
                try await scene.accept(scene.message("m2", to: .user("alex"), deliveriesMax: 1)),
                .tooMany,
                "too many devices")
            for id in ["m1", "m2"] {
                try expect(try await scene.store.message(id: id), nil, "message \(id)")
            }
            try expect(try await scene.store.nextDue(now: StoreScene.start), nil, "next delivery")
        },
        Check("requests with the same idempotency key create one message") { scene in
            try await scene.register("i1", token: 1)
            let key = Idempotency(scope: "key1", key: "order-1", fingerprint: "a")
            func post(_ id: String, _ key: Idempotency, at seconds: Double = 0) async throws
                -> AcceptOutcome
            {
                try await scene.accept(
                    scene.message(id, to: .user("alex"), idempotency: key), at: seconds)
            }
            try expect(
                try await scene.store.earlierOutcome(key, now: StoreScene.start), nil, "before")
            try expect(try await post("m1", key), .accepted, "the first")
            try expect(try await post("m2", key), .replayed(messageID: "m1"), "the same again")
            try expect(
                try await scene.store.earlierOutcome(key, now: StoreScene.start),
                .replayed(messageID: "m1"), "asked for")
            var other = key
            other.fingerprint = "b"
            try expect(try await post("m3", other), .keyReused, "another request")
            other.scope = "key2"
            try expect(try await post("m4", other), .accepted, "another caller")
            let later = Double(GatewayLimits.idempotencyKeySecondsMax + 1)
            try expect(try await post("m5", key, at: later), .accepted, "after two days")
        },
        Check("many simultaneous requests with one idempotency key create one message") { scene in
            try await scene.register("i1", token: 1)
            let key = Idempotency(scope: "key1", key: "order-1", fingerprint: "a")
            let outcomes = try await withThrowingTaskGroup(of: AcceptOutcome.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        try await scene.accept(
                            scene.message("m\(number)", to: .user("alex"), idempotency: key))
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            try expect(outcomes.count { $0 == .accepted }, 1, "accepted")
            try expect(try await scene.claim().count, 1, "deliveries")
        },
        Check("each of many simultaneous messages is in the inbox exactly once") { scene in
            for number in 1...5 {
                try await scene.register(
                    "i\(number)", token: UInt8(number), user: number < 3 ? "alex" : "u\(number)")
            }
            let token = try StoreScene.token(5)
            let targets: [MessageTarget] = [
                .user("alex"), .user("u3"), .installation("i1"), .installation("i4"),
                .token(token, .sandbox), .user("nobody"),
            ]
            let outcomes = try await withThrowingTaskGroup(of: (Int, AcceptOutcome).self) { group in
                for number in 0..<60 {
                    group.addTask {
                        let message = scene.message(
                            "m\(number)", to: targets[number % targets.count],
                            type: number % 12 < 6 ? .alert : .background)
                        return (number, try await scene.accept(message))
                    }
                }
                return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
            for (number, outcome) in outcomes {
                try expect(
                    outcome,
                    targets[number % targets.count] == .user("nobody")
                        ? .noTargets(families: []) : .accepted, "message \(number)")
            }
            for (installation, places) in [
                ("i1", [0, 2]), ("i2", [0]), ("i3", [1]), ("i4", [3]), ("i5", [4]),
            ] {
                let page = try await scene.store.inbox(
                    installationID: installation, after: nil, limit: 100, now: StoreScene.at(1))
                let found = page?.messages.map(\.id) ?? []
                let wanted = (0..<60).filter { places.contains($0 % targets.count) }
                try expect(Set(found), Set(wanted.map { "m\($0)" }), "inbox of \(installation)")
                try expect(found.count, wanted.count, "entries of \(installation)")
            }
            // Ten messages go to two installations, and forty to one each.
            try expect(try await scene.claim().count, 60, "deliveries")
        },
        Check("accepting a message returns its deliveries as they are stored") { scene in
            for number in 1...4 { try await scene.register("i\(number)", token: UInt8(number)) }
            let result = try await scene.store.accept(
                scene.message("m1", to: .user("alex")), now: StoreScene.start)
            try expect(result.outcome, .accepted, "outcome")
            try expect(result.deliveries, try await scene.deliveries("m1"), "deliveries")
            let token = try StoreScene.token(9)
            let other = try await scene.store.accept(
                scene.message("m2", to: .token(token, .production)), now: StoreScene.start)
            try expect(other.deliveries, try await scene.deliveries("m2"), "to a token")
        },
        Check("a message with too many deliveries does not affect other simultaneous messages") {
            scene in
            for number in 1...6 { try await scene.register("i\(number)", token: UInt8(number)) }
            try await scene.register("i9", token: 9, user: "one")
            let outcomes = try await withThrowingTaskGroup(of: (Int, AcceptOutcome).self) { group in
                for number in 0..<20 {
                    group.addTask {
                        let user = number % 2 == 0 ? "alex" : "one"
                        return (
                            number,
                            try await scene.accept(
                                scene.message("m\(number)", to: .user(user), deliveriesMax: 5))
                        )
                    }
                }
                return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
            for (number, outcome) in outcomes {
                try expect(
                    outcome, number % 2 == 0 ? .tooMany : .accepted, "message \(number)")
            }
            try expect(try await scene.claim().count, 10, "deliveries")
        },
        Check("deliveries are listed page by page") { scene in
            for number in 1...5 { try await scene.register("i\(number)", token: UInt8(number)) }
            try await scene.post("m1", to: .user("alex"))
            let all = try await scene.deliveries("m1").map(\.id)
            try expect(all.count, 5, "deliveries")
            let first = try await scene.store.deliveries(messageID: "m1", after: nil, limit: 2)
            let rest = try await scene.store.deliveries(
                messageID: "m1", after: first.last?.id, limit: 10)
            try expect((first + rest).map(\.id), all, "pages")
        },
    ]
}
