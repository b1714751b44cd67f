// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import Synchronization

/// Records what the outcomes of a worker's deliveries show about their destinations: whether the
/// provider responds, and whether it accepts the app's credential.
final class DestinationRecord: Sendable {
    /// Is called when a destination is put on hold, because the provider refuses the credential.
    typealias OnRefusedCredential =
        @Sendable (SendingDestination, _ keyID: String, _ reason: String) async -> Void

    private let time: TimeSource
    private let failures: FailureLog
    private let onRefusedCredential: OnRefusedCredential
    private let state = Mutex(State())

    private struct State {
        var holds = CredentialHolds()
        var sending = SendingFailures()
    }

    init(
        time: TimeSource, failures: FailureLog,
        onRefusedCredential: @escaping OnRefusedCredential
    ) {
        self.time = time
        self.failures = failures
        self.onRefusedCredential = onRefusedCredential
    }

    /// Whether sending to any destination fails.
    var isAnyFailing: Bool { state.withLock { $0.sending.isAnyFailing } }

    /// The destinations on hold, with the reason that the provider gave.
    var held: [SendingDestination: String] { state.withLock { $0.holds.held } }

    /// The maximum number of deliveries in flight for each destination that is on hold or paused.
    func limits(at uptime: Duration) -> [SendingDestination: Int] {
        state.withLock { $0.holds.limits(at: uptime) }
    }

    /// Records that an app got a credential.
    func replaced(bundleID: String, _ transport: PushTransport, identity: String) {
        state.withLock {
            $0.holds.replaced(bundleID: bundleID, transport, identity: identity)
        }
    }

    /// Records what an outcome of FCM or Web Push shows about the destination.
    func note(
        _ outcome: ForeignOutcome, _ destination: SendingDestination,
        _ credential: ProviderCredential
    ) async {
        if let cause = outcome.failure {
            return noteFailure(
                destination, cause: cause, isUnreachable: !outcome.mayHaveBeenProcessed)
        }
        let (uptime, identity) = (time.uptime, credential.identity)
        switch outcome.verdict {
        case .credentialRejected, .onwardCredentialRejected:
            let isNew = state.withLock { state in
                state.holds.refused(
                    destination, identity: identity, reason: outcome.reason, at: uptime)
            }
            if isNew {
                failures.held(destination, keyID: credential.facts.name, reason: outcome.reason)
                await onRefusedCredential(destination, credential.facts.name, outcome.reason)
            }
        case .senderThrottled:
            let pause = min(outcome.retryAfter ?? .zero, DeliveryPolicy.retryAfterMax)
            state.withLock { $0.holds.throttled(destination, until: uptime + pause) }
        case .unavailable: state.withLock { $0.holds.unclear(destination, at: uptime) }
        default:
            let hasEnded = state.withLock { $0.holds.proved(destination, identity: identity) }
            if hasEnded { failures.released(destination) }
        }
        let works = state.withLock { $0.sending.responded(destination) }
        if works { failures.sendingWorks(destination) }
    }

    /// Records what an outcome shows about the destination: whether APNs responds, and whether APNs
    /// accepts the credential.
    func note(
        _ outcome: PushOutcome, _ destination: SendingDestination, _ credential: AppCredential
    ) async {
        let uptime = time.uptime
        let identity = credential.identity
        switch outcome {
        case .unknown(let unknown):
            return noteFailure(
                destination, cause: unknown.cause, isUnreachable: unknown.code.isAboutConnecting)
        case .rejected(let rejection) where DeliveryPolicy.refusesCredential(rejection):
            let reason = rejection.reason.rawValue
            let isNew = state.withLock { state in
                state.holds.refused(destination, identity: identity, reason: reason, at: uptime)
            }
            if isNew {
                failures.held(destination, keyID: credential.keyID, reason: reason)
                await onRefusedCredential(destination, credential.keyID, reason)
            }
        case .rejected(let rejection) where rejection.status == 429 || rejection.status >= 500:
            // APNs may not have checked the credential.
            state.withLock { $0.holds.unclear(destination, at: uptime) }
        case .accepted, .rejected:
            let hasEnded = state.withLock { $0.holds.proved(destination, identity: identity) }
            if hasEnded { failures.released(destination) }
        }
        let works = state.withLock { $0.sending.responded(destination) }
        if works { failures.sendingWorks(destination) }
    }

    /// - Parameter isUnreachable: whether there was no connection. In this case, even the first
    ///   failure is logged, because with a single message, it may take minutes until there have
    ///   been enough failures for the destination to count as failing.
    func noteFailure(
        _ destination: SendingDestination, cause: String, isUnreachable: Bool
    ) {
        let uptime = time.uptime
        let isFailing = state.withLock { state in
            state.holds.unclear(destination, at: uptime)
            return state.sending.failed(destination)
        }
        if isFailing || isUnreachable { failures.sendingFailed(destination, cause: cause) }
    }
}
