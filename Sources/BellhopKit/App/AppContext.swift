// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import Foundation
import UserNotificationsShim

/// The values that the kit needs from the app in which it runs: the time, facts about the app, and
/// a folder.
///
/// An app uses ``current(appGroup:)``. Tests may pass other values.
public struct AppContext: Sendable {
    public var time: TimeSource
    public var facts: AppFacts
    /// The folder for the kit's small files: the App Group's folder if there is one, so that the
    /// app and its extensions share the files; otherwise a folder that is not shared.
    public var folder: SharedFolder

    public init(time: TimeSource, facts: AppFacts, folder: SharedFolder) {
        self.time = time
        self.facts = facts
        self.folder = folder
    }

    /// Returns the context of the app or extension that this code runs in.
    ///
    /// - Parameter appGroup: the App Group that the app and its extensions share, for instance
    ///   `group.com.example.chat`. If it is `nil` or missing from the entitlement, extensions share
    ///   nothing with the app: no keys, no badge, no receipts.
    public static func current(appGroup: String?) -> AppContext {
        #if canImport(UserNotifications) && !BELLHOP_VIRTUAL_PHONE
        let time = TimeSource.system
        #else
        let time = RunningApp.current.time
        #endif
        return AppContext(
            time: time, facts: .current, folder: SharedFolder.current(appGroup: appGroup))
    }
}
