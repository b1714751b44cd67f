// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The outcome of one request: one of three results. No result is thrown as an error.
public enum PushOutcome: Sendable, Hashable {
    /// APNs accepted the notification. This does not mean that the notification reaches a device.
    case accepted(Acceptance)
    /// APNs rejected the notification.
    case rejected(Rejection)
    /// No response from APNs was received.
    case unknown(UnknownOutcome)
}
