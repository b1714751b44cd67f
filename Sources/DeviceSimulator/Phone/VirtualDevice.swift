// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import DeviceModel
import Simulation
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A running phone: it receives pushes, runs app code, and records what happened.
///
/// ``/DeviceModel/Device`` makes the decisions. The phone's state is one value that a lock
/// protects, so calls of app code take effect immediately and in order; app code runs outside the
/// lock. Calls may overlap: while app code runs, the phone handles further pushes and actions, as a
/// real phone does.
///
/// Time passes for a phone in one of two ways: after ``startTimer()``, the phone follows its time
/// source; ``tick()`` runs the events that are due, for callers that advance a virtual clock.
public final class VirtualDevice: Sendable {
    /// The limits for the number of records.
    public struct Limits: Hashable, Sendable {
        /// How many arrivals are stored; the oldest are removed first.
        public var arrivalCountMax = 500
        /// How many callbacks are stored; the oldest are removed first.
        public var traceCountMax = 500

        public init() {}
    }

    /// The documented time limit of the background callback and of the service extension: 30
    /// seconds.
    static let backgroundMax: Duration = .seconds(30)

    /// The identifier of the phone; it does not change.
    public let id: String
    let link: any PushLink
    /// The source of the phone's time.
    public let time: TimeSource
    let limits: Limits
    let state: Mutex<State>
    let signal = ChangeSignal()

    /// The mutable state.
    struct State {
        var device: Device
        var arrivals: [Arrival] = []
        var trace: [CallbackRecord] = []
        var code: [String: any AppCode] = [:]
        var promptPolicy = PromptPolicy.ask
        /// The calls that wait for an answer, by prompt.
        var promptWaiters: [Int: [FirstValue<Bool>]] = [:]
        /// The value that is set when the decision about the last accepted push has been made; the
        /// next push waits for it. `nil` before the first push.
        var lastAccepted: FirstValue<Bool>?
        var work = WorkCount()
        var channels = ChannelNews()
        var processes = Processes()
        var timer = Timer()
    }

    /// How the system's prompts are answered.
    public enum PromptPolicy: Hashable, Sendable {
        /// A person answers the prompts, with ``/DeviceModel/UserAction/answerPrompt(_:)``.
        case ask
        /// Every prompt gets this answer immediately.
        case answer(PromptAnswer)
    }

    /// Creates a phone.
    ///
    /// - Parameters:
    ///   - device: The initial state, for instance a state that was saved before.
    ///   - link: The connection to APNs.
    ///   - code: The code of apps by bundle identifier; ``BehavedApp`` for all others.
    public init(
        _ device: Device, link: any PushLink, time: TimeSource = .system,
        code: [String: any AppCode] = [:], limits: Limits = Limits()
    ) {
        id = device.id
        self.link = link
        self.time = time
        self.limits = limits
        var start = State(device: device)
        start.code = code
        state = Mutex(start)
    }

    /// The phone as it is now.
    public var snapshot: Device { state.withLock { $0.device } }
    /// The records of arrivals, the newest first, at most ``Limits/arrivalCountMax``.
    public var arrivals: [Arrival] { state.withLock { $0.arrivals } }
    /// The calls of app code, the oldest first, at most ``Limits/traceCountMax``.
    public var trace: [CallbackRecord] { state.withLock { $0.trace } }

    /// Returns a stream for one observer: the stream yields an increasing number immediately and
    /// after every change. A slow observer misses numbers, but never the latest one. The observer
    /// then reads ``snapshot``, ``arrivals`` and ``trace``.
    public func changes() -> AsyncStream<UInt64> { signal.stream() }

    /// The number of changes so far.
    public var changeCount: UInt64 { signal.count }

    /// Replaces the code of an app.
    public func setCode(_ appCode: any AppCode, for bundleID: String) {
        state.withLock { $0.code[bundleID] = appCode }
    }

    /// Sets how the system's prompts are answered. By default, a person answers them.
    public func setPromptPolicy(_ policy: PromptPolicy) {
        state.withLock { $0.promptPolicy = policy }
    }

    /// Changes values for which there is no action, for instance the phone's name. The identifier
    /// does not change.
    public func update(_ change: (inout Device) -> Void) { self.change(change) }

    /// Resets the phone to a state and removes all records.
    public func reset(to device: Device) {
        state.withLock { state in
            state.device = device
            state.device.id = id
            state.arrivals.removeAll()
            state.trace.removeAll()
        }
        changed()
    }

    /// Returns the system as the code of an app sees it.
    public func system(for bundleID: String) -> AppSystem { AppSystem(self, bundleID: bundleID) }
}

// MARK: - Internal

extension VirtualDevice {
    /// Changes the phone under its lock and notifies observers.
    @discardableResult
    func change<Answer: Sendable>(_ edit: (inout Device) -> Answer) -> Answer {
        let answer = state.withLock { state in
            let answer = edit(&state.device)
            state.device.id = id
            return answer
        }
        changed()
        return answer
    }

    /// Notifies observers of a change, and updates the timer and the reported channels.
    func changed() {
        rearm()
        tellChannels()
        signal.signal()
    }

    func code(of bundleID: String) -> any AppCode {
        state.withLock { $0.code[bundleID] } ?? BehavedApp()
    }

    func record(_ callback: Callback, result: String? = nil) {
        let line = CallbackRecord(callback, at: time.now, result: result)
        state.withLock { state in
            state.trace.append(line)
            if state.trace.count > limits.traceCountMax {
                state.trace.removeFirst(state.trace.count - limits.traceCountMax)
            }
        }
        signal.signal()
    }

    func remember(_ arrival: Arrival) {
        state.withLock { state in
            state.arrivals.insert(arrival, at: 0)
            if state.arrivals.count > limits.arrivalCountMax { state.arrivals.removeLast() }
        }
        changed()
    }
}
