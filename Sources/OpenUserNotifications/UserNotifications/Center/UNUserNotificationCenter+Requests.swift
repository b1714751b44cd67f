// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension UNUserNotificationCenter {
    /// Adds a request, which replaces any request with the same identifier.
    public func add(
        _ request: UNNotificationRequest,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let result = Result { try app.add(request) }
        if let completionHandler { app.complete { completionHandler(result.failure) } }
    }

    /// Adds a request, which replaces any request with the same identifier.
    ///
    /// - Throws: ``UNError``.
    public func add(_ request: UNNotificationRequest) async throws { try app.add(request) }

    /// Calls the completion handler with the app's pending requests.
    public func getPendingNotificationRequests(
        completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void
    ) {
        let requests = app.pendingRequests
        app.complete { completionHandler(requests) }
    }

    /// Returns the app's pending requests.
    public func pendingNotificationRequests() async -> [UNNotificationRequest] {
        app.pendingRequests
    }

    /// Removes the pending requests with the given identifiers.
    public func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
        app.removePendingRequests(identifiers)
    }

    /// Removes all of the app's pending requests.
    public func removeAllPendingNotificationRequests() { app.removePendingRequests(nil) }

    /// Calls the completion handler with the app's notifications in Notification Center.
    public func getDeliveredNotifications(
        completionHandler: @escaping @Sendable ([UNNotification]) -> Void
    ) {
        let notifications = app.deliveredNotifications
        app.complete { completionHandler(notifications) }
    }

    /// Returns the app's notifications in Notification Center.
    public func deliveredNotifications() async -> [UNNotification] { app.deliveredNotifications }

    /// Removes the notifications with the given identifiers from Notification Center.
    public func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
        app.removeDeliveredNotifications(identifiers)
    }

    /// Removes all of the app's notifications from Notification Center.
    public func removeAllDeliveredNotifications() { app.removeDeliveredNotifications(nil) }
}
