// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The names of the attributes of the gateway's spans. Where OpenTelemetry's semantic conventions
/// have a name, it is used. No attribute contains a device token, a key, a user or text of a
/// message.
enum TraceAttribute {
    static let method = "http.request.method"
    static let route = "http.route"
    static let status = "http.response.status_code"
    static let error = "error.type"
    static let app = "bellhop.app"
    static let lane = "bellhop.lane"
    static let environment = "bellhop.environment"
    /// The `apns-id` of a delivery, for `bellhop explain --id`.
    static let delivery = "bellhop.delivery"
    /// The number of an attempt, from 1.
    static let attempt = "bellhop.attempt"
    /// The state in which an attempt leaves its delivery.
    static let outcome = "bellhop.outcome"
    static let reason = "bellhop.reason"
    /// The number of notifications in a batch.
    static let notifications = "bellhop.notifications"

    /// The number of notifications of a batch with an outcome.
    static func count(of outcome: String) -> String { "bellhop.outcomes." + outcome }
}
