// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The response to `GET /health` and `GET /health/ready`.
public struct HealthResource: Hashable, Sendable, Codable {
    /// The condition of a part of the gateway.
    public enum Condition: String, Hashable, Sendable, Codable, CaseIterable {
        case ok
        /// The part has not started yet.
        case starting
        /// Only for ``HealthResource/sending``: APNs refuses the key of an app. The app's
        /// notifications are held until the key is replaced.
        case held
        /// The part does not work.
        case failing
    }

    /// The condition of the whole gateway: `ok`; `degraded` if messages are accepted, but not all
    /// of them are sent; `down` if no message is accepted or sent.
    public enum Status: String, Hashable, Sendable, Codable, CaseIterable {
        case ok, degraded, down
    }

    public var status: Status
    /// Whether the database can be read and written.
    public var store: Condition
    /// Whether the worker that sends notifications is running.
    public var worker: Condition
    /// Whether APNs responds and accepts the apps' keys.
    public var sending: Condition

    public init(store: Condition, worker: Condition, sending: Condition) {
        self.store = store
        self.worker = worker
        self.sending = sending
        status =
            store != .ok || worker != .ok ? .down : sending == .ok ? .ok : .degraded
    }

    /// Whether clients should send messages to this gateway.
    public var isReady: Bool { status != .down }
}
