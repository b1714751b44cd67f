// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The response to `GET /health` and `GET /health/ready`.
public struct HealthResource: Hashable, Sendable, Codable {
    /// The condition of a part of the gateway.
    public enum Condition: String, Hashable, Sendable, Codable, CaseIterable {
        case ok
        /// The part has not started yet.
        case starting
        /// APNs refuses the key of an app. The gateway holds the app's notifications until the key
        /// is replaced.
        case held
        /// The part does not work.
        case failing
        /// The gateway is about to stop, and completes the requests in flight.
        case stopping
    }

    /// The condition of the whole gateway: `ok`; `degraded` if messages are accepted, but not all
    /// of them are sent; `down` if the gateway accepts or sends no messages.
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
    /// The names of the required parts that are not `ok`. They are the reason for the status
    /// `down`.
    public var notReady: [String]
    /// All parts.
    public var parts: [HealthPart]

    enum CodingKeys: String, CodingKey {
        case status, store, worker, sending, parts
        case notReady = "not_ready"
    }

    /// Creates the response from the parts; a part that is missing counts as `ok`.
    public init(parts: [HealthPart]) {
        func condition(_ names: HealthPart.Name...) -> Condition {
            names.compactMap { name in parts.first { $0.name == name }?.condition }
                .first { $0 != .ok } ?? .ok
        }
        self.parts = parts
        store = condition(.database, .schema)
        worker = condition(.worker, .campaigns)
        sending = condition(.apns, .credentials)
        notReady = parts.filter { $0.required && $0.condition != .ok }.map(\.name.rawValue)
        status =
            !notReady.isEmpty ? .down : parts.allSatisfy { $0.condition == .ok } ? .ok : .degraded
    }

    /// Whether clients should send messages to this gateway.
    public var isReady: Bool { status != .down }
}
