// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The reason why a call ended. Available since iOS 10.0.
public enum CXCallEndedReason: Int, Sendable {
    /// The call could not be connected.
    case failed = 1
    /// The remote party hung up.
    case remoteEnded = 2
    /// The call was not answered.
    case unanswered = 3
    /// The call was answered on another device.
    case answeredElsewhere = 4
    /// The call was declined on another device.
    case declinedElsewhere = 5
}
