// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI

/// Decides when to call the server, and what to send. The state receives events and the time, and
/// returns the next step.
///
/// There is one call at a time. Changes during a call are sent by the next call, so an older state
/// never reaches the server after a newer one. A call that was begun and not confirmed leaves the
/// server's state in doubt (``RegistrationRecord/isInDoubt``) and is followed by another call, in
/// the next launch if necessary. Until the record of earlier launches can be read, events are
/// stored and nothing is decided.
struct RegistrationState: Sendable {
    /// The next step of the registration.
    enum Step: Hashable, Sendable {
        case upload
        case wait(until: Date)
        case nothing
    }

    let timing: RegistrationTiming
    /// The stored record; `nil` until it could be read.
    private(set) var record: RegistrationRecord?
    /// The tokens that the system provided in this launch.
    private(set) var tokens: [TokenName: DeviceToken] = [:]
    private(set) var facts: DeviceRegistration?
    /// The reason why the system provided no token.
    private(set) var tokenFailure: String?
    /// The registration that the running call sends.
    private(set) var underWay: DeviceRegistration?
    /// The reason why the most recent call failed.
    private(set) var failure: String?
    private var early: [RegistrationEvent] = []
    /// The maximum number of events stored while the record cannot be read; the oldest are dropped.
    private static let earlyMax = 256
    private var burstEnds: Date?
    private var failuresInLaunch = 0
    /// Whether a retry without changes would be refused again.
    private var isRefused = false

    init(timing: RegistrationTiming = RegistrationTiming()) { self.timing = timing }

    // MARK: Events

    /// Sets the record and applies the events that happened before it could be read.
    mutating func load(_ record: RegistrationRecord, at now: Date) {
        guard self.record == nil else { return }
        self.record = record
        let events = early
        early = []
        for event in events { apply(event, at: now) }
    }

    mutating func apply(_ event: RegistrationEvent, at now: Date) {
        guard record != nil else {
            early = early.suffix(Self.earlyMax - 1) + [event]
            return
        }
        let needed = isNeeded(at: now)
        if event == .resumed || changesRefusedData(event) {
            failuresInLaunch = 0
            isRefused = false
        }
        switch event {
        case .resumed: break
        case .facts(let facts): self.facts = facts
        case .token(let name, let token): keep(token, as: name)
        case .tokenFailed(let why): tokenFailure = why
        case .ended(let name): end(name)
        case .user(let user, let proof): change(to: user, proof)
        case .badge(let number): record?.badge = number
        }
        if burstEnds == nil, !needed || underWay != nil, isNeeded(at: now) {
            burstEnds = now + timing.burst.inSeconds
        }
    }

    /// Returns whether the event changes the data that the server refused, so that the server may
    /// accept it now.
    private func changesRefusedData(_ event: RegistrationEvent) -> Bool {
        guard let record else { return false }
        switch event {
        case .facts(let facts): return facts != self.facts
        case .token(let name, let token): return tokens[name] != token
        case .user(let user, let proof): return record.user != user || record.userProof != proof
        case .resumed, .tokenFailed, .ended, .badge: return false
        }
    }

    private mutating func keep(_ token: DeviceToken, as name: TokenName) {
        tokens[name] = token
        if name.family == .app { tokenFailure = nil }
        record?.ended.removeAll { $0 == name }
    }

    private mutating func end(_ name: TokenName) {
        tokens[name] = nil
        guard var record, !record.ended.contains(name) else { return }
        record.ended.append(name)
        // Names beyond the maximum are dropped here. The server learns from APNs that their tokens
        // are dead.
        record.ended = Array(record.ended.suffix(RegistrationRecord.endedMax))
        self.record = record
    }

    private mutating func change(to user: String?, _ proof: String?) {
        guard var record, record.user != user || record.userProof != proof else { return }
        if record.user != user, record.user != nil, record.mayBeKnown {
            record.isUserLeaving = true
        }
        (record.user, record.userProof) = (user, proof)
        if !record.isRetryAtServers { record.retryAt = nil }
        self.record = record
    }

    /// Ends the current burst, so that its changes are sent without further delay.
    mutating func endBurst() { burstEnds = nil }

    // MARK: Decisions

    /// Returns the next step.
    func next(at now: Date) -> Step {
        guard let record, underWay == nil, isNeeded(at: now), !isRefused,
            failuresInLaunch < timing.failuresPerLaunchMax
        else { return .nothing }
        // If the date is further in the future than the length of a burst, the clock was wrong when
        // the date was recorded.
        let burst = burstEnds.flatMap { $0 <= now + timing.burst.inSeconds ? $0 : nil }
        let retry = timing.retry.pending(record.retryAt, at: now)
        let due = max(burst ?? now, retry ?? now)
        return due > now ? .wait(until: due) : .upload
    }

    /// Returns whether the server has to be called.
    func isNeeded(at now: Date) -> Bool {
        guard let record, let current = registration() else { return false }
        // Before the system has provided a token, the registration would be incomplete. A sign-out
        // does not wait for the token.
        if record.mayBeKnown, record.isUserLeaving { return true }
        guard !tokens.isEmpty || (record.mayBeKnown && tokenFailure != nil) else { return false }
        guard !record.isInDoubt, record.ended.isEmpty, let confirmed = record.confirmed else {
            return true
        }
        let isChanged = current.tokens.contains {
            confirmed.tokens[RegistrationRecord.key($0.name)] != record.hash($0.token.bytes)
        }
        let age = now.timeIntervalSince(confirmed.at)
        let isFresh = age >= 0 && age < timing.freshness.inSeconds
        return isChanged || record.badge != nil || confirmed.facts != record.factsHash(current)
            || (!isFresh && !tokens.isEmpty)
    }

    /// Returns the registration to send; `nil` when this app cannot be registered.
    func registration() -> DeviceRegistration? {
        guard let record, var registration = facts else { return nil }
        (registration.user, registration.userProof) = (record.user, record.userProof)
        // The app's own token has priority when there are too many tokens.
        let sorted = tokens.sorted {
            ($0.key.family == .app ? 0 : 1, RegistrationRecord.key($0.key))
                < ($1.key.family == .app ? 0 : 1, RegistrationRecord.key($1.key))
        }
        // A gateway accepts a token only once. If the same token had two names, the gateway would
        // refuse the whole registration.
        var seen: Set<DeviceToken> = []
        let once = sorted.filter { seen.insert($0.value).inserted }
        registration.tokens = once.prefix(GatewayLimits.tokensPerRegistrationMax).map {
            TokenRegistration($0.key, $0.value)
        }
        registration.ended = record.ended
        registration.badge = record.badge
        return registration
    }

    // MARK: Calls

    /// Begins a call; the record must be saved before the call is made.
    mutating func begin() -> DeviceRegistration? {
        guard underWay == nil, let current = registration() else { return nil }
        underWay = current
        burstEnds = nil
        record?.mayBeKnown = true
        record?.isInDoubt = true
        return current
    }

    /// Records that the server accepted the registration.
    mutating func succeed(at now: Date) {
        guard let sent = underWay, var record else { return }
        underWay = nil
        var confirmed =
            record.confirmed ?? RegistrationRecord.Confirmed(at: now, facts: "", tokens: [:])
        for name in sent.ended { confirmed.tokens[RegistrationRecord.key(name)] = nil }
        // When there are too many entries, all are removed: a hash that is missing costs one more
        // call, while hashes of ended activities would accumulate.
        if confirmed.tokens.count > GatewayLimits.tokensPerRegistrationMax {
            confirmed.tokens = [:]
        }
        for token in sent.tokens {
            let key = RegistrationRecord.key(token.name)
            confirmed.tokens[key] = record.hash(token.token.bytes)
        }
        (confirmed.at, confirmed.facts) = (now, record.factsHash(sent))
        record.confirmed = confirmed
        record.isInDoubt = false
        record.ended.removeAll(where: sent.ended.contains)
        if sent.user == record.user { record.isUserLeaving = false }
        // The app may have set another number during the call.
        if sent.badge == record.badge { record.badge = nil }
        (record.failures, record.retryAt, record.isRetryAtServers) = (0, nil, false)
        self.record = record
        (failure, failuresInLaunch, isRefused) = (nil, 0, false)
    }

    /// Records that the call failed, or that its outcome is not known.
    mutating func fail(
        _ error: any Error, at now: Date, using generator: inout some RandomNumberGenerator
    ) {
        guard let sent = underWay, var record else { return }
        underWay = nil
        record.failures += 1
        failuresInLaunch += 1
        let refusal = error as? BackendError
        failure = refusal?.detail ?? "the call to the app's server failed (\(type(of: error)))"
        // A refusal applies to the data that was sent. Data that has changed since may be accepted.
        isRefused = refusal?.isRetryable == false && sent == registration()
        let wait = timing.retry.delay(
            failures: record.failures, after: error, using: &generator)
        record.retryAt = now + wait.inSeconds
        record.isRetryAtServers = refusal?.retryAfter != nil
        self.record = record
    }

    /// Records that the server deleted this installation. Nothing is sent until the system provides
    /// a token again.
    mutating func forget(_ record: RegistrationRecord) {
        guard self.record != nil, underWay == nil else { return }
        self.record = record
        tokens = [:]
        (failure, burstEnds, isRefused, failuresInLaunch) = (nil, nil, false, 0)
    }

    // MARK: Status

    /// Returns the status of the registration, for display.
    func status(at now: Date) -> RegistrationStatus {
        if underWay != nil { return .uploading }
        let step = next(at: now)
        if let failure, isNeeded(at: now) {
            if case .wait(let date) = step { return .failed(failure, next: date) }
            return .failed(failure, next: nil)
        }
        switch step {
        case .upload: return .waiting(until: now)
        case .wait(let date): return .waiting(until: date)
        case .nothing: break
        }
        if let tokenFailure { return .failed(tokenFailure, next: nil) }
        guard tokens[TokenName(.app)] != nil, let confirmed = record?.confirmed else {
            return .waitingForToken
        }
        return .registered(at: confirmed.at)
    }
}
