// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The reason why the app wants to send notifications, in the app's own words: the feature that
/// needs them, and its benefit for the person.
///
/// Every request needs a reason: most people answer a prompt without a reason, for instance at the
/// first launch, with "Don't Allow", and the system asks only once.
public struct PermissionReason: Hashable, Sendable, Codable, Identifiable {
    /// The feature that needs notifications, for instance `order-updates`. A "Not now" is counted
    /// for each feature.
    public var feature: String
    /// One line, in the person's language: "Know when your order is at the door".
    public var title: String
    /// A sentence or two that describe the notifications, and how often they are sent.
    public var message: String

    public init(feature: String, title: String, message: String = "") {
        self.feature = feature
        self.title = title
        self.message = message
    }

    public var id: String { feature }

    /// Whether neither the feature nor the title is blank.
    var isGiven: Bool {
        ![feature, title].contains { $0.allSatisfy(\.isWhitespace) }
    }
}

/// The result of a permission request.
public enum PermissionResult: Hashable, Sendable {
    /// Notifications are allowed: the person has just allowed them, or had allowed them before.
    case granted
    /// The person did not allow notifications in the system's prompt.
    case denied
    /// The person said "Not now" to the app's own explanation; the system did not ask.
    case notNow
    /// The person was not asked.
    case refused(PermissionRefusal)

    public var isGranted: Bool { self == .granted }
}

/// The reason why the person was not asked.
public enum PermissionRefusal: Hashable, Sendable, CustomStringConvertible {
    /// The reason's feature or title is blank.
    case reasonMissing
    /// The person did not allow notifications in the system's prompt, and the system never asks
    /// again (`AUTH-11`).
    case denied
    /// The person said "Not now" a short time ago.
    case declinedRecently(until: Date)
    /// The person said "Not now" so often that the app no longer suggests notifications for the
    /// feature by itself.
    case declinedTooOften
    /// Another explanation or prompt is on the screen.
    case busy
    /// The person has already decided; provisional permission is possible only before the first
    /// prompt.
    case alreadyDecided
    /// The app must be authorized before it asks for critical alerts.
    case notAuthorized
    /// The task that waited for the response was cancelled.
    case cancelled
    /// The system returned an error.
    case failed(String)

    public var description: String {
        switch self {
        case .reasonMissing:
            "the request has no reason. Set the feature, and a title that names the benefit."
        case .denied:
            "notifications were denied, and the system asks only once. Show a button that opens "
                + "Settings."
        case .declinedRecently(let date):
            "the person chose \"Not now\". Do not ask again before \(date.formatted(.iso8601))."
        case .declinedTooOften:
            "the person chose \"Not now\" too often. Show a button in the app's settings instead."
        case .busy: "another request is on the screen. Ask when the person has responded to it."
        case .alreadyDecided:
            "the person has already decided. Provisional permission can be requested only before "
                + "the first prompt."
        case .notAuthorized:
            "critical alerts require permission for notifications. Request that permission first."
        case .cancelled: "the task that made the request was cancelled"
        case .failed(let error): "the request for permission failed: \(error)"
        }
    }
}
