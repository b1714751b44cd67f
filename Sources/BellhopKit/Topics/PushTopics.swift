// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
public import Observation

/// The topics to which this installation is subscribed.
///
/// A decision takes effect here immediately and is stored. It is sent as soon as the server knows
/// the installation and its user, in a later launch if necessary. Of several decisions about one
/// topic, only the last is sent. Topics must have been declared on the server
/// (`PUT /v1/apps/{bundle_id}/topics/{topic}`); a decision about any other topic is dropped and
/// reported to ``PushConfiguration/onError``.
///
/// ```swift
/// Toggle("News", isOn: Binding { push.topics.isSubscribed(to: "news") } set: {
///     push.topics.setSubscribed($0, to: "news")
/// })
/// ```
@MainActor
@Observable
public final class PushTopics {
    /// The maximum number of failed calls in one process since the last decision. When it is
    /// reached, the next call is made when the app becomes active.
    static let failuresMax = 8

    @ObservationIgnored private let backend: any DeviceBackend
    @ObservationIgnored private let context: AppContext
    @ObservationIgnored private let file: SharedFile<TopicDecisions>
    /// Returns this installation if the server has its current registration; otherwise `nil`.
    @ObservationIgnored private let installation: @MainActor () -> Installation?
    @ObservationIgnored private let onError: @MainActor (PushError) -> Void
    @ObservationIgnored private let retry = RetryDelay.standard
    @ObservationIgnored private var generator = SystemRandomNumberGenerator()
    @ObservationIgnored private var sending: Task<Void, Never>?
    @ObservationIgnored private var timer: Task<Void, Never>?
    @ObservationIgnored private var failures = 0

    /// The last known decision about each topic: `true` for a subscription. Topics about which
    /// nothing was decided are missing.
    public private(set) var states: [String: Bool] = [:]

    init(
        backend: any DeviceBackend, context: AppContext,
        installation: @escaping @MainActor () -> Installation?,
        onError: @escaping @MainActor (PushError) -> Void
    ) {
        self.backend = backend
        self.context = context
        self.installation = installation
        self.onError = onError
        file = context.folder.onThisPhone.file("topics", missing: TopicDecisions())
        show()
    }

    deinit {
        sending?.cancel()
        timer?.cancel()
    }

    /// Returns whether this installation is subscribed, as far as is known here.
    public func isSubscribed(to topic: String) -> Bool { states[topic] ?? false }

    /// Subscribes to a topic, or ends the subscription.
    ///
    /// - Parameter note: the evidence that the person agreed, for instance the name of a form and
    ///   its version, at most ``/GatewayAPI/GatewayLimits/nameByteCountMax`` bytes; the
    ///   server keeps it in the history of decisions.
    /// - Returns: `false` when nothing was recorded, because the name is not valid or too many
    ///   decisions are waiting, or because the phone has not been unlocked since its restart.
    @discardableResult
    public func setSubscribed(
        _ isSubscribed: Bool, to topic: String, note: String? = nil
    ) -> Bool {
        let decision = TopicDecisions.Decision(isSubscribed: isSubscribed, note: note)
        guard change({ $0.decide(topic, decision) }) == true else { return false }
        failures = 0
        _ = start()
        return true
    }

    /// Reads the subscriptions from the server, for instance to show them after a new installation.
    ///
    /// - Throws: the error of the backend; ``states`` does not change then. Also throws when the
    ///   server does not know this installation yet.
    public func refresh() async throws {
        guard let installation = installation() else {
            throw BackendError(
                .unreachable, "the installation is not registered yet. Try again when it is.")
        }
        let states = try await backend.topics(of: installation)
        change { $0.report(states) }
    }

    /// Sends the waiting decisions now. Returns when they are sent or a call has failed.
    public func flush() async { await start().value }

    /// Forgets the decisions of a user who has signed out: the server ends that user's
    /// subscriptions, and waiting decisions must not apply to the next user.
    func forget() {
        sending?.cancel()
        change { $0 = TopicDecisions() }
    }

    /// Waits for a call that is under way, but not for the next scheduled call.
    func settled() async { await sending?.value }

    private func start() -> Task<Void, Never> {
        if let sending { return sending }
        timer?.cancel()
        timer = nil
        let task = Task { [weak self] () -> Void in await self?.send() }
        sending = task
        return task
    }

    private func send() async {
        defer {
            sending = nil
            sendLater()
        }
        for _ in 0..<TopicDecisions.countMax {
            guard !Task.isCancelled, let installation = installation(),
                let next = try? file.read().next(at: context.time.now, retry: retry)
            else { return }
            let decision = TopicDecision(
                subscribed: next.decision.isSubscribed, note: next.decision.note)
            do {
                try await backend.decide(decision, topic: next.topic, for: installation)
                if !Task.isCancelled { change { $0.succeed(next) } }
            } catch {
                guard !Task.isCancelled, note(error, of: next) else { return }
            }
        }
    }

    /// - Returns: whether the next decision may be sent immediately.
    private func note(_ error: any Error, of sent: TopicDecisions.Waiting) -> Bool {
        failures += 1
        let (now, retry) = (context.time.now, retry)
        var generator = generator
        let isRemoved = change {
            $0.fail(sent, error, at: now, retry: retry, using: &generator)
        }
        if isRemoved == true { onError(.topicRefused(sent.topic, error)) }
        return isRemoved == true
    }

    /// Schedules a call for decisions that wait because the last call failed.
    private func sendLater() {
        guard timer == nil, failures < Self.failuresMax, installation() != nil,
            let decisions = try? file.read(), !decisions.waiting.isEmpty,
            let due = retry.pending(decisions.retryAt, at: context.time.now)
        else { return }
        timer = Task { [weak self, time = context.time] in
            guard (try? await time.sleep(until: due)) != nil, !Task.isCancelled else { return }
            self?.timer = nil
            await self?.flush()
        }
    }

    /// - Returns: what the body returns; `nil` if the file cannot be read or written.
    @discardableResult
    private func change<Output>(_ body: (inout TopicDecisions) -> Output) -> Output? {
        do {
            let output = try file.update(body)
            show()
            return output
        } catch {
            onError(.files(error))
            return nil
        }
    }

    private func show() {
        let now = (try? file.read())?.states ?? states
        if states != now { states = now }
    }
}
