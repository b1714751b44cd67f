// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import DeviceModel
import Simulation

/// A phone that lives: it receives pushes, runs app code, and remembers what happened.
///
/// It decides nothing itself; ``DeviceModel/Device`` does. Calls may overlap: while app code runs,
/// the phone takes further pushes and actions, as a real one does.
public actor VirtualDevice {
    /// How much is kept and how long app code may take.
    public struct Limits: Hashable, Sendable {
        /// How many arrivals are remembered; the oldest are forgotten first.
        public var arrivalCountMax = 500
        /// How many callbacks are remembered; the oldest are forgotten first.
        public var traceCountMax = 500
        /// How long `willPresent` may take before it counts as having answered nothing (`FG-8`).
        public var willPresentMax: Duration = .seconds(30)
        /// How long the background callback may take (`SIL-12`).
        public var backgroundCallbackMax: Duration = .seconds(30)
        /// How long the handling of a response may take. Chosen: Apple names no number.
        public var responseMax: Duration = .seconds(30)

        public init() {}
    }

    /// The identifier of the phone; it does not change.
    public nonisolated let id: String
    let link: any PushLink
    let time: TimeSource
    let limits: Limits
    private var code: [String: any AppDelegateCode]
    /// How many background callbacks of each app run now.
    private var runCounts: [String: Int] = [:]
    /// The apps that run only because a push woke them.
    private var wokenApps: Set<String> = []
    nonisolated let signal = ChangeSignal()

    /// The phone as it is now.
    public internal(set) var snapshot: Device
    /// What arrived, newest first, at most ``Limits/arrivalCountMax``.
    public private(set) var arrivals: [Arrival] = []
    /// Which app code ran, oldest first, at most ``Limits/traceCountMax``.
    public private(set) var trace: [CallbackRecord] = []

    /// Makes a phone.
    ///
    /// - Parameters:
    ///   - device: the state to start from, for instance one that was saved.
    ///   - link: the connection to APNs.
    ///   - code: the code of apps by bundle identifier; ``DemoApp`` for all others.
    public init(
        _ device: Device, link: any PushLink, time: TimeSource = .system,
        code: [String: any AppDelegateCode] = [:], limits: Limits = Limits()
    ) {
        id = device.id
        snapshot = device
        self.link = link
        self.time = time
        self.code = code
        self.limits = limits
    }

    /// A stream for one observer: a growing number at once and after every change. An observer that
    /// is slow misses numbers, never the newest; it reads ``snapshot``, ``arrivals`` and ``trace``
    /// itself.
    public nonisolated func changes() -> AsyncStream<UInt64> { signal.stream() }

    /// How many changes there were.
    public nonisolated var changeCount: UInt64 { signal.count }

    /// Gives an app other code.
    public func setCode(_ appCode: any AppDelegateCode, for bundleID: String) {
        code[bundleID] = appCode
    }

    /// Changes anything that no action covers, for instance the phone's name. Not the identifier.
    public func update(_ change: @Sendable (inout Device) -> Void) {
        var device = snapshot
        change(&device)
        device.id = id
        snapshot = device
        signal.signal()
    }

    /// Puts the phone back to a state and forgets what happened.
    public func reset(to device: Device) {
        snapshot = device
        snapshot.id = id
        arrivals.removeAll()
        trace.removeAll()
        signal.signal()
    }
}

// MARK: - Pushes

extension VirtualDevice {
    /// Takes a push from APNs; returns when the phone has decided and the app's code has run.
    @discardableResult
    public func receive(_ push: DevicePush) async -> Arrival {
        let now = time.now
        var decision = snapshot.decide(.push(push), at: now)
        let runsBackgroundFirst = decision.callbacks.first?.kind == .didReceiveRemoteNotification
        if decision.asksApp, runsBackgroundFirst { await runBackgroundCallback(decision, push) }
        if decision.asksApp, let app = snapshot[decision.bundleID] {
            let answer = await askWillPresent(decision, app)
            // Decided anew on the phone as it is now: meanwhile the app may have been deleted.
            decision = snapshot.decide(.push(push), at: now, answers: ArrivalAnswers(presentation: .options(answer)))
        }
        snapshot.apply(decision)
        let arrival = Arrival(decision, of: push, at: now)
        arrivals.insert(arrival, at: 0)
        if arrivals.count > limits.arrivalCountMax { arrivals.removeLast() }
        signal.signal()
        if !(runsBackgroundFirst && decision.asksApp) {
            await runBackgroundCallback(decision, push)
        }
        return arrival
    }

    private func askWillPresent(
        _ decision: ArrivalDecision, _ app: InstalledApp
    ) async -> PresentationOptions {
        guard let content = decision.notification,
            let callback = decision.callbacks.first(where: { $0.kind == .willPresent })
        else { return [] }
        let appCode = code(of: app.bundleID)
        let answer = await TimeLimit.run(limits.willPresentMax, time: time) {
            await appCode.willPresent(content, in: app)
        }
        let words = answer.map { $0.isEmpty ? "nothing" : $0.names.joined(separator: ", ") }
        record(callback, answer: words ?? "no answer in time (FG-8)")
        return answer ?? []
    }

    private func runBackgroundCallback(_ decision: ArrivalDecision, _ push: DevicePush) async {
        guard let app = snapshot[decision.bundleID],
            let callback = decision.callbacks.first(where: {
                $0.kind == .didReceiveRemoteNotification
            })
        else { return }
        if decision.startsBackgroundRun { wokenApps.insert(app.bundleID) }
        runCounts[app.bundleID, default: 0] += 1
        let appCode = code(of: app.bundleID)
        let userInfo = String(decoding: push.body, as: UTF8.self)
        let result = await TimeLimit.run(limits.backgroundCallbackMax, time: time) {
            await appCode.didReceiveRemoteNotification(userInfo, in: app)
        }
        record(callback, answer: result?.rawValue ?? "not finished in time (SIL-12)")
        endBackgroundRun(of: app.bundleID, isOverrun: result == nil)
        signal.signal()
    }

    /// Suspends a woken app with the end of its last callback; ends one that took too long.
    private func endBackgroundRun(of bundleID: String, isOverrun: Bool) {
        let count = (runCounts[bundleID] ?? 1) - 1
        runCounts[bundleID] = count > 0 ? count : nil
        if isOverrun { snapshot.endOverrun(of: bundleID) }
        guard count <= 0, wokenApps.remove(bundleID) != nil else { return }
        snapshot.endBackgroundRun(of: bundleID)
    }

    func code(of bundleID: String) -> any AppDelegateCode { code[bundleID] ?? DemoApp() }

    func record(_ callback: Callback, answer: String? = nil) {
        trace.append(CallbackRecord(callback, at: time.now, answer: answer))
        if trace.count > limits.traceCountMax {
            trace.removeFirst(trace.count - limits.traceCountMax)
        }
    }
}
