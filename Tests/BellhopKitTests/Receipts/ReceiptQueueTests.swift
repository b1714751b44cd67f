// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GatewayAPI
import Simulation
import Testing

@testable import BellhopKit

private let now = Date(timeIntervalSince1970: 1_767_225_600)

private func receipt(
    _ message: String, _ event: Receipt.Event = .delivered, action: String? = nil
) -> Receipt {
    Receipt(message: message, event: event, action: action, at: now)
}

struct ReceiptQueueTests {
    @Test func `a full queue drops its oldest receipts and counts them`() {
        var queue = ReceiptQueue()
        for number in 1...(ReceiptQueue.countMax + 3) { _ = queue.add(receipt("m\(number)")) }
        #expect(queue.waiting.count == ReceiptQueue.countMax)
        #expect(queue.waiting.first?.message == "m4")
        #expect(queue.dropped == 3)
    }

    @Test(
        "receipts that are already waiting, or that are invalid, are not added",
        arguments: [
            (receipt("m1"), false), (receipt("m1", .opened), true), (receipt("m2"), true),
            (receipt("m1", .action, action: "LIKE"), false),
            (receipt("m1", .action, action: "REPLY"), true), (receipt(""), false),
            (receipt(String(repeating: "x", count: 256)), false),
            (receipt("m3", .action, action: String(repeating: "x", count: 256)), false),
        ])
    func adding(_ new: Receipt, _ isAdded: Bool) {
        var queue = ReceiptQueue()
        _ = queue.add(receipt("m1"))
        _ = queue.add(receipt("m1", .action, action: "LIKE"))
        #expect(queue.add(new) == isAdded)
        #expect(queue.waiting.count == (isAdded ? 3 : 2))
        #expect(queue.dropped == 0)
    }

    @Test(
        "receipts are dropped when their contents are refused, and kept otherwise",
        arguments: [
            (400, true), (413, true), (422, true), (401, false), (404, false), (503, false),
        ]
    )
    func refusals(_ status: Int, _ isDropped: Bool) {
        var queue = ReceiptQueue()
        for number in 1...(ReceiptQueue.batchMax + 1) { _ = queue.add(receipt("m\(number)")) }
        let batch = queue.batch(at: now, retry: .standard)
        #expect(batch.count == ReceiptQueue.batchMax)
        var generator = SeededGenerator(seed: 1)
        let mayGoOn = queue.fail(
            batch, BackendError(.refused(status: status), "no"), at: now, retry: .standard,
            using: &generator)
        #expect(mayGoOn == isDropped)
        #expect(queue.dropped == (isDropped ? batch.count : 0))
        #expect(queue.waiting.count == (isDropped ? 1 : batch.count + 1))
        #expect(queue.batch(at: now, retry: .standard).isEmpty == !isDropped)
        #expect(!queue.batch(at: now + 3, retry: .standard).isEmpty)
    }

    @Test
    func `a sample has all of the policy's receipts of a message, and differs by installation`() {
        let policy = ReceiptPolicy(events: [.delivered, .opened], sampleRate: 0.25)
        let chosen = (1...4_000).map { "m\($0)" }.filter {
            policy.covers(receipt($0), of: "installation-1")
        }
        #expect((850...1_150).contains(chosen.count))
        for message in chosen {
            #expect(policy.covers(receipt(message, .opened), of: "installation-1"))
            #expect(!policy.covers(receipt(message, .dismissed), of: "installation-1"))
        }
        #expect(!chosen.allSatisfy { policy.covers(receipt($0), of: "installation-2") })
        for rate in [0, -1] {
            let none = ReceiptPolicy(events: [.delivered], sampleRate: Double(rate))
            #expect(!(1...500).contains { none.covers(receipt("m\($0)"), of: "i") })
        }
    }
}
