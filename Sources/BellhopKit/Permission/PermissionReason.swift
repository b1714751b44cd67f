// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Why the app wants to send notifications, in the app's own words: for which feature, and what the
/// person gets from it.
///
/// Asking always needs one: a question without a reason, as at the first launch, is mostly answered
/// with "Don't Allow", and the system asks only once.
public struct PermissionReason: Hashable, Sendable, Codable, Identifiable {
    /// The feature that needs notifications, for instance `order-updates`. A "Not now" is counted
    /// for each feature.
    public var feature: String
    /// One line, in the person's language: "Know when your order is at the door".
    public var title: String
    /// A sentence or two that say what is sent, and how often.
    public var message: String

    public init(feature: String, title: String, message: String = "") {
        self.feature = feature
        self.title = title
        self.message = message
    }

    public var id: String { feature }

    /// Whether it names a feature and says something.
    var isGiven: Bool {
        ![feature, title].contains { $0.allSatisfy(\.isWhitespace) }
    }
}

/// What came of asking.
public enum PermissionAnswer: Hashable, Sendable {
    /// Notifications are allowed now, or were before.
    case granted
    /// The person said no to the system.
    case denied
    /// The person said "Not now" to the app's own words; the system was not asked.
    case notNow
    /// Nobody was asked.
    case refused(PermissionRefusal)

    public var isGranted: Bool { self == .granted }
}

/// Why nobody was asked.
public enum PermissionRefusal: Hashable, Sendable, CustomStringConvertible {
    /// The reason names no feature or says nothing.
    case reasonMissing
    /// The person said no to the system, which never asks again (`AUTH-11`).
    case denied
    /// The person said "Not now" a short time ago.
    case resting(until: Date)
    /// The person said "Not now" so often that the app does not suggest it again by itself.
    case declinedTooOften
    /// Another question is on the screen.
    case busy
    /// A quiet trial is only for those who were never asked.
    case decided
    /// The app must be authorized before it asks for critical alerts.
    case notAuthorized
    /// The waiting task was cancelled.
    case cancelled
    /// The system's error.
    case failed(String)

    public var description: String {
        switch self {
        case .reasonMissing:
            "asking needs a reason: name the feature and say in a line what it is good for"
        case .denied:
            "notifications were denied and the system asks only once; show a button that opens "
                + "Settings"
        case .resting(let date):
            "the person said \"Not now\"; do not suggest it before \(date.formatted(.iso8601))"
        case .declinedTooOften:
            "the person said \"Not now\" too often; offer a button in the app's settings instead"
        case .busy: "another question is on the screen; ask when it is answered"
        case .decided: "the person has decided already; a trial needs a fresh start"
        case .notAuthorized:
            "critical alerts are asked for after notifications were allowed; ask for those first"
        case .cancelled: "the task that asked was cancelled"
        case .failed(let words): "the system could not ask: \(words)"
        }
    }
}
