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
    static let reports = [
        Check("an app reports itself, and repeating the report changes only times") { scene in
            let tokens: [TokenName: UInt8] = [TokenName(.app): 1, StoreScene.activity("7"): 2]
            let first = try await scene.device("i1", tokens)
            try expect(first.device?.environment, .sandbox, "environment")
            try expect(first.device?.platform, .iOS, "platform")
            try expect(first.device?.permission?.alert, true, "permission")
            var second = try await scene.device("i1", tokens, at: 60)
            try expect(second.registeredAt, StoreScene.at(60), "time of registration")
            second.registeredAt = first.registeredAt
            for index in second.tokens.indices {
                try expect(
                    second.tokens[index].registeredAt, StoreScene.at(60), "time of a token")
                second.tokens[index].registeredAt = first.registeredAt
            }
            try expect(second, first, "everything else")
        },
        Check("an installation has one token for each name") { scene in
            let start = TokenName(.liveActivityStart, attributesType: "Order")
            let otherStart = TokenName(.liveActivityStart, attributesType: "Ride")
            try await scene.device(
                "i1",
                [
                    TokenName(.app): 1, TokenName(.voip): 2, StoreScene.activity("7"): 3,
                    StoreScene.activity("8"): 4, start: 5, otherStart: 6,
                ])
            let rotated = try await scene.device(
                "i1", [StoreScene.activity("7"): 13, start: 15], at: 1)
            let found = Dictionary(uniqueKeysWithValues: rotated.tokens.map { ($0.name, $0.token) })
            let wanted = try [
                TokenName(.app): 1, TokenName(.voip): 2, StoreScene.activity("7"): 13,
                StoreScene.activity("8"): 4, start: 15, otherStart: 6,
            ].mapValues { try StoreScene.token($0) }
            try expect(found, wanted, "tokens")
            for token: UInt8 in [3, 5] {
                try expect(try await scene.tokenState(token), .replaced, "token \(token)")
            }
        },
        Check("the rotated token of a Live Activity takes over that activity's queue") { scene in
            try await scene.device(
                "i1", [StoreScene.activity("7"): 1, StoreScene.activity("8"): 2])
            try await scene.post("m1", to: .installation("i1"), type: .liveactivity)
            try await scene.device("i1", [StoreScene.activity("7"): 3], at: 1)
            try expect(
                try await scene.outcomes("m1"),
                [
                    try StoreScene.token(1): "cancelled token_replaced",
                    try StoreScene.token(2): "queued", try StoreScene.token(3): "queued",
                ], "deliveries")
        },
        Check("a token that has ended is gone and its queue is cancelled") { scene in
            let names = [StoreScene.activity("7"), StoreScene.activity("8")]
            try await scene.device("i1", [names[0]: 1, names[1]: 2])
            try await scene.post("m1", to: .installation("i1"), type: .liveactivity)
            let sending = try await scene.claim(limit: 1)
            let left = try await scene.device("i1", [:], ended: names, at: 2)
            try expect(left.tokens.count, 0, "tokens")
            for claimed in sending {
                try await scene.record(
                    claimed, .retry(at: StoreScene.at(5), reason: "no_answer", status: nil), at: 3)
            }
            try expect(
                Set(try await scene.outcomes("m1").values), ["cancelled token_ended"],
                "deliveries")
            let again = try await scene.device("i1", [names[0]: 1], at: 4)
            try expect(again.tokens.map(\.state), [.active], "token that comes back")
        },
        Check("a report with another secret changes nothing") { scene in
            let before = try await scene.device("i1", [TokenName(.app): 1])
            try expect(
                try await scene.report("i1", [TokenName(.app): 2], user: "bo", secret: 2, at: 1),
                .otherSecret, "outcome")
            try expect(
                try await scene.store.installation(id: "i1"), before, "installation")
            try expect(try await scene.tokenCount(2), 0, "tokens left by it")
        },
        Check("a first report takes over a server's registration, but not its inbox") { scene in
            try await scene.register("i1", token: 1)
            try await scene.post("m1", to: .installation("i1"))
            try expect(try await scene.store.installation(id: "i1")?.device, nil, "before")
            let device = try await scene.device("i1", [TokenName(.app): 1], at: 1)
            try expect(device.device?.secretHash.first, 1, "secret")
            try expect(try await scene.inbox("i1", at: 2), [], "inbox")
            try await scene.register("i1", token: 2, at: 3)
            try expect(
                try await scene.report("i1", [:], secret: 2, at: 4), .otherSecret,
                "another secret after a server's call")
        },
        Check("a first report without a known token gets no waiting message") { scene in
            for (id, reported, wanted) in [
                ("i1", UInt8(1), "queued"), ("i2", 9, "cancelled installation_deleted"),
            ] {
                let token: UInt8 = id == "i1" ? 1 : 2
                try await scene.register(id, token: token)
                try await scene.post("m \(id)", to: .installation(id))
                try await scene.device(id, [TokenName(.app): reported], at: 1)
                try expect(
                    try await scene.outcomes("m \(id)"), [try StoreScene.token(token): wanted],
                    "delivery of \(id)")
                try expect(try await scene.inbox(id, at: 2), [], "inbox of \(id)")
            }
            try expect(try await scene.tokenState(2), .removed, "token of the one before")
        },
        Check("a token that moves keeps messages to the user, not to the installation") { scene in
            try await scene.device("i1", [TokenName(.app): 1])
            try await scene.post("m1", to: .user("alex"))
            try await scene.post("m2", to: .installation("i1"))
            try await scene.device("i2", [TokenName(.app): 1], at: 1)
            let token = try StoreScene.token(1)
            try expect(try await scene.outcomes("m1"), [token: "queued"], "for the user")
            try expect(
                try await scene.outcomes("m2"), [token: "cancelled token_moved"],
                "for the installation")
            try expect(try await scene.inbox("i2"), ["m1"], "inbox of the new one")
            try expect(try await scene.inbox("i1"), ["m1", "m2"], "inbox of the old one")
        },
        Check("a report without a user clears the user's messages in queue and inbox") { scene in
            try await scene.device("i1", [TokenName(.app): 1])
            try await scene.post("m1", to: .user("alex"))
            try await scene.post("m2", to: .installation("i1"))
            try await scene.device("i1", [TokenName(.app): 1], user: nil, at: 1)
            let token = try StoreScene.token(1)
            try expect(
                try await scene.outcomes("m1"), [token: "cancelled token_moved"], "for the user")
            try expect(try await scene.outcomes("m2"), [token: "queued"], "for the installation")
            try expect(try await scene.inbox("i1"), ["m2"], "inbox")
            try await scene.device("i1", [TokenName(.app): 1], at: 2)
            try expect(try await scene.inbox("i1"), ["m2"], "inbox when the user is back")
        },
        Check("beyond the limit, the oldest tokens of Live Activities are removed") { scene in
            let max = GatewayLimits.tokensPerInstallationMax
            try await scene.device("i1", [TokenName(.app): 255])
            for number: UInt8 in 0..<5 {
                try await scene.device(
                    "i1", [StoreScene.activity("\(number)"): number], at: Double(number))
            }
            let rest = (5..<(max + 3)).map { (StoreScene.activity("\($0)"), UInt8($0)) }
            try await scene.device("i1", Dictionary(uniqueKeysWithValues: rest), at: 10)
            let tokens = try await scene.store.installation(id: "i1")?.tokens ?? []
            try expect(tokens.count, max, "tokens")
            try expect(tokens.contains { $0.name == TokenName(.app) }, true, "the app's own")
            for number: UInt8 in [0, 3] {
                try expect(try await scene.tokenState(number), .removed, "token \(number)")
            }
            try expect(try await scene.tokenState(4), .active, "token 4")
        },
    ]

    static let reportRaces = [
        Check("of many simultaneous first reports, only one stores its secret") { scene in
            let outcomes = try await withThrowingTaskGroup(of: RegistrationOutcome.self) { group in
                for number: UInt8 in 1...20 {
                    group.addTask {
                        try await scene.report("i1", [TokenName(.app): number], secret: number)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            try expect(outcomes.count { $0 == .otherSecret }, 19, "refused")
            let stored = try require(try await scene.store.installation(id: "i1"), "installation")
            let secret = try require(stored.device?.secretHash.first, "secret")
            try expect(stored.tokens.map(\.token), [try StoreScene.token(secret)], "tokens")
        },
        Check("after many simultaneous reports, there is one token with the queue") { scene in
            try await scene.device("i1", [TokenName(.app): 100])
            try await scene.post("m1", to: .user("alex"))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number: UInt8 in 1...20 {
                    group.addTask { try await scene.device("i1", [TokenName(.app): number]) }
                }
                try await group.waitForAll()
            }
            let tokens = try await scene.store.installation(id: "i1")?.tokens ?? []
            try expect(tokens.count, 1, "tokens")
            let queued = try await scene.outcomes("m1").filter { $0.value == "queued" }.keys
            try expect(Set(queued), Set(tokens.map(\.token)), "tokens with queued pushes")
        },
        Check("a token that many installations report belongs to only one of them") { scene in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...20 {
                    group.addTask { try await scene.device("i\(number)", [TokenName(.app): 1]) }
                }
                try await group.waitForAll()
            }
            try await scene.post("m1", to: .user("alex"))
            try expect(try await scene.deliveries("m1").count, 1, "deliveries")
            var owners = 0
            for number in 1...20 {
                owners += try await scene.store.installation(id: "i\(number)")?.tokens.count ?? 0
            }
            try expect(owners, 1, "installations with the token")
        },
    ]
}
