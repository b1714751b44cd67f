// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What a service extension does next: a decision without clock, lock or content.
///
/// It holds the one guarantee: of all sequences of events, each leads to at most one
/// ``Action/handOver``, and each that has an end leads to exactly one.
struct ServiceProgress: Hashable, Sendable {
    /// What happened; steps go by their place in the list.
    enum Event: Hashable, Sendable {
        case begin
        /// A running step wants what it has so far to count, however it ends.
        case kept(Int)
        case finished(Int)
        case failed(Int)
        /// The step's share of the time is over; it may still run, and nobody waits for it.
        case overran(Int)
        /// The system says that its patience is over (rule `NSE-5`).
        case timeWillExpire
        /// The system runs out of memory; what comes next is that it ends the process (`NSE-7`).
        case memoryIsLow
        /// Nobody holds the extension any more.
        case abandoned
    }

    enum Action: Hashable, Sendable {
        /// Runs a step on the best content so far.
        case start(Int)
        /// The running step's draft is the best content so far; the step goes on.
        case keep(Int)
        /// The same, and the step is over.
        case take(Int)
        /// What the step did since it was kept is forgotten, and so is what it does from now on.
        case drop(Int)
        /// Calls the system's handler with the best content so far.
        case handOver
    }

    enum Stage: Hashable, Sendable {
        case idle
        case running(Int)
        case over
    }

    let stepCount: Int
    private(set) var stage = Stage.idle

    init(stepCount: Int) { self.stepCount = stepCount }

    /// The orders that follow from an event, to be carried out in this order.
    mutating func handle(_ event: Event) -> [Action] {
        switch (event, stage) {
        case (_, .over): return []
        case (.begin, .idle): return [goOn(at: 0)]
        case (.kept(let step), .running(let current)) where step == current: return [.keep(step)]
        case (.finished(let step), .running(let current)) where step == current:
            return [.take(step), goOn(at: step + 1)]
        case (.failed(let step), .running(let current)) where step == current:
            return [.drop(step), goOn(at: step + 1)]
        case (.overran(let step), .running(let current)) where step == current:
            return [.drop(step), goOn(at: step + 1)]
        case (.timeWillExpire, _), (.memoryIsLow, _), (.abandoned, _): return end()
        // Of a step that is over already, or never began.
        case (.begin, _), (.kept, _), (.finished, _), (.failed, _), (.overran, _): return []
        }
    }

    private mutating func end() -> [Action] {
        defer { stage = .over }
        if case .running(let step) = stage { return [.drop(step), .handOver] }
        return [.handOver]
    }

    private mutating func goOn(at step: Int) -> Action {
        stage = step < stepCount ? .running(step) : .over
        return step < stepCount ? .start(step) : .handOver
    }
}
