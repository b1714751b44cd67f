// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

#if !canImport(UIKit)
import OpenUserNotifications
#endif

/// The folder that the app shares with its extensions.
public enum AppGroup {
    public static let identifier = "group.dev.bellhop.demo"

    /// Where the folder is; `nil` when the App Groups entitlement lacks the group.
    public static var folder: URL? {
        FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: identifier)
    }
}
