// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension UNUserNotificationCenter {
    /// Asks the person, who is asked only once.
    ///
    /// - Parameter completionHandler: true when one of the options was granted. It runs on a
    ///   background queue.
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

    /// Asks the person, who is asked only once; true when one of the options was granted.
    @discardableResult
    public func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
        try await app.requestAuthorization(options)
    }

    /// Hands over what the person allows.
    public func getNotificationSettings(
        completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void
    ) {
        let settings = app.notificationSettings
        app.answer { completionHandler(settings) }
    }

    /// What the person allows.
    public func notificationSettings() async -> UNNotificationSettings { app.notificationSettings }

    /// Replaces the app's categories.
    public func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
        app.notificationCategories = categories
    }

    /// Hands over the app's categories.
    public func getNotificationCategories(
        completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void
    ) {
        let categories = app.notificationCategories
        app.answer { completionHandler(categories) }
    }

    /// The app's categories.
    public func notificationCategories() async -> Set<UNNotificationCategory> {
        app.notificationCategories
    }

    /// Sets the number on the icon. Since iOS 16.0.
    ///
    /// - Parameter newBadgeCount: 0 removes it.
    public func setBadgeCount(
        _ newBadgeCount: Int,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let result = Result { try app.setBadgeCount(newBadgeCount) }
        if let completionHandler { app.answer { completionHandler(result.failure) } }
    }

    /// Sets the number on the icon; 0 removes it. Since iOS 16.0.
    ///
    /// - Throws: ``UNError`` `badgeInputInvalid` for a number below 0.
    public func setBadgeCount(_ newBadgeCount: Int) async throws {
        try app.setBadgeCount(newBadgeCount)
    }
}
