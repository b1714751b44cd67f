// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What became of one request: three answers, none of which is an error.
public enum PushOutcome: Sendable, Hashable {
    /// APNs took the notification; whether it reaches a device is another matter.
    case accepted(Acceptance)
    /// APNs answered that it did not take it.
    case rejected(Rejection)
    /// No answer came.
    case unknown(UnknownOutcome)
}

extension PushOutcome {
    /// No answer, in one call.
    static func unknown(mayHaveBeenProcessed: Bool, _ cause: String) -> PushOutcome {
        .unknown(UnknownOutcome(mayHaveBeenProcessed: mayHaveBeenProcessed, cause: cause))
    }
}
