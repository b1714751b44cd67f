// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GatewayAPI
import UserNotificationsShim

/// Wraps the notification center for the schedule: results are values, because the center's own
/// objects may not be passed between tasks on Apple's systems.
@MainActor
struct NotificationRequests {
    let center: UNUserNotificationCenter

    /// A pending request. The marker is `nil` if other code of the app added the request.
    struct Pending: Sendable {
        var id: String
        var marker: LocalMarker?
    }

    /// Returns whether notifications that the app adds can be shown.
    func areAllowed() async -> Bool {
        switch await UNUserNotificationCenter.reading(of: center).authorization {
        case .notDetermined, .denied: false
        default: true
        }
    }

    func pending() async -> [Pending] {
        await withCheckedContinuation { continuation in
            center.getPendingNotificationRequests { @Sendable requests in
                continuation.resume(
                    returning: requests.map {
                        Pending(id: $0.identifier, marker: LocalMarker($0.content.userInfo))
                    })
            }
        }
    }

    /// Returns the fingerprints of the schedule's notifications in Notification Center, by
    /// identifier.
    func delivered() async -> [String: String] {
        await withCheckedContinuation { continuation in
            center.getDeliveredNotifications { @Sendable notifications in
                let markers = notifications.compactMap { notification in
                    LocalMarker(notification.request.content.userInfo).map {
                        (notification.request.identifier, $0.fingerprint)
                    }
                }
                // The newest notification is the first.
                continuation.resume(
                    returning: Dictionary(markers, uniquingKeysWith: { first, _ in first }))
            }
        }
    }

    func add(
        _ request: PlannedRequest, at now: Date, _ store: LocalAttachmentStore
    ) async throws(LocalNotificationError) {
        let object = try request.object(at: now, store)
        let failure: LocalNotificationError? = await withCheckedContinuation { continuation in
            center.add(object) { @Sendable error in
                continuation.resume(returning: error.map(LocalNotificationError.init(system:)))
            }
        }
        if let failure { throw failure }
    }

    func removePending(_ ids: [String]) {
        guard !ids.isEmpty else { return }
        center.removePendingNotificationRequests(withIdentifiers: ids)
    }

    func removeDelivered(_ ids: [String]) {
        guard !ids.isEmpty else { return }
        center.removeDeliveredNotifications(withIdentifiers: ids)
    }
}

extension LocalNotificationError {
    /// Converts an error of the notification center.
    init(system error: any Error) {
        switch error {
        case UNError.notificationsNotAllowed: self = .notAllowed
        case UNError.notificationInvalidNoContent: self = .nothingToShow
        case UNError.notificationInvalidNoDate: self = .timeHasPassed
        default: self = .system(code: (error as NSError).code)
        }
    }
}
