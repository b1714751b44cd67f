// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import HTTPTypes
import Hummingbird
import Simulation
import Synchronization
import Testing

@testable import BellhopGateway

/// Receipts of many requests, which are stored together or refused.
@Suite(.timeLimit(.minutes(30))) struct ReceiptIntakeTests {
    /// A storage whose transactions end when the test lets them.
    private final class Gate: Sendable {
        private struct State {
            var batches: [[ReceiptReport]] = []
            var isOpen = false
            var waiting: [CheckedContinuation<Void, Never>] = []
        }

        private let state = Mutex(State())

        var batches: [[ReceiptReport]] { state.withLock { $0.batches } }

        func open() {
            let waiting = state.withLock { state in
                state.isOpen = true
                defer { state.waiting = [] }
                return state.waiting
            }
            for one in waiting { one.resume() }
        }

        func store(_ reports: [ReceiptReport]) async -> [Int] {
            state.withLock { $0.batches.append(reports) }
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    if !state.isOpen { state.waiting.append(continuation) }
                    return state.isOpen
                }
                if isOpen { continuation.resume() }
            }
            return reports.map(\.receipts.count)
        }
    }

    private func report(_ id: Int, count: Int = 1) -> ReceiptReport {
        let receipt = Receipt(
            message: "m", event: .opened, at: Date(timeIntervalSince1970: 1000))
        return ReceiptReport(
            installationID: "i\(id)", receipts: Array(repeating: receipt, count: count))
    }

    private func intake(_ gate: Gate) -> ReceiptIntake {
        ReceiptIntake(time: VirtualClock().timeSource, isSending: { false }) {
            await gate.store($0)
        }
    }

    @Test func `requests that arrive during a transaction share the next one`() async throws {
        let gate = Gate()
        let intake = intake(gate)
        try await withThrowingTaskGroup(of: Int.self) { group in
            group.addTask { try await intake.add(report(0)) }
            while gate.batches.isEmpty { await Task.yield() }
            for id in 1...20 { group.addTask { try await intake.add(report(id, count: id)) } }
            while intake.waitingCount < 210 { await Task.yield() }
            gate.open()
            var sum = 0
            for try await count in group { sum += count }
            #expect(sum == 211)
        }
        #expect(gate.batches.map(\.count) == [1, 20])
        #expect(intake.waitingCount == 0)
    }

    @Test func `receipts that would wait too long are refused, and later ones are accepted`()
        async throws
    {
        let gate = Gate()
        let intake = intake(gate)
        try await withThrowingTaskGroup(of: Int.self) { group in
            group.addTask { try await intake.add(report(0)) }
            while gate.batches.isEmpty { await Task.yield() }
            let count = GatewayLimits.receiptsPerBatchMax
            for id in 1...(ReceiptRoom.countMax / count) {
                group.addTask { try await intake.add(report(id, count: count)) }
            }
            while intake.waitingCount < ReceiptRoom.countMax { await Task.yield() }
            let error = await #expect(throws: Problem.self) { try await intake.add(report(-1)) }
            #expect(error?.code == "receipts_shed")
            #expect(error?.status == 503)
            #expect(error?.response.headers[.retryAfter] == "60")
            gate.open()
            for try await _ in group {}
        }
        #expect(try await intake.add(report(-2)) == 1)
    }

    @Test func `a slow database shortens the queue, and a fast one lengthens the queue again`() {
        var room = ReceiptRoom()
        room.learn(count: 100, isFull: false, spent: .seconds(10))
        #expect(room.receiptCount == ReceiptRoom.countMax)
        for _ in 0..<10 { room.learn(count: 250, isFull: true, spent: .seconds(10)) }
        #expect(room.receiptCount == ReceiptRoom.countMin)
        for _ in 0..<3 { room.learn(count: 250, isFull: true, spent: .milliseconds(500)) }
        #expect((1_500...2_500).contains(room.receiptCount))
        for _ in 0..<10 { room.learn(count: 250, isFull: true, spent: .zero) }
        #expect(room.receiptCount > ReceiptRoom.countMax * 9 / 10)
    }

    @Test func `an error of the storage fails a request, and the next request is stored`()
        async throws
    {
        let calls = Mutex(0)
        let intake = ReceiptIntake(time: VirtualClock().timeSource, isSending: { false }) {
            let call = calls.withLock { calls in
                calls += 1
                return calls
            }
            guard call > 1 else { throw GatewayStoreError(.diskFull, "the disk is full") }
            return $0.map(\.receipts.count)
        }
        await #expect(throws: GatewayStoreError.self) { try await intake.add(report(1)) }
        #expect(try await intake.add(report(1)) == 1)
    }

    @Test func `an app's sample decides whose receipts are stored`() async throws {
        try await DeviceScene.run { device in
            _ = try await device.register()
            let message = try await device.http.scene.post()
            let receipt = Receipt(
                message: message.id, event: .opened, at: device.http.scene.clock.now)
            let gateway = device.http.scene.gateway
            let isInside = ReceiptSample(percent: 1).contains(device.id)
            let app = try await gateway.putApp(
                bundleID: GatewayScene.app, name: "Example",
                settings: AppSettings(receiptPercent: 1))
            #expect(app.receiptPercent == 1)
            let sampled = try await device.send([receipt]).decode(ReceiptResponse.self)
            #expect(
                sampled
                    == ReceiptResponse(
                        accepted: isInside ? 1 : 0, ignored: 0, sampled: isInside ? nil : 1))
            _ = try await gateway.putApp(
                bundleID: GatewayScene.app, name: "Example",
                settings: AppSettings(receiptPercent: 100))
            let stored = try await device.send([receipt]).decode(ReceiptResponse.self)
            #expect(stored == ReceiptResponse(accepted: 1, ignored: 0))
            #expect(try await gateway.app(bundleID: GatewayScene.app).receiptPercent == 100)
        }
    }
}
