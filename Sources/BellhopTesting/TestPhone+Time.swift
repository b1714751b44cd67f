// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceSimulator
public import Foundation
import Simulation

extension TestPhone {
    /// Advances the clock: everything due in that time happens, in order, and the clock does not
    /// advance further before the app code that it causes has finished.
    ///
    /// A day takes milliseconds. App code that is already running is not waited for: its limits are
    /// reached when the clock gets there. The clock advances for other phones at the same APNs too.
    public func advance(by duration: Duration) async {
        await advance(to: clock.now + duration.inSeconds)
    }

    /// Advances the clock to a date; does nothing when it has passed.
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

    /// How long ``settle()`` waits at most, in real time, for hanging code in a process that is
    /// never idle.
    static let settlingMax: Duration = .seconds(300)

    /// Waits, without advancing the clock, until app code has finished and this phone and others at
    /// the same APNs have nothing to do.
    ///
    /// Code counts as hanging when this process has been idle for ``patience``; then the phone
    /// counts as settled, and the same code is not waited for again.
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
            // The caller was cancelled, which says nothing about the code.
            if Task.isCancelled { return true }
            if !isSettled { for phone in apns.phones { phone.giveUpWaitingForCode() } }
            return isSettled && !apns.phones.contains(where: \.waitsForCode)
        }
    }

    /// Performs work on the phone that waits for app code; when that code hangs, advances the clock
    /// to the code's limit.
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

    /// Returns when this process has been idle for the given time, or `settlingMax` has passed.
    private static func waitForHang(_ idleMin: Duration) async {
        let clock = ContinuousClock()
        let start = clock.now
        var watch = HangWatch(
            idleMin: idleMin, time: .zero, processorTime: HangWatch.processorTime)
        while clock.now - start < settlingMax {
            do { try await clock.sleep(for: HangWatch.interval) } catch { return }
            // After all work that waits for a thread or for the main actor.
            await Task(priority: .background) {}.value
            await MainActor.run {}
            let time = clock.now - start
            if watch.isHanging(time: time, processorTime: HangWatch.processorTime) { return }
        }
    }
}
