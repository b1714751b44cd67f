// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceSimulator
public import Foundation
import Simulation

extension TestPhone {
    /// Advances the clock by a duration. Every event that is due within this time occurs, in order.
    /// The clock stops at each event until the app code that the event triggers has finished.
    ///
    /// Advancing by a day takes milliseconds. The clock does not wait for app code that is already
    /// running: such code exceeds its time limits when the clock reaches them. Other phones at the
    /// same APNs share the clock, so the clock advances for these phones, too.
    public func advance(by duration: Duration) async {
        await advance(to: clock.now + duration.inSeconds)
    }

    /// Advances the clock to a date. A date in the past does not move the clock.
    public func advance(to date: Date) async {
        var wasDue = false
        for phone in apns.phones {
            await phone.settled(withCode: false)
            if await phone.tick() { wasDue = true }
        }
        // Without this call, the clock could advance before code that was just started has had time
        // to run.
        if wasDue { await settle() }
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

    /// The maximum real time that ``settle()`` waits for hanging code in a process that is never
    /// idle.
    static let settlingMax: Duration = .seconds(300)

    /// Waits, without advancing the clock, until app code has finished, and until this phone and
    /// the other phones of the same APNs have no pending work.
    ///
    /// Code is considered hanging when this process has been idle for ``patience``; in this case,
    /// this method returns `false`, and later calls do not wait for the same code again.
    ///
    /// - Returns: Whether all code has finished.
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
            // The wait ended because the caller was cancelled, not because code hangs.
            if Task.isCancelled { return true }
            if !isSettled { for phone in apns.phones { phone.giveUpWaitingForCode() } }
            // `waitsForCode` would also be true for code that has started in the meantime and does
            // not hang.
            return isSettled && !apns.phones.contains(where: \.hasHangingCode)
        }
    }

    /// Performs work that waits for app code on the phone. When the app code hangs, advances the
    /// clock to the code's time limit.
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
            // Lets all work that is already queued for a thread or for the main actor run first.
            await Task(priority: .background) {}.value
            await MainActor.run {}
            let time = clock.now - start
            if watch.isHanging(time: time, processorTime: HangWatch.processorTime) { return }
        }
    }
}
