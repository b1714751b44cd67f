// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import DeviceSimulator
import Foundation
import Synchronization

extension DevicePhone {
    package var supportsContentExtensions: Bool { true }

    package var notificationSettings: UNNotificationSettings {
        UNNotificationSettings(record: UNNotificationSettings.Record(system.settings))
    }

    package var notificationCategories: Set<UNNotificationCategory> {
        get {
            Set(
                system.categories.map {
                    UNNotificationCategory(record: UNNotificationCategory.Record($0))
                })
        }
        set {
            system.categories = newValue.map(\.record.model).sorted { $0.id < $1.id }
        }
    }

    package var pendingRequests: [UNNotificationRequest] {
        system.pending.map {
            UNNotificationRequest(record: UNNotificationRequest.Record($0.request))
        }
    }

    package var deliveredNotifications: [UNNotification] {
        system.delivered.filter(\.isInNotificationCenter).map {
            UNNotification(record: UNNotification.Record($0))
        }
    }

    package func nextDate(of trigger: UNNotificationTrigger.Record) -> Date? {
        system.nextDate(of: trigger.model)
    }

    package func requestAuthorization(
        _ options: UNAuthorizationOptions
    ) async throws(UNError) -> Bool {
        do throws(NotificationFailure) {
            return try await system.requestAuthorization(
                AuthorizationOptions(rawValue: options.rawValue))
        } catch { throw UNError(error) }
    }

    package func requestAuthorization(
        _ options: UNAuthorizationOptions,
        completion: @escaping @Sendable (Result<Bool, UNError>) -> Void
    ) {
        let app = PhoneContext.running
        system.requestAuthorization(AuthorizationOptions(rawValue: options.rawValue)) { result in
            PhoneContext.$running.withValue(app) { completion(result.mapError { UNError($0) }) }
        }
    }

    package func add(_ request: UNNotificationRequest) throws(UNError) {
        var record = request.record
        let storedFiles = try attachments.take(&record.content.attachments)
        do throws(NotificationFailure) {
            try system.add(record.model)
        } catch {
            attachments.moveBack(storedFiles)
            throw UNError(error)
        }
        freeAttachments()
    }

    package func removePendingRequests(_ identifiers: [String]?) {
        system.removePending(identifiers)
        freeAttachments()
    }

    package func removeDeliveredNotifications(_ identifiers: [String]?) {
        system.removeDelivered(identifiers)
        freeAttachments()
    }

    /// Deletes the files that notifications of the app no longer use (`ATT-7`).
    func freeAttachments() {
        let phone = system.device.snapshot
        guard let app = phone[system.bundleID] else { return attachments.free(keeping: []) }
        let shown =
            app.delivered + app.heldForSummary
            + [phone.banner?.notification, phone.expanded?.notification].compactMap { $0 }
        let waiting = app.pending.flatMap(\.request.content.attachments)
        attachments.free(keeping: Set((shown.flatMap(\.attachments) + waiting).map(\.path)))
    }

    package func setBadgeCount(_ count: Int) throws(UNError) {
        do throws(NotificationFailure) {
            try system.setBadge(count, by: .setBadgeCount)
        } catch { throw UNError(error) }
    }

    package func donate(_ interaction: INInteraction.Record) {
        state.withLock { state in
            state.donations.append(interaction)
            if state.donations.count > Self.openedURLCountMax { state.donations.removeFirst() }
        }
    }

    /// The interactions that the app donated, oldest first; at most ``openedURLCountMax``.
    package var donations: [INInteraction.Record] { state.withLock { $0.donations } }
}
