// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Decides the next actions of a service extension. It has no access to a clock, a lock or the
/// content.
///
/// This type is the basis of the guarantee: for every sequence of events there is at most one
/// ``Action/callHandler``, and for every sequence that ends there is exactly one.
struct ServiceProgress: Hashable, Sendable {
    /// An event; steps are identified by their index in the list.
    enum Event: Hashable, Sendable {
        case begin
        /// A running step wants the changes that it has made so far to take effect, whether or not
        /// it later succeeds.
        case kept(Int)
        case finished(Int)
        case failed(Int)
        /// The step's share of the time has run out. The step may still be running, but the run no
        /// longer waits for it.
        case overran(Int)
        /// The system reports that the time has run out (rule `NSE-5`).
        case timeWillExpire
        /// The system is short of memory and will terminate the process next (`NSE-7`).
        case memoryIsLow
        /// The extension object was deallocated.
        case abandoned
    }

    enum Action: Hashable, Sendable {
        /// Runs a step on the best content available.
        case start(Int)
        /// Uses the running step's draft as the best content; the step continues.
        case keep(Int)
        /// Uses the step's draft as the best content and ends the step.
        case take(Int)
        /// Discards the step's changes since its last `kept` event, and ignores all later changes
        /// of the step.
        case drop(Int)
        /// Calls the system's handler with the best content available.
        case callHandler
    }

    enum Stage: Hashable, Sendable {
        case idle
        case running(Int)
        case ended
    }

    let stepCount: Int
    private(set) var stage = Stage.idle

    init(stepCount: Int) { self.stepCount = stepCount }

    /// Returns the actions that follow from an event, to be performed in this order.
    mutating func handle(_ event: Event) -> [Action] {
        switch (event, stage) {
        case (_, .ended): return []
        case (.begin, .idle): return [goOn(at: 0)]
        case (.kept(let step), .running(let current)) where step == current: return [.keep(step)]
        case (.finished(let step), .running(let current)) where step == current:
            return [.take(step), goOn(at: step + 1)]
        case (.failed(let step), .running(let current)) where step == current:
            return [.drop(step), goOn(at: step + 1)]
        case (.overran(let step), .running(let current)) where step == current:
            return [.drop(step), goOn(at: step + 1)]
        case (.timeWillExpire, _), (.memoryIsLow, _), (.abandoned, _): return end()
        // These events belong to a step that has ended, or never began.
        case (.begin, _), (.kept, _), (.finished, _), (.failed, _), (.overran, _): return []
        }
    }

    private mutating func end() -> [Action] {
        defer { stage = .ended }
        if case .running(let step) = stage { return [.drop(step), .callHandler] }
        return [.callHandler]
    }

    private mutating func goOn(at step: Int) -> Action {
        stage = step < stepCount ? .running(step) : .ended
        return step < stepCount ? .start(step) : .callHandler
    }
}
