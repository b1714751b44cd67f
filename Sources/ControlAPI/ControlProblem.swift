// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Why the control API could not do something (RFC 9457, `application/problem+json`).
public struct ControlProblem: Error, Codable, Sendable, Hashable, CustomStringConvertible {
    /// A word for programs.
    public enum Code: String, Codable, Sendable {
        case badRequest = "bad_request"
        case noSuchDevice = "no_such_device"
        case noSuchApp = "no_such_app"
        case noSuchNotification = "no_such_notification"
        case noSuchActivity = "no_such_activity"
        case noSuchDelivery = "no_such_delivery"
        case noToken = "no_token"
        case notAllowed = "not_allowed"
        case tooMany = "too_many"
        case notFound = "not_found"

        /// The HTTP status it is answered with.
        public var status: Int {
            switch self {
            case .badRequest: 400
            case .notAllowed: 403
            case .tooMany: 429
            case .noSuchDevice, .noSuchApp, .noSuchNotification, .noSuchActivity, .noSuchDelivery,
                .noToken, .notFound:
                404
            }
        }
    }

    public let code: Code
    public let status: Int
    public let title: String
    /// What is wrong and what to try next.
    public let detail: String

    public init(_ code: Code, _ detail: String) {
        self.code = code
        status = code.status
        title = code.rawValue.split(separator: "_").joined(separator: " ")
        self.detail = detail
    }

    public var description: String { detail }
}
