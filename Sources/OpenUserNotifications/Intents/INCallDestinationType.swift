// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The destination of a call. Available since iOS 11.0.
public enum INCallDestinationType: Int, Sendable {
    /// The destination is not specified.
    case unknown = 0
    /// A person.
    case normal = 1
    /// The emergency service.
    case emergency = 2
    /// The voicemail.
    case voicemail = 3
    /// The last person called.
    case redial = 4
    /// The last caller. Available since iOS 13.0.
    case callBack = 5
}
