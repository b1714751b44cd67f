// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import DeviceModel
import Synchronization

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
        var decision = snapshot.decide(incoming, at: now, answers: answers)
        var background: Task<Void, Never>?
        if decision.question != nil { onDecided() }
        while let question = decision.question {
            if background == nil, decision.startsBackgroundNow(question) {
                let first = decision
                change { $0.startBackgroundRun(first) }
                answers.startedWake = first.wake
                let run = Task { [self] in
                    await working { await runBackgroundCallback(first, incoming) }
                }
                background = run
                // FG-10: the app in use handles one after the other.
                if case .willPresent = question { await idle(until: run) }
            }
            await ask(question, decision, &answers)
            // Decided anew on the phone as it is now: meanwhile the app may have been deleted.
            decision = snapshot.decide(incoming, at: now, answers: answers)
        }
        let final = decision
        change { $0.apply(final) }
        onDecided()
        let arrival = Arrival(final, of: incoming, at: now)
        remember(arrival)
        await tell(final)
        if let background {
            await idle(until: background)
        } else {
            await runBackgroundCallback(final, incoming)
        }
        return arrival
    }

    /// Runs the callbacks that follow from a decision and have no answer that counts.
    private func tell(_ decision: ArrivalDecision) async {
        let told = decision.callbacks.filter(\.kind.isTold)
        // A content extension runs in a process of its own.
        let wakes = told.contains { $0.kind != .contentExtension } && decision.startsBackgroundRun
        let launches = told.contains { $0.kind == .didFinishLaunching }
        if wakes {
            wake(decision.bundleID)
            beginRun(of: decision.bundleID)
        }
        if launches { beginLaunch(of: decision.bundleID) }
        for callback in told { await run(callback) }
        if launches { endLaunch(of: decision.bundleID) }
        // An activity without its token asks again when the phone is online.
        for order in decision.linkOrders { _ = try? await follow(order) }
        if wakes { await endRun(of: decision.bundleID) }
    }

    /// Waits for a task that counts its own work.
    private func idle(until task: Task<Void, Never>) async {
        editWork { $0.busyCount -= 1 }
        await task.value
        editWork { $0.busyCount += 1 }
    }

    private func ask(
        _ question: ArrivalQuestion, _ decision: ArrivalDecision, _ answers: inout ArrivalAnswers
    ) async {
        switch question {
        case .serviceExtension(let content):
            answers.serviceExtension = await runServiceExtension(content, decision)
        case .willPresent(let notification):
            answers.presentation = await askWillPresent(notification, decision)
        case .contentState(_, let type, let json):
            let code = code(of: decision.bundleID)
            answers.contentStateFits =
                await ask(within: Self.backgroundMax) {
                    await code.canDecode(contentState: json, attributesType: type)
                } ?? false
        }
    }

    private func askWillPresent(
        _ notification: DeliveredNotification, _ decision: ArrivalDecision
    ) async -> PresentationAnswer {
        let bundleID = decision.bundleID
        let (code, system) = (code(of: bundleID), system(for: bundleID))
        let limit = Duration.seconds(snapshot.choices.willPresentSecondsMax)
        let answer = await ask(within: limit) {
            await code.willPresent(notification, on: system)
        }
        if let callback = decision.callbacks.first(where: { $0.kind == .willPresent }) {
            record(callback, answer: answer?.words ?? "no answer in time (FG-8)")
        }
        return answer ?? .timedOut
    }

    private func runBackgroundCallback(_ decision: ArrivalDecision, _ incoming: Incoming) async {
        guard snapshot[decision.bundleID] != nil, let push = incoming.push,
            let callback = decision.callbacks.first(where: {
                $0.kind == .didReceiveRemoteNotification
            })
        else { return }
        if decision.startsBackgroundRun { wake(decision.bundleID) }
        await runBackgroundCallback(
            callback, userInfo: String(decoding: push.body, as: UTF8.self))
    }

    /// Runs the callback for content-available and ends the app's time in the background.
    func runBackgroundCallback(_ callback: Callback, userInfo: String) async {
        let bundleID = callback.bundleID
        let (code, system) = (code(of: bundleID), system(for: bundleID))
        beginRun(of: bundleID)
        let result = await ask(within: Self.backgroundMax) {
            await code.didReceiveRemoteNotification(userInfo, on: system)
        }
        switch result {
        case .some(let result): record(callback, answer: result?.rawValue ?? "not implemented")
        case .none: record(callback, answer: "not finished in time (SIL-12)")
        }
        let (found, now) = (result.map { $0 ?? .noData }, time.now)
        change { $0.countBackgroundRun(of: bundleID, result: found, at: now) }
        await endRun(of: bundleID, isOverrun: result == nil)
    }
}

extension Callback.Kind {
    /// Whether it is told to the app when everything is decided, without an answer that counts.
    var isTold: Bool {
        switch self {
        case .willPresent, .didReceiveRemoteNotification, .serviceExtension,
            .serviceExtensionWillExpire:
            false
        default: true
        }
    }
}

extension ArrivalDecision {
    /// Whether the callback for content-available runs before or beside what is asked: beside the
    /// service extension, because display never waits for the app; before `willPresent` when the
    /// switch says so (`FG-10`).
    fileprivate func startsBackgroundNow(_ question: ArrivalQuestion) -> Bool {
        guard wake != nil else { return false }
        switch question {
        case .serviceExtension:
            return callbacks.contains { $0.kind == .didReceiveRemoteNotification }
        case .willPresent: return callbacks.first?.kind == .didReceiveRemoteNotification
        case .contentState: return false
        }
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
