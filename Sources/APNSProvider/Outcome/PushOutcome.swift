// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What became of one request: three answers, none of which is an error.
public enum PushOutcome: Sendable, Hashable {
    /// APNs took the notification; whether it reaches a device is another matter.
    case accepted(Acceptance)
    /// APNs responded that it did not take it.
    case rejected(Rejection)
    /// No response of APNs came.
    case unknown(UnknownOutcome)
}
