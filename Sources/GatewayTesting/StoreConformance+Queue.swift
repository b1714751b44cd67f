// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopGateway

extension StoreConformance {
    static let queue = [
        Check("the queue counts due deliveries, and states since when one is due") { scene in
            let empty = try await scene.store.queue(now: StoreScene.start)
            try expect(empty.messages, QueueFigures.Due(count: 0, oldest: nil), "empty queue")
            try expect(empty.openUnits, 0, "units")
            try expect(empty.campaigns, [:], "campaigns")
            try await scene.register("i1", token: 1, at: 0)
            for (id, seconds) in [("m1", 10.0), ("m2", 20)] {
                try expect(
                    try await scene.accept(scene.message(id, to: .user("alex")), at: seconds),
                    .accepted, "accepting \(id)")
            }
            let waiting = try await scene.store.queue(now: StoreScene.at(30))
            try expect(
                waiting.messages, QueueFigures.Due(count: 2, oldest: StoreScene.at(10)),
                "two messages")
            let early = try await scene.store.queue(now: StoreScene.at(15))
            try expect(early.messages.count, 1, "one message is due")
            _ = try await scene.claim(at: 30)
            let claimed = try await scene.store.queue(now: StoreScene.at(30))
            try expect(claimed.messages.count, 0, "what is being sent is not due")
        }
    ]
}
