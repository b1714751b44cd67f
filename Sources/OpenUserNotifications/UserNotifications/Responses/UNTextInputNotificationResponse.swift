// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A response with text. Apple: since iOS 10.0.
public class UNTextInputNotificationResponse: UNNotificationResponse, @unchecked Sendable {
    /// What the person wrote.
    public var userText: String { record.userText ?? "" }
}
