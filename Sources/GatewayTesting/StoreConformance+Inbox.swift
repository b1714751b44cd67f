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
    static let inbox = [
        Check("an inbox contains every message that was sent, whatever its outcome") { scene in
            try await scene.device("i1", [TokenName(.app): 1])
            let ends: [(String, DeliveryState)] = [
                ("m1", .accepted), ("m2", .rejected), ("m3", .expired), ("m4", .suppressed),
            ]
            for (id, state) in ends {
                try await scene.post(id, to: .user("alex"))
                try await scene.record(
                    try await scene.claimOne(), .finish(state, reason: nil, status: nil))
            }
            try await scene.post("m5", to: .installation("i1"))
            try await scene.post("m6", to: .token(try StoreScene.token(1), .sandbox))
            try await scene.device("i1", [TokenName(.app): 2], at: 2)
            let page = try await scene.page("i1", at: 3)
            try expect(page.messages.map(\.id), ["m1", "m2", "m3", "m4", "m5", "m6"], "messages")
            try expect(
                page.messages.first.map { String(decoding: $0.body, as: UTF8.self) },
                #"{"aps":{"alert":"m1"}}"#, "payload")
            try expect(page.messages.first?.createdAt, StoreScene.start, "time")
        },
        Check("an inbox contains only messages to its installation or its user") { scene in
            try await scene.device("i1", [TokenName(.app): 1])
            try await scene.device("i2", [TokenName(.app): 2])
            try await scene.device("i3", [TokenName(.app): 3], user: "bo")
            try await scene.post("m1", to: .user("alex"))
            try await scene.post("m2", to: .installation("i2"))
            try expect(try await scene.inbox("i1"), ["m1"], "of the first")
            try expect(try await scene.inbox("i2"), ["m1", "m2"], "of the second")
            try expect(try await scene.inbox("i3"), [], "of another user")
            let none = try await scene.store.inbox(
                installationID: "i4", after: nil, limit: 1, now: StoreScene.start)
            try expect(none, nil, "of none")
        },
        Check("an inbox omits calls, Live Activities and expired messages") { scene in
            try await scene.device(
                "i1", [TokenName(.app): 1, TokenName(.voip): 2, StoreScene.activity("7"): 3])
            try await scene.post("m1", to: .installation("i1"), type: .voip)
            try await scene.post("m2", to: .installation("i1"), type: .liveactivity)
            for (id, expiration, deadline) in [
                ("m3", PushExpiration.at(StoreScene.at(100)), 100.0), ("m4", .oneAttempt, 60),
            ] {
                var message = scene.message(id, to: .installation("i1"))
                message.expiration = expiration
                message.deadline = StoreScene.at(deadline)
                try expect(try await scene.accept(message), .accepted, "accepting \(id)")
            }
            try await scene.post("m5", to: .installation("i1"), type: .background)
            for (seconds, wanted) in [
                (59.0, ["m3", "m4", "m5"]), (60, ["m3", "m5"]), (99, ["m3", "m5"]), (100, ["m5"]),
                (Double(GatewayLimits.inboxSecondsMax), ["m5"]),
                (Double(GatewayLimits.inboxSecondsMax + 1), []),
            ] {
                try expect(
                    try await scene.inbox("i1", at: seconds), wanted, "after \(seconds) s")
            }
        },
        Check("an inbox is read page by page") { scene in
            try await scene.device("i1", [TokenName(.app): 1])
            for number in 1...5 { try await scene.post("m\(number)", to: .user("alex")) }
            let first = try await scene.page("i1", limit: 2)
            try expect(first.messages.map(\.id), ["m1", "m2"], "first page")
            try expect(first.hasMore, true, "more after the first")
            let second = try await scene.page("i1", after: first.position, limit: 3)
            try expect(second.messages.map(\.id), ["m3", "m4", "m5"], "second page")
            try expect(second.hasMore, false, "more after the second")
            let third = try await scene.page("i1", after: second.position, limit: 3)
            try expect(third.messages.count, 0, "third page")
            try expect(third.position, second.position, "position at the end")
            try await scene.post("m6", to: .user("alex"))
            let later = try await scene.page("i1", after: third.position)
            try expect(later.messages.map(\.id), ["m6"], "what came later")
        },
        Check("reading an inbox while messages are stored misses none and repeats none of them") {
            scene in
            try await scene.device("i1", [TokenName(.app): 1])
            let count = 60
            let read = try await withThrowingTaskGroup(of: [String].self) { group in
                for number in 0..<count {
                    group.addTask {
                        try await scene.post("m\(number)", to: .user("alex"))
                        return []
                    }
                }
                group.addTask {
                    var read: [String] = []
                    var position: InboxPosition?
                    while read.count < count {
                        let page = try await scene.page("i1", after: position, limit: 7)
                        read += page.messages.map(\.id)
                        position = page.position
                        try Task.checkCancellation()
                        await Task.yield()
                    }
                    return read
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            try expect(Set(read).count, count, "messages")
            try expect(try await scene.inbox("i1"), read, "order")
        },
        Check("a position that is not from this inbox counts as the inbox's beginning") { scene in
            try await scene.device("i1", [TokenName(.app): 1])
            try await scene.post("m1", to: .user("alex"))
            let old = try await scene.page("i1").position
            try expect(
                try await scene.store.deleteInstallation(id: "i1", now: StoreScene.at(1)), true,
                "deleting")
            let gone = try await scene.store.inbox(
                installationID: "i1", after: nil, limit: 10, now: StoreScene.at(1))
            try expect(gone, nil, "inbox of a deleted installation")
            try await scene.device("i1", [TokenName(.app): 1], at: 2)
            try await scene.post("m2", to: .user("alex"))
            let page = try await scene.page("i1", after: old, at: 3)
            try expect(page.messages.map(\.id), ["m2"], "after the old one's position")
            var beyond = page.position
            beyond.number += 1
            try expect(
                try await scene.page("i1", after: beyond, at: 3).messages.map(\.id), ["m2"],
                "after a position beyond the end")
        },
        Check("a token's rotation puts no message into the next user's inbox") { scene in
            try await scene.device("i1", [TokenName(.app): 1])
            try await scene.post("m1", to: .user("alex"))
            let claimed = try await scene.claimOne()
            try await scene.device("i1", [TokenName(.app): 2], user: "bo", at: 2)
            try await scene.record(
                claimed, .retry(at: StoreScene.at(5), reason: "no_answer", status: nil), at: 3)
            try expect(try await scene.inbox("i1", at: 4), [], "inbox")
            try expect(try await scene.claim(at: 10).count, 0, "deliveries due")
        },
    ]
}
