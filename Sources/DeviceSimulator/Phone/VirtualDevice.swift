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

/// A phone that lives: it receives pushes, runs app code, and remembers what happened.
///
/// It decides nothing itself; ``DeviceModel/Device`` does. Its state is one value behind a lock, so
/// that what app code asks takes effect in order and at once; app code runs outside of the lock.
/// Calls may overlap: while app code runs, the phone takes further pushes and actions, as a real
/// one does.
///
/// Time passes for a phone in one of two ways: ``startTimer()`` follows its time source;
/// ``tick()`` does what is due now, for whoever turns a virtual clock.
public final class VirtualDevice: Sendable {
    /// How much is kept.
    public struct Limits: Hashable, Sendable {
        /// How many arrivals are remembered; the oldest are forgotten first.
        public var arrivalCountMax = 500
        /// How many callbacks are remembered; the oldest are forgotten first.
        public var traceCountMax = 500

        public init() {}
    }

    /// The documented limit of the background callback and of the service extension.
    static let backgroundMax: Duration = .seconds(30)

    /// The identifier of the phone; it does not change.
    public let id: String
    let link: any PushLink
    /// Where the phone gets its time from.
    public let time: TimeSource
    let limits: Limits
    let state: Mutex<State>
    let signal = ChangeSignal()

    /// Everything that changes.
    struct State {
        var device: Device
        var arrivals: [Arrival] = []
        var trace: [CallbackRecord] = []
        var code: [String: any AppCode] = [:]
        var promptPolicy = PromptPolicy.ask
        /// The calls that wait for an answer, by question.
        var promptWaiters: [Int: [OneAnswer<Bool>]] = [:]
        /// Whether the push that was accepted last is decided.
        var lastAccepted: OneAnswer<Bool>?
        var work = WorkCount()
        var channels = ChannelNews()
        var processes = Processes()
        var timer = Timer()
    }

    /// Who answers the system's questions.
    public enum PromptPolicy: Hashable, Sendable {
        /// A person does, by ``DeviceModel/UserAction/answerPrompt(_:)``.
        case ask
        /// Every question gets this answer at once.
        case answer(PromptAnswer)
    }

    /// Makes a phone.
    ///
    /// - Parameters:
    ///   - device: the state to start from, for instance one that was saved.
    ///   - link: the connection to APNs.
    ///   - code: the code of apps by bundle identifier; ``BehavedApp`` for all others.
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
    /// What arrived, newest first, at most ``Limits/arrivalCountMax``.
    public var arrivals: [Arrival] { state.withLock { $0.arrivals } }
    /// Which app code ran, oldest first, at most ``Limits/traceCountMax``.
    public var trace: [CallbackRecord] { state.withLock { $0.trace } }

    /// A stream for one observer: a growing number at once and after every change. An observer that
    /// is slow misses numbers, never the newest; it reads ``snapshot``, ``arrivals`` and ``trace``
    /// itself.
    public func changes() -> AsyncStream<UInt64> { signal.stream() }

    /// How many changes there were.
    public var changeCount: UInt64 { signal.count }

    /// Gives an app other code.
    public func setCode(_ appCode: any AppCode, for bundleID: String) {
        state.withLock { $0.code[bundleID] = appCode }
    }

    /// Who answers the system's questions; a person unless told otherwise.
    public func setPromptPolicy(_ policy: PromptPolicy) {
        state.withLock { $0.promptPolicy = policy }
    }

    /// Changes anything that no action covers, for instance the phone's name. Not the identifier.
    public func update(_ change: (inout Device) -> Void) { self.change(change) }

    /// Puts the phone back to a state and forgets what happened.
    public func reset(to device: Device) {
        state.withLock { state in
            state.device = device
            state.device.id = id
            state.arrivals.removeAll()
            state.trace.removeAll()
        }
        changed()
    }

    /// The system as the code of an app sees it.
    public func system(for bundleID: String) -> AppSystem { AppSystem(self, bundleID: bundleID) }
}

// MARK: - Inside

extension VirtualDevice {
    /// Changes the phone under its lock and tells everyone.
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

    /// Something is different now: observers look again, and the timer too.
    func changed() {
        rearm()
        tellChannels()
        signal.signal()
    }

    func code(of bundleID: String) -> any AppCode {
        state.withLock { $0.code[bundleID] } ?? BehavedApp()
    }

    func record(_ callback: Callback, answer: String? = nil) {
        let line = CallbackRecord(callback, at: time.now, answer: answer)
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
