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
    /// Takes a push from APNs; returns when the phone has decided and the app's code has run.
    @discardableResult
    public func receive(_ push: DevicePush) async -> Arrival {
        await working { await arrive(.push(push)) }
    }

    /// Takes a push from APNs without waiting for what becomes of it. Pushes are decided in the
    /// order in which they are accepted; app code that takes its time holds no later push up.
    ///
    /// - Parameter then: gets what became of it.
    public func accept(
        _ push: DevicePush, then: @escaping @Sendable (Arrival) async -> Void = { _ in }
    ) { accept(.push(push), then: then) }

    /// Takes a push that did not come from APNs but from a file: see
    /// ``DeviceModel/Incoming/injected(_:)`` (`REG-15`). The app is found by the topic; nobody asks
    /// for the token.
    ///
    /// - Parameter then: gets what became of it.
    public func inject(
        _ push: DevicePush, then: @escaping @Sendable (Arrival) async -> Void = { _ in }
    ) { accept(.injected(push), then: then) }

    /// Takes a push as the Simulator takes one from `simctl push`, whatever kind this phone is;
    /// returns when the phone has decided and the app's code has run.
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

    /// Starts work on something from APNs once what came before it is decided.
    ///
    /// - Parameter work: calls what it is given when the next one may be decided.
    func inOrder(_ work: @escaping @Sendable (_ isDecided: () -> Void) async -> Void) {
        let isDecided = OneAnswer<Bool>()
        let previous = state.withLock { state in
            defer { state.lastAccepted = isDecided }
            return state.lastAccepted
        }
        spawn {
            _ = await previous?.first
            await work { isDecided.give(true) }
        }
    }

    /// Decides, asking app code as often as the decision wants, and carries it out.
    ///
    /// - Parameter onDecided: called when the next one may be decided: app code is asked, or
    ///   everything is carried out on the phone.
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
                // FG-10: the app in use handles one after the other.
                if case .willPresent = question { await idle(until: run) }
            }
            if let note = await ask(question, step.decision, &answers) { notes.append(note) }
            // Decided anew on the phone as it is now: meanwhile the app may have been deleted.
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

    /// Decides, and applies the decision in the same section of the lock.
    private func decide(
        _ incoming: Incoming, at now: Date, _ answers: ArrivalAnswers, isBackgroundDue: Bool
    ) -> AppliedDecision {
        let step = state.withLock {
            $0.decide(incoming, at: now, answers: answers, isBackgroundDue: isBackgroundDue)
        }
        if step.decision.question == nil || step.startsBackground { changed() }
        return step
    }

    /// Adds to an arrival what only became known after it was remembered.
    private func amend(_ arrival: inout Arrival, _ note: String) {
        let old = arrival
        arrival.add(note: note)
        let new = arrival
        state.withLock { state in
            if let index = state.arrivals.firstIndex(of: old) { state.arrivals[index] = new }
        }
        changed()
    }

    /// Runs the callbacks that follow from a decision and have no answer that counts.
    private func tell(_ step: AppliedDecision) async {
        let decision = step.decision
        for callback in decision.toldCallbacks { await run(callback) }
        if step.launches { endLaunch(of: decision.bundleID) }
        // An activity without its token asks again when the phone is online.
        for order in decision.linkOrders { _ = try? await follow(order) }
        if step.wakes { await endRun(of: decision.bundleID) }
    }

    /// Waits for a task that counts its own work.
    private func idle(until task: Task<String?, Never>) async {
        editWork { $0.busyCount -= 1 }
        _ = await task.value
        editWork { $0.busyCount += 1 }
    }

    /// Asks app code what the decision wants to know.
    ///
    /// - Returns: what the person who wrote the code should know about its answer.
    private func ask(
        _ question: ArrivalQuestion, _ decision: ArrivalDecision, _ answers: inout ArrivalAnswers
    ) async -> String? {
        switch question {
        case .serviceExtension(let content):
            let result = await runServiceExtension(content, decision)
            answers.serviceExtension = result
            return result.note
        case .willPresent(let notification):
            let (answer, note) = await askWillPresent(notification, decision)
            answers.presentation = answer
            return note
        case .contentState(_, let type, let json):
            let code = code(of: decision.bundleID)
            answers.contentStateFits =
                await ask(within: Self.backgroundMax) {
                    await code.canDecode(contentState: json, attributesType: type)
                } ?? false
            return nil
        }
    }

    private func askWillPresent(
        _ notification: DeliveredNotification, _ decision: ArrivalDecision
    ) async -> (PresentationAnswer, note: String?) {
        let bundleID = decision.bundleID
        let (code, system) = (code(of: bundleID), system(for: bundleID))
        let limit = Duration.seconds(snapshot.choices.willPresentSecondsMax)
        let answer = await ask(within: limit) {
            await code.willPresent(notification, on: system)
        }
        var note: String?
        if case .notImplemented? = answer {
            note = await missed(.willPresent, of: bundleID, wasCalled: true)
        }
        if let callback = decision.callbacks.first(where: { $0.kind == .willPresent }) {
            let words = answer?.words ?? "no answer in time (FG-8)"
            record(callback, answer: note.map { words + "; " + $0 } ?? words)
        }
        return (answer ?? .timedOut, note)
    }

    /// Runs the callback for content-available of a decision that has begun its run.
    private func runBackgroundCallback(
        _ decision: ArrivalDecision, _ incoming: Incoming
    ) async -> String? {
        guard let push = incoming.push, let callback = decision.backgroundCallback else {
            return nil
        }
        return await runBackgroundCallback(
            callback, userInfo: String(decoding: push.body, as: UTF8.self), hasBegun: true)
    }

    /// Runs the callback for content-available and ends the app's time in the background.
    ///
    /// - Parameter hasBegun: whether the run was counted when it was decided.
    /// - Returns: what the person who wrote the code should know about it.
    @discardableResult
    func runBackgroundCallback(
        _ callback: Callback, userInfo: String, hasBegun: Bool = false
    ) async -> String? {
        let bundleID = callback.bundleID
        let (code, system) = (code(of: bundleID), system(for: bundleID))
        if !hasBegun { beginRun(of: bundleID) }
        let result = await ask(within: Self.backgroundMax) {
            await code.didReceiveRemoteNotification(userInfo, on: system)
        }
        var note: String?
        switch result {
        case .some(.some(let answer)): record(callback, answer: answer.rawValue)
        case .some(.none):
            note = await missed(callback.kind, of: bundleID, wasCalled: true)
            record(callback, answer: note ?? "not implemented")
        case .none:
            note =
                "\(callback.name) hung: it did not finish within "
                + "\(Self.backgroundMax.components.seconds) s (SIL-12)"
            record(callback, answer: "not finished in time (SIL-12)")
        }
        let (found, now) = (result.map { $0 ?? .noData }, time.now)
        change { $0.countBackgroundRun(of: bundleID, result: found, at: now) }
        await endRun(of: bundleID, isOverrun: result == nil)
        return note
    }

    /// The app's method that was probably meant to be one of Apple's, in words.
    func missed(_ kind: Callback.Kind, of bundleID: String, wasCalled: Bool) async -> String? {
        await code(of: bundleID).nearMiss(
            of: kind, wasCalled: wasCalled, on: system(for: bundleID)
        )?.words(insteadOf: kind.apiName)
    }
}

extension PresentationAnswer {
    var words: String {
        switch self {
        case .options(let options):
            options.isEmpty ? "nothing" : options.names.joined(separator: ", ")
        case .notImplemented: "not implemented: nothing is shown (FG-1)"
        case .fellThrough: "no delegate: falls through to the app delegate (FG-11)"
        case .timedOut: "no answer in time (FG-8)"
        }
    }
}
