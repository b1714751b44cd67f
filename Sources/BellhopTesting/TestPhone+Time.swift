// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceSimulator
public import Foundation
import Simulation

extension TestPhone {
    /// Lets time pass: everything that is due on the way happens, in order, and app code that it
    /// causes has finished before the clock moves on.
    ///
    /// A day takes milliseconds. App code that is under way already is not waited for: its limits
    /// are reached when the clock gets there. Other phones at the same APNs come along.
    public func advance(by duration: Duration) async {
        await advance(to: clock.now + duration.inSeconds)
    }

    /// Lets time pass until a moment; does nothing when it is over.
    public func advance(to date: Date) async {
        for phone in apns.phones {
            await phone.settled(withCode: false)
            await phone.tick()
        }
        while let due = apns.phones.compactMap(\.nextDueDate).min(), due <= date {
            if due > clock.now { clock.advance(by: time(until: due)) }
            for phone in apns.phones { await phone.tick() }
            await settle()
        }
        if date > clock.now { clock.advance(by: time(until: date)) }
    }

    private func time(until date: Date) -> Duration {
        Duration(saturatingSeconds: date.timeIntervalSince(clock.now))
    }

    /// How long ``settle()`` waits at most, in real time, for code that hangs in a process that is
    /// never idle.
    static let settlingMax: Duration = .seconds(300)
    /// How often it looks whether code hangs.
    private static let lookInterval: Duration = .milliseconds(10)

    /// Waits until app code has finished and the phone, like others at the same APNs, has nothing
    /// to do, without moving the clock.
    ///
    /// Code hangs when this process has been idle for as long as ``patience`` says; the phone is
    /// settled then, and the same code is not waited for again.
    ///
    /// - Returns: whether all code has finished.
    @discardableResult
    public func settle() async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask { [apns] in
                for phone in apns.phones { await phone.settled() }
                return true
            }
            group.addTask { [patience] in
                await Self.waitForHang(patience)
                return false
            }
            let isSettled = await group.next() ?? true
            group.cancelAll()
            // Nobody waits any more, which proves nothing about the code.
            if Task.isCancelled { return true }
            if !isSettled { for phone in apns.phones { phone.giveUpWaitingForCode() } }
            return isSettled && !apns.phones.contains(where: \.waitsForCode)
        }
    }

    /// Does something on the phone that waits for app code; when that hangs, moves the clock to the
    /// code's limit.
    func movingClockOnHang<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                while !Task.isCancelled {
                    let isSettled = await self.settle()
                    if Task.isCancelled { break }
                    if !isSettled, let due = self.device.nextDueDate {
                        await self.advance(to: due)
                    } else {
                        await Task.yield()
                    }
                }
                return nil
            }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let result { return result }
            }
            throw CancellationError()
        }
    }

    /// Returns when this process was idle for so long, or was busy for ever.
    private static func waitForHang(_ idleMin: Duration) async {
        let clock = ContinuousClock()
        let start = clock.now
        var watch = HangWatch(
            idleMin: idleMin, time: .zero, processorTime: HangWatch.processorTime)
        while clock.now - start < settlingMax {
            do { try await clock.sleep(for: lookInterval) } catch { return }
            // Behind everything that waits for a thread or for the main actor.
            await Task(priority: .background) {}.value
            await MainActor.run {}
            let time = clock.now - start
            if watch.isHanging(time: time, processorTime: HangWatch.processorTime) { return }
        }
    }
}
