// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import GatewayAPI
import Logging
import Synchronization

/// Finds out why APNs refuses tokens with `BadDeviceToken`: it sends each of them, once, a
/// background push that shows nothing, in the other environment.
///
/// APNs responds in the same way to a token of the other environment and to a damaged token. The
/// result is stored and shown, and changes neither the registration nor what is sent.
final class TokenDiagnosis: Sendable {
    /// The maximum number of tokens of one app that are tried in one round, which is once a minute.
    static let tokensPerRoundMax = 2

    private let store: any GatewayStore
    private let sender: any PushSending
    private let time: TimeSource
    private let logger: Logger
    private let isRunning = Mutex(false)

    init(
        store: any GatewayStore, sender: any PushSending, time: TimeSource, logger: Logger
    ) {
        self.store = store
        self.sender = sender
        self.time = time
        self.logger = logger
    }

    /// Begins a round, unless the previous one is still running. Does not wait for its end.
    func begin() {
        let starts = isRunning.withLock { isRunning in
            defer { isRunning = true }
            return !isRunning
        }
        guard starts else { return }
        Task {
            await round()
            isRunning.withLock { $0 = false }
        }
    }

    /// Sends a test notification to some tokens of each app.
    func round() async {
        guard let store = store as? SQLStore else { return }
        do {
            for app in try await store.apps() where app.credential != nil && app.locked.isEmpty {
                guard let credential = try await store.credential(bundleID: app.bundleID),
                    !credential.isShadow
                else { continue }
                let now = time.now
                let trials = try await store.write { db in
                    try await SQLTokenTrials.take(
                        db, app: app.bundleID, limit: Self.tokensPerRoundMax, now: now)
                }
                for trial in trials where credential.isFor(trial.otherEnvironment) {
                    try await attempt(trial, credential, in: store)
                }
            }
        } catch is CancellationError {
            // The gateway is stopping.
        } catch {
            logger.debug(
                "tokens that APNs refused could not be tried in the other environment",
                metadata: ["error": "\(error)"])
        }
    }

    private func attempt(
        _ trial: TokenTrial, _ credential: AppCredential, in store: SQLStore
    ) async throws {
        var generator = SystemRandomNumberGenerator()
        let request = PushRequest(
            deviceToken: trial.token, body: Array(#"{"aps":{"content-available":1}}"#.utf8),
            topic: Topic(credential.bundleID), pushType: .background,
            priority: PushPriority(rawValue: 5), expiration: .oneAttempt, collapseID: nil,
            id: APNSID.random(using: &generator))
        let lane = SendingLane(
            bundleID: credential.bundleID, environment: trial.otherEnvironment, lane: .background)
        let outcome = try await sender.send(request, app: credential, in: lane)
        let isAccepted: Bool
        switch outcome {
        case .accepted: isAccepted = true
        case .rejected(let rejection):
            // Another refusal, for instance of the credential, says nothing about the token.
            guard rejection.reason == .badDeviceToken || rejection.status == 410 else { return }
            // A token that was valid in an environment until recently belongs to that environment.
            isAccepted = rejection.status == 410
        case .unknown: return
        }
        try await store.write { db in
            try await SQLTokenTrials.store(db, trial, isAccepted: isAccepted)
        }
        guard isAccepted else { return }
        logger.warning(
            """
            a token is registered for the wrong environment; correct the environment with which \
            your code registers tokens of these builds
            """,
            metadata: [
                "app": "\(credential.bundleID)", "token": "\(trial.token.redacted)",
                "registered": "\(trial.environment.rawValue)",
                "accepted": "\(trial.otherEnvironment.rawValue)",
            ])
    }
}

extension AppCredential {
    /// Whether APNs would accept the credential in an environment. A certificate may be valid for
    /// one environment only.
    func isFor(_ environment: APNSEnvironment) -> Bool {
        kind == .key || environments.contains(environment)
    }
}
