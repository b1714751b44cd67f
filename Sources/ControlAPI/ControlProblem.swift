// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// The reason why a request to the control API failed.
package typealias ControlProblem = Problem

/// The kinds of problems that the control API returns.
package enum ControlProblemKind: String, Codable, Sendable, CaseIterable, ProblemVocabulary {
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
    case internalError = "internal_error"

    package var status: Int {
        switch self {
        case .badRequest: 400
        case .notAllowed: 403
        case .tooMany: 429
        case .noSuchDevice, .noSuchApp, .noSuchNotification, .noSuchActivity, .noSuchDelivery,
            .noToken, .notFound:
            404
        case .internalError: 500
        }
    }

    package var title: String { rawValue.split(separator: "_").joined(separator: " ") }
}

extension ControlProblem {
    package typealias Code = ControlProblemKind

    /// Makes a problem of one of the control API's kinds.
    ///
    /// - Parameter detail: A description of the problem, and of what the caller should try next.
    package init(_ kind: ControlProblemKind, _ detail: String) { self.init(of: kind, detail) }
}
