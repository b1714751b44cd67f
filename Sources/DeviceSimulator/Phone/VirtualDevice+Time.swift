// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The timer that runs timed events when the phone follows its time source.
struct Timer {
    var isOn = false
    var armedFor: Date?
    var task: Task<Void, Never>?
}

extension VirtualDevice {
    /// The date of the phone's next timed event, or the date at which the time limit of running app
    /// code ends if that date is earlier; `nil` if there is neither.
    public var nextDueDate: Date? {
        state.withLock { state in
            let deadline = state.work.runs.values.compactMap(\.deadline).min()
            return [state.device.nextDueDate, deadline].compactMap { $0 }.min()
        }
    }

    /// Runs all timed events that are due, in order, and returns when each has finished or waits
    /// for app code.
    ///
    /// - Returns: Whether an event was due.
    @discardableResult
    public func tick() async -> Bool {
        var wasDue = false
        while let step = takeStep() {
            wasDue = true
            switch step {
            case .expire(let expire): expire()
            case .arrival(let incoming): spawn { _ = await self.arrive(incoming) }
            case .outcome(let applied):
                // The link can fail only for actions that a person or an app performs.
                spawn { _ = try? await self.carryOut(applied) }
            }
            await settled(withCode: false)
        }
        changed()
        return wasDue
    }

    private enum Step {
        case expire(@Sendable () -> Void)
        case arrival(Incoming)
        case outcome(AppliedOutcome)
    }

    private func takeStep() -> Step? {
        let now = time.now
        return state.withLock { state in
            let due = state.work.runs.filter { ($0.value.deadline ?? .distantFuture) <= now }
            if let (id, run) = due.min(by: { $0.key < $1.key }) {
                state.work.runs[id]?.deadline = nil
                return .expire(run.expire)
            }
            let before = state.device
            switch state.device.takeDue(at: now) {
            case .arrival(let incoming)?: return .arrival(incoming)
            case .outcome(let outcome)?: return .outcome(state.apply(outcome, since: before))
            case nil: return nil
            }
        }
    }

    /// Makes the phone follow its time source from now on, without calls of ``tick()``.
    public func startTimer() {
        state.withLock { $0.timer.isOn = true }
        rearm()
    }

    public func stopTimer() {
        let task = state.withLock { state in
            let task = state.timer.task
            state.timer = Timer()
            return task
        }
        task?.cancel()
    }

    /// Sets the timer to the next timed event.
    func rearm() {
        let next = nextDueDate
        let old = state.withLock { state -> Task<Void, Never>? in
            guard state.timer.isOn, state.timer.armedFor != next else { return nil }
            let old = state.timer.task
            state.timer.armedFor = next
            state.timer.task = next.map { due in
                Task { [weak self, time] in
                    do { try await time.sleep(until: due) } catch { return }
                    self?.timerFired()
                }
            }
            return old
        }
        old?.cancel()
    }

    private func timerFired() {
        state.withLock { state in
            state.timer.armedFor = nil
            state.timer.task = nil
        }
        Task { await tick() }
    }
}
