// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Logging
import Synchronization

/// Reports what keeps notifications from being sent, at levels that a server shows by default:
/// once when it begins and then once a minute, however often it happens.
final class FailureLog: Sendable {
    /// How long after its last failure the storage still counts as failing. Without new work there
    /// is nothing by which it could show that it works again.
    static let failureTime = Duration.seconds(30)

    private struct State {
        var storeLines = LogThrottle()
        var rowLines = LogThrottle()
        var requestLines = LogThrottle()
        var sendingLines = LogThrottle()
        var lastStoreFailure: Duration?
    }

    private let logger: Logger
    private let time: TimeSource
    private let state = Mutex(State())

    init(logger: Logger, time: TimeSource) {
        self.logger = logger
        self.time = time
    }

    /// Whether the storage failed a short while ago.
    var isStoreFailing: Bool {
        guard let last = state.withLock({ $0.lastStoreFailure }) else { return false }
        return time.uptime - last < Self.failureTime
    }

    /// The storage did not do something.
    func storeFailed(_ what: String, _ error: any Error) {
        let now = time.uptime
        let heldBack = state.withLock { state in
            state.lastStoreFailure = now
            return state.storeLines.count(at: now)
        }
        guard let heldBack else { return }
        logger.error(
            "the storage failed: \(what)",
            metadata: ["error": "\(error)", "not_logged_since": "\(heldBack)"])
    }

    /// The storage wrote something.
    func storeWorked() {
        let hadFailed = state.withLock { state in
            defer { state.lastStoreFailure = nil }
            return state.lastStoreFailure != nil
        }
        if hadFailed { logger.notice("the storage works again") }
    }

    /// Rows were set aside.
    func unreadable(_ rows: [UnreadableRow]) {
        guard let first = rows.first else { return }
        let heldBack = state.withLock { $0.rowLines.count(at: time.uptime) }
        guard let heldBack else { return }
        logger.error(
            "a row of the database cannot be read and was set aside; the others are sent",
            metadata: [
                "table": "\(first.table)", "key": "\(first.key)", "cause": "\(first.cause)",
                "others": "\(rows.count - 1)", "not_logged_since": "\(heldBack)",
            ])
    }

    /// The gateway could not do a request of the HTTP API that is correct.
    func requestFailed(_ error: any Error) {
        if let error = error as? GatewayStoreError { return storeFailed("a request", error) }
        let heldBack = state.withLock { $0.requestLines.count(at: time.uptime) }
        guard let heldBack else { return }
        // What the error says may quote the request, so only its type is logged.
        logger.error(
            "a request failed for no known reason",
            metadata: [
                "error": "\(type(of: error))", "not_logged_since": "\(heldBack)",
            ])
    }

    /// A lane gets no responses from APNs.
    func sendingFailed(_ lane: SendingLane, cause: String) {
        let heldBack = state.withLock { $0.sendingLines.count(at: time.uptime) }
        guard let heldBack else { return }
        logger.error(
            "APNs does not respond; notifications stay queued and are sent again",
            metadata: [
                "app": "\(lane.bundleID)", "environment": "\(lane.environment.rawValue)",
                "cause": "\(cause)", "not_logged_since": "\(heldBack)",
            ])
    }

    /// A lane gets responses again.
    func sendingWorks(_ lane: SendingLane) {
        logger.notice(
            "APNs responds again",
            metadata: [
                "app": "\(lane.bundleID)", "environment": "\(lane.environment.rawValue)",
            ])
    }

    /// A lane was put on hold.
    func held(_ lane: SendingLane, keyID: String, reason: String) {
        logger.warning(
            "APNs refuses the app's key; its notifications stay queued until it has another one",
            metadata: [
                "app": "\(lane.bundleID)", "environment": "\(lane.environment.rawValue)",
                "key": "\(keyID)", "reason": "\(reason)",
            ])
    }

    /// A hold has ended.
    func released(_ lane: SendingLane) {
        logger.notice(
            "APNs takes the app's key again",
            metadata: [
                "app": "\(lane.bundleID)", "environment": "\(lane.environment.rawValue)",
            ])
    }
}
