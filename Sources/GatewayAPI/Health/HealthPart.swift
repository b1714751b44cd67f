// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// One part of the gateway in the response to `GET /health/ready`.
public struct HealthPart: Hashable, Sendable, Codable {
    /// The parts, in the order in which the response lists them.
    public enum Name: String, Hashable, Sendable, Codable, CaseIterable {
        /// The database can be read and written.
        case database
        /// The tables have the version that this Bellhop needs.
        case schema
        /// The worker that sends single messages is running.
        case worker
        /// The node that sends campaigns is running and can store outcomes.
        case campaigns
        /// APNs responds.
        case apns
        /// APNs accepts the keys of the apps.
        case credentials
        /// The gateway accepts requests and is not about to stop.
        case draining

        /// Whether clients should send messages to another gateway while the part is not `ok`. If a
        /// part that is not required fails, the gateway still accepts messages, which wait.
        public var isRequired: Bool {
            switch self {
            case .database, .schema, .worker, .campaigns, .draining: true
            case .apns, .credentials: false
            }
        }
    }

    public var name: Name
    public var condition: HealthResource.Condition
    /// Whether the gateway counts as not ready while the part is not `ok`.
    public var required: Bool
    /// A description of the problem; `nil` if the condition is `ok`.
    public var detail: String?
    /// The remedy for the problem; `nil` if there is nothing to do.
    public var fix: String?

    public init(
        _ name: Name, _ condition: HealthResource.Condition, detail: String? = nil,
        fix: String? = nil
    ) {
        self.name = name
        self.condition = condition
        required = name.isRequired
        self.detail = detail
        self.fix = fix
    }
}
