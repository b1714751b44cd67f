// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The answers of app code about one notification. A decision that needs another answer has a
/// ``ArrivalDecision/question``; the same notification is then decided again with that answer.
public struct ArrivalAnswers: Hashable, Sendable {
    /// How the service extension ended; `nil` until it was called. If the extension calls its
    /// handler more than once, the first call counts (`NSE-9`).
    public var serviceExtension: ServiceExtensionResult?
    /// The answer of `willPresent`; `nil` until it was called. Once it is set, the app counts as in
    /// use, even if it left the foreground meanwhile.
    public var presentation: PresentationAnswer?
    /// How ``Device/startBackgroundRun(_:)`` made the app run for its background callback, if that
    /// happened before the other answers were known; `nil` otherwise. If set, the decision leaves
    /// out that callback and does not count the wake again.
    public var startedWake: ArrivalDecision.Wake?
    /// Whether the app can decode a Live Activity's new content state; `nil` until the app was
    /// asked.
    public var contentStateFits: Bool?

    public init(
        serviceExtension: ServiceExtensionResult? = nil, presentation: PresentationAnswer? = nil,
        startedWake: ArrivalDecision.Wake? = nil, contentStateFits: Bool? = nil
    ) {
        self.contentStateFits = contentStateFits
        self.serviceExtension = serviceExtension
        self.presentation = presentation
        self.startedWake = startedWake
    }
}

/// The result of asking the app in use how to present a notification.
public enum PresentationAnswer: Hashable, Sendable {
    case options(PresentationOptions)
    /// There is a delegate without `willPresent`, or none at all (`FG-1`).
    case notImplemented
    /// There is no notification center delegate, but an app delegate that receives remote
    /// notifications (`FG-11`).
    case fellThrough
    /// It did not answer in time (`FG-8`).
    case timedOut

    public var options: PresentationOptions {
        if case .options(let options) = self { options } else { [] }
    }

    /// Whether `willPresent` was called.
    public var comesFromWillPresent: Bool {
        switch self {
        case .options, .timedOut: true
        case .notImplemented, .fellThrough: false
        }
    }
}

/// How a service extension ended.
public enum ServiceExtensionResult: Hashable, Sendable {
    /// It called its handler with this content.
    case delivered(NotificationContent)
    /// It called its handler only after `serviceExtensionTimeWillExpire()` (`NSE-5`).
    case deliveredLate(NotificationContent)
    /// It never called its handler (`NSE-6`).
    case timedOut
    /// It crashed, with this description (`NSE-6`).
    case crashed(String)
    /// It used more memory than allowed (`NSE-7`).
    case killedForMemory
    /// It took too long to start (`NSE-8`).
    case startedTooSlowly
}

/// A question that app code must answer before a decision is final.
public enum ArrivalQuestion: Hashable, Sendable {
    /// Calls the service extension with the content that it may change, in which all texts are
    /// resolved to plain text.
    case serviceExtension(NotificationContent)
    /// Calls `willPresent` of the foreground app with the notification as it would be shown.
    case willPresent(DeliveredNotification)
    /// Asks whether the app can decode the new content state of a Live Activity; `json` is the text
    /// of a JSON object (`LA-6`).
    case contentState(activityID: String, attributesType: String, json: String)
}
