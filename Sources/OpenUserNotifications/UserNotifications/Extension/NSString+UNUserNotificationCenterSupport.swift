// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension NSString {
    /// Returns a string for a notification's text. The key is looked up in the app's strings when
    /// the notification is shown. Available since iOS 10.0.
    ///
    /// - Parameters:
    ///   - key: the key in the app's strings.
    ///   - arguments: the values that replace the placeholders in the localized string.
    public class func localizedUserNotificationString(
        forKey key: String, arguments: [Any]?
    ) -> String {
        DeferredText(key: key, arguments: (arguments ?? []).map { "\($0)" }).text
    }
}
