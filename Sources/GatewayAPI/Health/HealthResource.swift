// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What `GET /health` and `GET /health/ready` respond with.
public struct HealthResource: Hashable, Sendable, Codable {
    /// How one part of the gateway is.
    public enum Condition: String, Hashable, Sendable, Codable, CaseIterable {
        case ok
        /// It has not begun yet.
        case starting
        /// Sending: APNs refuses the key of an app, whose notifications wait for another one.
        case held
        /// It does not do its work.
        case failing
    }

    /// `ok`; `degraded` while messages are accepted but not all of them are sent; `down` while none
    /// is accepted or sent.
    public enum Status: String, Hashable, Sendable, Codable, CaseIterable {
        case ok, degraded, down
    }

    public var status: Status
    /// Whether the database can be read and written.
    public var store: Condition
    /// Whether the worker that sends looks for work.
    public var worker: Condition
    /// Whether APNs responds, and takes the apps' keys.
    public var sending: Condition

    public init(store: Condition, worker: Condition, sending: Condition) {
        self.store = store
        self.worker = worker
        self.sending = sending
        status =
            store != .ok || worker != .ok ? .down : sending == .ok ? .ok : .degraded
    }

    /// Whether clients should send messages here.
    public var isReady: Bool { status != .down }
}
