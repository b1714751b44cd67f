// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The answers of app code about one notification. If a decision needs another answer, its
/// ``ArrivalDecision/question`` states which one; the phone then decides about the same
/// notification again, with this answer.
public struct ArrivalAnswers: Hashable, Sendable {
    /// How the service extension ended; `nil` until it was called. If the extension calls its
    /// handler more than once, the result of the first call is used (`NSE-9`).
    public var serviceExtension: ServiceExtensionResult?
    /// The answer of `willPresent`; `nil` until `willPresent` was called. Once the answer is set,
    /// the app is treated as the foreground app, even if it has left the foreground in the
    /// meantime.
    public var presentation: PresentationAnswer?
    /// How ``Device/startBackgroundRun(_:)`` made the app run for its background callback, if that
    /// happened before the other answers were known; `nil` otherwise. If the value is set, the
    /// decision leaves out the background callback, and the wake is not counted again.
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

/// The result of asking the foreground app how to present a notification.
public enum PresentationAnswer: Hashable, Sendable {
    case options(PresentationOptions)
    /// The app's notification center delegate does not implement `willPresent`, or the app has
    /// neither this delegate nor an app delegate that receives remote notifications (`FG-1`).
    case notImplemented
    /// The app has no notification center delegate, but it has an app delegate that receives remote
    /// notifications (`FG-11`).
    case fellThrough
    /// The delegate did not answer in time (`FG-8`).
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
    /// The extension called its handler with this content.
    case delivered(NotificationContent)
    /// The extension called its handler only after `serviceExtensionTimeWillExpire()` (`NSE-5`).
    case deliveredLate(NotificationContent)
    /// The extension never called its handler (`NSE-6`).
    case timedOut
    /// The extension crashed, with this description (`NSE-6`).
    case crashed(String)
    /// The extension used more memory than allowed (`NSE-7`).
    case killedForMemory
    /// The extension took too long to start (`NSE-8`).
    case startedTooSlowly
}

/// A question that app code must answer before a decision is final.
public enum ArrivalQuestion: Hashable, Sendable {
    /// Calls the service extension with the content that it may change. All texts in this content
    /// are already resolved to plain text.
    case serviceExtension(NotificationContent)
    /// Calls `willPresent` of the foreground app with the notification as it would be shown.
    case willPresent(DeliveredNotification)
    /// Asks whether the app can decode the new content state of a Live Activity; `json` is the text
    /// of a JSON object (`LA-6`).
    case contentState(activityID: String, attributesType: String, json: String)
}
