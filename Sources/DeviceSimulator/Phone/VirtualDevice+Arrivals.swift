// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import DeviceModel
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension VirtualDevice {
    /// Receives a push from APNs; returns when the phone has decided and the app's code has run.
    @discardableResult
    public func receive(_ push: DevicePush) async -> Arrival {
        await working { await arrive(.push(push)) }
    }

    /// Receives a push from APNs without waiting for its effects. Decisions are made in the order
    /// of these calls; slow app code does not delay later pushes.
    ///
    /// - Parameter then: Called with the record of the arrival.
    public func accept(
        _ push: DevicePush, then: @escaping @Sendable (Arrival) async -> Void = { _ in }
    ) { accept(.push(push), then: then) }

    /// Receives a push from a file instead of APNs: see ``/DeviceModel/Incoming/injected(_:)``
    /// (`REG-15`). The topic names the app; the token is ignored.
    ///
    /// - Parameter then: Called with the record of the arrival.
    public func inject(
        _ push: DevicePush, then: @escaping @Sendable (Arrival) async -> Void = { _ in }
    ) { accept(.injected(push), then: then) }

    /// Receives a push as the Simulator does from `simctl push`, even if this phone is not a
    /// Simulator; returns when the phone has decided and the app's code has run.
    public func simulate(_ push: DevicePush) async -> Arrival {
        await working { await arrive(.simulated(push)) }
    }

    private func accept(
        _ incoming: Incoming, then: @escaping @Sendable (Arrival) async -> Void
    ) {
        inOrder { [self] isDecided in
            let arrival = await arrive(incoming, onDecided: isDecided)
            await then(arrival)
        }
    }

    /// Starts work on a push or broadcast when the decision about the previous one has been made.
    ///
    /// - Parameter work: A function that calls its argument when the next decision may be made.
    func inOrder(_ work: @escaping @Sendable (_ isDecided: () -> Void) async -> Void) {
        let isDecided = FirstValue<Bool>()
        let previous = state.withLock { state in
            defer { state.lastAccepted = isDecided }
            return state.lastAccepted
        }
        spawn {
            _ = await previous?.first
            await work { isDecided.give(true) }
        }
    }

    /// Decides, calls app code as often as the decision needs, and applies the decision.
    ///
    /// - Parameter onDecided: Called when the next decision may be made: before app code is called,
    ///   or after the decision was applied to the phone.
    func arrive(_ incoming: Incoming, onDecided: () -> Void = {}) async -> Arrival {
        let now = time.now
        var answers = ArrivalAnswers()
        var notes: [String] = []
        var background: Task<String?, Never>?
        var step = decide(incoming, at: now, answers, isBackgroundDue: true)
        if step.decision.question != nil { onDecided() }
        while let question = step.decision.question {
            if step.startsBackground {
                answers.startedWake = step.decision.wake
                let first = step.decision
                let run = Task { [self] in
                    await working { await runBackgroundCallback(first, incoming) }
                }
                background = run
                // FG-10: the foreground app handles the background callback and `willPresent` in
                // sequence.
                if case .willPresent = question { await idle(until: run) }
            }
            if let note = await ask(question, step.decision, &answers) { notes.append(note) }
            // Decides again with the phone's current state: in the meantime, the app may have been
            // deleted.
            step = decide(incoming, at: now, answers, isBackgroundDue: background == nil)
        }
        onDecided()
        var arrival = Arrival(step.decision, of: incoming, at: now)
        for note in notes { arrival.add(note: note) }
        remember(arrival)
        await tell(step)
        let note: String?
        if let background {
            await idle(until: background)
            note = await background.value
        } else {
            note =
                step.startsBackground ? await runBackgroundCallback(step.decision, incoming) : nil
        }
        if let note { amend(&arrival, note) }
        return arrival
    }

    /// Decides, and applies the decision in the same critical section.
    private func decide(
        _ incoming: Incoming, at now: Date, _ answers: ArrivalAnswers, isBackgroundDue: Bool
    ) -> AppliedDecision {
        let step = state.withLock {
            $0.decide(incoming, at: now, answers: answers, isBackgroundDue: isBackgroundDue)
        }
        if step.decision.question == nil || step.startsBackground { changed() }
        return step
    }

    /// Adds a note to an arrival that was already stored.
    private func amend(_ arrival: inout Arrival, _ note: String) {
        let old = arrival
        arrival.add(note: note)
        let new = arrival
        state.withLock { state in
            if let index = state.arrivals.firstIndex(of: old) { state.arrivals[index] = new }
        }
        changed()
    }

    /// Makes those callbacks of a decision whose results do not affect the decision.
    private func tell(_ step: AppliedDecision) async {
        let decision = step.decision
        for callback in decision.notifyingCallbacks { await run(callback) }
        if step.launches { endLaunch(of: decision.bundleID) }
        // If the request for an activity's token fails, it is repeated when the phone is online
        // again.
        for order in decision.linkOrders { _ = try? await follow(order) }
        if step.wakes { await endRun(of: decision.bundleID) }
    }

    /// Waits for a task. During the wait, this call does not keep the phone busy; the task does,
    /// because it counts its own work.
    private func idle(until task: Task<String?, Never>) async {
        editWork { $0.busyCount -= 1 }
        _ = await task.value
        editWork { $0.busyCount += 1 }
    }

    /// Calls app code to answer a decision's question.
    ///
    /// - Returns: A note for the developer about the answer.
    private func ask(
        _ question: ArrivalQuestion, _ decision: ArrivalDecision, _ answers: inout ArrivalAnswers
    ) async -> String? {
        switch question {
        case .serviceExtension(let content):
            let result = await runServiceExtension(content, decision)
            answers.serviceExtension = result
            return result.note
        case .willPresent(let notification):
            let (answer, note) = await callWillPresent(notification, decision)
            answers.presentation = answer
            return note
        case .contentState(_, let type, let json):
            let code = code(of: decision.bundleID)
            answers.contentStateFits =
                await awaitResult(within: Self.backgroundMax) {
                    await code.canDecode(contentState: json, attributesType: type)
                } ?? false
            return nil
        }
    }

    private func callWillPresent(
        _ notification: DeliveredNotification, _ decision: ArrivalDecision
    ) async -> (PresentationAnswer, note: String?) {
        let bundleID = decision.bundleID
        let (code, system) = (code(of: bundleID), system(for: bundleID))
        let limit = Duration.seconds(snapshot.choices.willPresentSecondsMax)
        let answer = await awaitResult(within: limit) {
            await code.willPresent(notification, on: system)
        }
        var note: String?
        if case .notImplemented? = answer {
            note = await missed(.willPresent, of: bundleID, wasCalled: true)
        }
        if let callback = decision.callbacks.first(where: { $0.kind == .willPresent }) {
            let text = answer?.text ?? "not finished in time (FG-8)"
            record(callback, result: note.map { text + "; " + $0 } ?? text)
        }
        return (answer ?? .timedOut, note)
    }

    /// Runs the decision's callback for `content-available`. Its run has already been counted.
    private func runBackgroundCallback(
        _ decision: ArrivalDecision, _ incoming: Incoming
    ) async -> String? {
        guard let push = incoming.push, let callback = decision.backgroundCallback else {
            return nil
        }
        return await runBackgroundCallback(
            callback, userInfo: String(decoding: push.body, as: UTF8.self), hasBegun: true)
    }

    /// Runs the callback for `content-available` and ends the app's time in the background.
    ///
    /// - Parameter hasBegun: Whether the run was already counted when the decision was applied.
    /// - Returns: A note for the developer about the run.
    @discardableResult
    func runBackgroundCallback(
        _ callback: Callback, userInfo: String, hasBegun: Bool = false
    ) async -> String? {
        let bundleID = callback.bundleID
        let (code, system) = (code(of: bundleID), system(for: bundleID))
        if !hasBegun { beginRun(of: bundleID) }
        let result = await awaitResult(within: Self.backgroundMax) {
            await code.didReceiveRemoteNotification(userInfo, on: system)
        }
        var note: String?
        switch result {
        case .some(.some(let answer)): record(callback, result: answer.rawValue)
        case .some(.none):
            note = await missed(callback.kind, of: bundleID, wasCalled: true)
            record(callback, result: note ?? "not implemented")
        case .none:
            note =
                "\(callback.name) hung: it did not finish within "
                + "\(Self.backgroundMax.components.seconds) s (SIL-12)"
            record(callback, result: "not finished in time (SIL-12)")
        }
        let (found, now) = (result.map { $0 ?? .noData }, time.now)
        change { $0.countBackgroundRun(of: bundleID, result: found, at: now) }
        await endRun(of: bundleID, isOverrun: result == nil)
        return note
    }

    /// Returns a warning about an app's method that was probably meant to be one of Apple's
    /// methods.
    func missed(_ kind: Callback.Kind, of bundleID: String, wasCalled: Bool) async -> String? {
        await code(of: bundleID).nearMiss(
            of: kind, wasCalled: wasCalled, on: system(for: bundleID)
        )?.message(insteadOf: kind.apiName)
    }
}

extension PresentationAnswer {
    var text: String {
        switch self {
        case .options(let options):
            options.isEmpty ? "nothing" : options.names.joined(separator: ", ")
        case .notImplemented: "not implemented, so nothing is shown (FG-1)"
        case .fellThrough:
            "there is no delegate, so the notification was passed to the app delegate (FG-11)"
        case .timedOut: "not finished in time (FG-8)"
        }
    }
}
