// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What app code answered about one notification so far. A decision that needs one more answer
/// says so by its ``ArrivalDecision/question``; the same notification is decided anew with the
/// answer.
public struct ArrivalAnswers: Hashable, Sendable {
    /// How the service extension ended; `nil` while it was not asked. Of an extension that calls
    /// its handler more than once, the first call (`NSE-9`).
    public var serviceExtension: ServiceExtensionResult?
    /// What `willPresent` answered; `nil` while it was not asked. When it is given the app counts
    /// as in use, wherever it went meanwhile.
    public var presentation: PresentationAnswer?
    /// How the app was made to run for its background callback before the other answers were there,
    /// by ``Device/startBackgroundRun(_:)``: the decision then leaves that callback out and does
    /// not count the wake again. `nil` when it was not.
    public var startedWake: ArrivalDecision.Wake?
    /// Whether the app's type can be read from a Live Activity's new content; `nil` while it was
    /// not asked.
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

/// What came of asking the app in use.
public enum PresentationAnswer: Hashable, Sendable {
    case options(PresentationOptions)
    /// There is a delegate without `willPresent`, or none at all (`FG-1`).
    case notImplemented
    /// No notification center delegate, but an app delegate that takes remote notifications
    /// (`FG-11`).
    case fellThrough
    /// It did not answer in time (`FG-8`).
    case timedOut

    public var options: PresentationOptions {
        if case .options(let options) = self { options } else { [] }
    }

    /// Whether `willPresent` was called.
    public var wasAsked: Bool {
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
    /// It called its handler after it was told that its time is over (`NSE-5`).
    case deliveredLate(NotificationContent)
    /// It never called its handler (`NSE-6`).
    case timedOut
    /// It crashed, with words (`NSE-6`).
    case crashed(String)
    /// It took more memory than it may (`NSE-7`).
    case killedForMemory
    /// It took too long to start (`NSE-8`).
    case startedTooSlowly
}

/// What must be asked before a decision is final.
public enum ArrivalQuestion: Hashable, Sendable {
    /// The service extension, with the content it may change: texts are plain.
    case serviceExtension(NotificationContent)
    /// The app in use, with the notification as it would be shown.
    case willPresent(DeliveredNotification)
    /// Whether the app's type can be read from the new content of a Live Activity, the text of a
    /// JSON object (`LA-6`).
    case contentState(activityID: String, attributesType: String, json: String)
}
