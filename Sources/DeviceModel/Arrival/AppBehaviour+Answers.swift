// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension AppBehaviour {
    /// The text that an extension of kind ``Extension/changes`` puts before the body.
    public static let changedPrefix = "[changed] "

    /// Returns the result of the app's service extension for a notification.
    public func serviceExtensionResult(
        for content: NotificationContent
    ) -> ServiceExtensionResult {
        switch serviceExtension {
        case .unchanged: return .delivered(content)
        case .changes:
            var changed = content
            changed.body = NotificationText(Self.changedPrefix + content.body.plain)
            return .delivered(changed)
        case .deliversLate: return .deliveredLate(content)
        case .hangs: return .timedOut
        case .crashes: return .crashed("as the app's behaviour description requires")
        case .runsOutOfMemory: return .killedForMemory
        case .startsSlowly: return .startedTooSlowly
        case .empties: return .delivered(NotificationContent())
        }
    }

    /// The foreground app's answer to `willPresent`.
    public var presentationAnswer: PresentationAnswer {
        if hasCenterDelegate {
            return implementsWillPresent ? .options(presentation) : .notImplemented
        }
        return implementsBackgroundCallback ? .fellThrough : .notImplemented
    }

    /// Sets the answer that this behaviour gives to a question.
    public func answer(_ question: ArrivalQuestion, _ answers: inout ArrivalAnswers) {
        switch question {
        case .serviceExtension(let content):
            answers.serviceExtension = serviceExtensionResult(for: content)
        case .willPresent: answers.presentation = presentationAnswer
        case .contentState: answers.contentStateFits = true
        }
    }
}
