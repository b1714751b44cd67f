// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GatewayAPI
import UserNotificationsShim

/// The notification center for the schedule: what it says comes out as values, because its own
/// objects may not cross tasks on Apple's systems.
@MainActor
struct NotificationRequests {
    let center: UNUserNotificationCenter

    /// A request of the schedule that is pending.
    struct Pending: Sendable {
        var id: String
        var marker: LocalMarker?
    }

    /// Whether anything the app adds can be shown.
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

    /// The fingerprints of the schedule's own that stand in Notification Center, by identifier.
    func delivered() async -> [String: String] {
        await withCheckedContinuation { continuation in
            center.getDeliveredNotifications { @Sendable notifications in
                let markers = notifications.compactMap { notification in
                    LocalMarker(notification.request.content.userInfo).map {
                        (notification.request.identifier, $0.fingerprint)
                    }
                }
                // The newest stands first.
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
    /// What the notification center answered, in the schedule's words.
    init(system error: any Error) {
        switch error {
        case UNError.notificationsNotAllowed: self = .notAllowed
        case UNError.notificationInvalidNoContent: self = .nothingToShow
        case UNError.notificationInvalidNoDate: self = .timeIsOver
        default: self = .system(code: (error as NSError).code)
        }
    }
}
