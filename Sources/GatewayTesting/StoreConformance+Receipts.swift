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
    static let receipts = [
        Check("a receipt is stored once and counted by event") { scene in
            try await scene.device("i1", [TokenName(.app): 1])
            try await scene.device("i2", [TokenName(.app): 2])
            try await scene.post("m1", to: .user("alex"))
            for _ in 1...2 {
                try expect(try await scene.addReceipt("m1", .delivered), 1, "stored")
            }
            try expect(try await scene.addReceipt("M1", .delivered, from: "i2"), 1, "of another")
            for action in ["yes", "no"] {
                try expect(
                    try await scene.addReceipt("m1", .action, action: action), 1, "action")
            }
            try expect(
                try await scene.store.message(id: "m1")?.receipts, [.delivered: 2, .action: 1],
                "installations by event")
            let all = try await scene.store.receipts(messageID: "m1", after: nil, limit: 10)
            try expect(all.map(\.action), [nil, nil, "yes", "no"], "actions")
            try expect(all.map(\.installationID), ["i1", "i2", "i1", "i1"], "installations")
            try expect(all.first?.at, StoreScene.at(3), "time by the phone")
            try expect(all.first?.receivedAt, StoreScene.at(5), "time by the gateway")
            let page = try await scene.store.receipts(messageID: "m1", after: nil, limit: 3)
            let rest = try await scene.store.receipts(
                messageID: "m1", after: page.last?.id, limit: 3)
            try expect(page + rest, all, "pages")
        },
        Check("a receipt that is sent many times simultaneously is stored once") { scene in
            try await scene.device("i1", [TokenName(.app): 1])
            try await scene.post("m1", to: .user("alex"))
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 1...20 {
                    group.addTask { try await scene.addReceipt("m1", .opened) }
                }
                for try await count in group { try expect(count, 1, "stored") }
            }
            let all = try await scene.store.receipts(messageID: "m1", after: nil, limit: 100)
            try expect(all.count, 1, "receipts")
        },
        Check("receipts for messages that were not sent to the installation are ignored") { scene in
            try await scene.device("i1", [TokenName(.app): 1])
            try await scene.device("i2", [TokenName(.app): 2], user: "bo")
            try await scene.post("m1", to: .user("alex"))
            try expect(try await scene.addReceipt("m2", .opened), 0, "of no message")
            try expect(try await scene.addReceipt("m1", .opened, from: "i2"), 0, "of another's")
            try expect(try await scene.store.message(id: "m1")?.receipts, [:], "counts")
        },
        Check("a receipt counts after its token was replaced and its user signed out") { scene in
            try await scene.device("i1", [TokenName(.app): 1])
            try await scene.post("m1", to: .user("alex"))
            try await scene.device("i1", [TokenName(.app): 2], user: nil, at: 1)
            try expect(try await scene.addReceipt("m1", .opened), 1, "stored")
        },
        Check("the receipts for one message and one installation are limited") { scene in
            try await scene.device("i1", [TokenName(.app): 1])
            try await scene.post("m1", to: .user("alex"))
            let max = GatewayLimits.receiptsPerMessageMax
            for number in 1...(max + 2) {
                try expect(
                    try await scene.addReceipt("m1", .action, action: "a\(number)"),
                    number <= max ? 1 : 0, "receipt \(number)")
            }
        },
    ]
}
