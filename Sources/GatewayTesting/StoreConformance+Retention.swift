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
    static let retention = [
        Check("old rows of every table are removed, but waiting messages are kept") { scene in
            try await scene.fillEveryTable()
            let days = { (count: Double) in count * 24 * 3600 }
            try expect(try await scene.purge(at: days(1)), [:], "removed after a day")
            let month = try await scene.purge(at: days(31))
            try expect(
                month, ["delivery": 2, "endpoint": 2, "idempotency": 1, "inbox": 3, "message": 2],
                "removed after a month")
            try expect(try await scene.store.message(id: "done"), nil, "a message that has ended")
            try expect(try await scene.tokenCount(9), 0, "a token that nobody registered")
            try expect(
                try await scene.deliveries("waiting").map(\.state), [.queued],
                "a message that still waits")
            try expect(
                try await scene.purge(at: days(91)), ["delivery": 1, "message": 1, "receipt": 1],
                "removed after three months")
            try expect(
                try await scene.purge(at: days(271)),
                ["delivery": 1, "installation": 1, "message": 1],
                "removed after nine months")
            try expect(try await scene.store.installation(id: "i1"), nil, "the installation")
            try expect(
                try await scene.purge(at: days(302)), ["endpoint": 1], "removed at last")
        },
        Check("a large message is removed in several transactions") { scene in
            for number in 1...5 { try await scene.register("i\(number)", token: UInt8(number)) }
            try await scene.post("m1", to: .user("alex"))
            for claimed in try await scene.claim() {
                try await scene.record(claimed, .finish(.accepted, reason: nil, status: 200))
            }
            var retention = Retention()
            retention.batchRows = 2
            var reports: [PurgeReport] = []
            repeat {
                reports.append(
                    try await scene.store.purge(retention, now: StoreScene.at(40 * 24 * 3600)))
            } while reports.last?.hasMore == true
            try expect(reports.count >= 3, true, "several transactions")
            try expect(
                reports.allSatisfy { $0.rows.values.allSatisfy { $0 <= 2 } }, true, "small ones")
            try expect(try await scene.store.message(id: "m1"), nil, "message")
        },
    ]
}

extension StoreScene {
    /// Creates rows in every table: messages that have ended, a message that waits, a receipt, an
    /// idempotency key, a token that was replaced, and a token that no installation registered.
    fileprivate func fillEveryTable() async throws {
        try await device("i1", [TokenName(.app): 1])
        try await device("i1", [TokenName(.app): 2], at: 1)
        let key = Idempotency(scope: "key1", key: "order-1", fingerprint: "a")
        try expect(
            try await accept(message("done", to: .user("alex"), idempotency: key)), .accepted,
            "accepting")
        try await post("receipted", to: .user("alex"))
        try await post("token", to: .token(try Self.token(9), .sandbox))
        for claimed in try await claim(at: 2) {
            try await record(claimed, .finish(.accepted, reason: nil, status: 200), at: 3)
        }
        try await post("waiting", to: .installation("i1"))
        try expect(try await addReceipt("receipted", .opened), 1, "the receipt")
    }

    /// Removes all rows whose retention time has passed, and returns how many rows of each table it
    /// removed.
    fileprivate func purge(at seconds: Double) async throws -> [String: Int] {
        var rows: [String: Int] = [:]
        while true {
            let report = try await store.purge(Retention(), now: Self.at(seconds))
            rows.merge(report.rows) { $0 + $1 }
            if !report.hasMore { return rows }
        }
    }
}
