// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A response with text that the person entered. Available since iOS 10.0.
public class UNTextInputNotificationResponse: UNNotificationResponse, @unchecked Sendable {
    /// The text that the person entered.
    public var userText: String { record.userText ?? "" }
}
