// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension UNUserNotificationCenter {
    /// Requests the person's authorization. The person sees the prompt only once.
    ///
    /// - Parameter completionHandler: receives `true` when at least one of the options was granted.
    ///   The handler runs on a background queue.
    public func requestAuthorization(
        options: UNAuthorizationOptions = [],
        completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        app.requestAuthorization(options) { result in
            switch result {
            case .success(let isGranted): completionHandler(isGranted, nil)
            case .failure(let error): completionHandler(false, error)
            }
        }
    }

    /// Requests the person's authorization and returns whether at least one of the options was
    /// granted. The person sees the prompt only once.
    @discardableResult
    public func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
        try await app.requestAuthorization(options)
    }

    /// Calls the completion handler with the app's notification settings.
    public func getNotificationSettings(
        completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void
    ) {
        let settings = app.notificationSettings
        app.complete { completionHandler(settings) }
    }

    /// Returns the app's notification settings.
    public func notificationSettings() async -> UNNotificationSettings { app.notificationSettings }

    /// Replaces the app's categories.
    public func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
        app.notificationCategories = categories
    }

    /// Calls the completion handler with the app's categories.
    public func getNotificationCategories(
        completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void
    ) {
        let categories = app.notificationCategories
        app.complete { completionHandler(categories) }
    }

    /// Returns the app's categories.
    public func notificationCategories() async -> Set<UNNotificationCategory> {
        app.notificationCategories
    }

    /// Sets the badge on the app's icon. Available since iOS 16.0.
    ///
    /// - Parameter newBadgeCount: the number to show; 0 removes the badge.
    public func setBadgeCount(
        _ newBadgeCount: Int,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let result = Result { try app.setBadgeCount(newBadgeCount) }
        if let completionHandler { app.complete { completionHandler(result.failure) } }
    }

    /// Sets the badge on the app's icon; 0 removes the badge. Available since iOS 16.0.
    ///
    /// - Throws: ``UNError`` `badgeInputInvalid` for a number below 0.
    public func setBadgeCount(_ newBadgeCount: Int) async throws {
        try app.setBadgeCount(newBadgeCount)
    }
}
