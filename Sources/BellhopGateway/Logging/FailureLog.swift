// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Logging
import Synchronization

/// Logs failures that prevent notifications from being sent, at levels that a server shows by
/// default: the first failure, and then at most one line a minute, however many failures follow.
final class FailureLog: Sendable {
    /// The time after its last failure for which the storage counts as failing. The time is limited
    /// because without new work the storage has no opportunity to show that it works again.
    static let failureTime = Duration.seconds(30)

    private struct State {
        var storeLines = LogThrottle()
        var rowLines = LogThrottle()
        var requestLines = LogThrottle()
        var sendingLines = LogThrottle()
        var lockedLines = LogThrottle()
        var identityLines = LogThrottle()
        var lastStoreFailure: Duration?
        var lastStoreProblem = GatewayStoreError.Code.failed
    }

    /// The maximum number of apps that one line names.
    private static let namesMax = 20

    private let logger: Logger
    private let time: TimeSource
    private let state = Mutex(State())

    init(logger: Logger, time: TimeSource) {
        self.logger = logger
        self.time = time
    }

    /// The problem of the storage's last failure, if it failed recently; `nil` if the storage has
    /// worked since or has not failed.
    var storeProblem: GatewayStoreError.Code? {
        let now = time.uptime
        return state.withLock { state in
            guard let last = state.lastStoreFailure, now - last < Self.failureTime else {
                return nil
            }
            return state.lastStoreProblem
        }
    }

    /// Logs that an operation of the storage failed.
    func storeFailed(_ what: String, _ error: any Error) {
        let now = time.uptime
        let heldBack = state.withLock { state in
            state.lastStoreFailure = now
            state.lastStoreProblem = (error as? GatewayStoreError)?.code ?? .failed
            return state.storeLines.count(at: now)
        }
        guard let heldBack else { return }
        logger.error(
            "the storage failed: \(what)",
            metadata: ["error": "\(error)", "not_logged_since": "\(heldBack)"])
    }

    /// Logs that a member cannot sign in because of the identity provider.
    func identityProviderFailed(_ cause: String) {
        let now = time.uptime
        guard let heldBack = state.withLock({ $0.identityLines.count(at: now) }) else { return }
        logger.warning(
            "signing in failed because of the identity provider",
            metadata: ["cause": "\(cause)", "not_logged_since": "\(heldBack)"])
    }

    /// Records that the storage completed an operation.
    func storeWorked() {
        let hadFailed = state.withLock { state in
            defer { state.lastStoreFailure = nil }
            return state.lastStoreFailure != nil
        }
        if hadFailed { logger.notice("the storage works again") }
    }

    /// Records that the storage responded to a check. The response ends a failure of the
    /// connection, but no other failure: a full disk, for instance, counts as a failure until
    /// something has been written.
    func storeResponds() {
        let hadFailed = state.withLock { state in
            guard state.lastStoreFailure != nil, state.lastStoreProblem.isAboutConnection else {
                return false
            }
            state.lastStoreFailure = nil
            return true
        }
        if hadFailed { logger.notice("the storage responds again") }
    }

    /// Logs that rows could not be read and were set aside.
    func unreadable(_ rows: [UnreadableRow]) {
        guard let first = rows.first else { return }
        let heldBack = state.withLock { $0.rowLines.count(at: time.uptime) }
        guard let heldBack else { return }
        logger.error(
            "a row of the database cannot be read and is not sent; the other rows are sent",
            metadata: [
                "table": "\(first.table)", "key": "\(first.key)", "cause": "\(first.cause)",
                "others": "\(rows.count - 1)", "not_logged_since": "\(heldBack)",
            ])
    }

    /// Logs that the credentials of apps cannot be opened.
    func locked(_ bundleIDs: [String]) {
        guard !bundleIDs.isEmpty else { return }
        let heldBack = state.withLock { $0.lockedLines.count(at: time.uptime) }
        guard let heldBack else { return }
        logger.error(
            """
            the master key does not open the secrets of apps; their notifications stay queued \
            until the gateway runs with the key with which the secrets were sealed
            """,
            metadata: [
                "apps": "\(bundleIDs.prefix(Self.namesMax).joined(separator: " "))",
                "count": "\(bundleIDs.count)", "not_logged_since": "\(heldBack)",
            ])
    }

    /// Logs that the gateway failed to handle a valid request of the HTTP API.
    func requestFailed(_ error: any Error) {
        if let error = error as? GatewayStoreError { return storeFailed("a request", error) }
        let heldBack = state.withLock { $0.requestLines.count(at: time.uptime) }
        guard let heldBack else { return }
        // The text of the error may quote the request, so only the type of the error is logged.
        logger.error(
            "a request failed because of an unexpected error",
            metadata: [
                "error": "\(type(of: error))", "not_logged_since": "\(heldBack)",
            ])
    }

    /// Logs that APNs does not respond to requests for a destination.
    func sendingFailed(_ destination: SendingDestination, cause: String) {
        let heldBack = state.withLock { $0.sendingLines.count(at: time.uptime) }
        guard let heldBack else { return }
        logger.warning(
            """
            \(destination.transport.displayName) does not respond; notifications stay queued and \
            are sent again
            """,
            metadata: [
                "app": "\(destination.bundleID)",
                "environment": "\(destination.environment.rawValue)",
                "cause": "\(cause)", "not_logged_since": "\(heldBack)",
            ])
    }

    /// Logs that APNs, after a failure, responds to requests for a destination.
    func sendingWorks(_ destination: SendingDestination) {
        logger.notice(
            "\(destination.transport.displayName) responds again",
            metadata: [
                "app": "\(destination.bundleID)",
                "environment": "\(destination.environment.rawValue)",
            ])
    }

    /// Logs that a destination was put on hold.
    func held(_ destination: SendingDestination, keyID: String, reason: String) {
        logger.warning(
            """
            \(destination.transport.displayName) refuses the app's key; the app's notifications \
            stay queued until another key is uploaded
            """,
            metadata: [
                "app": "\(destination.bundleID)",
                "environment": "\(destination.environment.rawValue)",
                "key": "\(keyID)", "reason": "\(reason)",
            ])
    }

    /// Logs that a hold has ended.
    func released(_ destination: SendingDestination) {
        logger.notice(
            "\(destination.transport.displayName) accepts the app's key again",
            metadata: [
                "app": "\(destination.bundleID)",
                "environment": "\(destination.environment.rawValue)",
            ])
    }
}
