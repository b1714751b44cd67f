// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Calls of app code about its notifications. Source: `UNUserNotificationCenter`.
extension Device {
    /// Schedules a request, which replaces any pending request with the same identifier (`ID-1`).
    /// Returns the request if it has no trigger and must be delivered immediately (`LCL-1`).
    ///
    /// Extensions and apps in the background may call this method too (`LCL-20`). If the method
    /// throws an error, a pending request with the same identifier does not change.
    ///
    /// - Throws: ``NotificationFailure/notificationsNotAllowed`` (`AUTH-23`, `AUTH-24`),
    ///   ``NotificationFailure/notificationInvalidNoContent`` (`LCL-6`),
    ///   ``NotificationFailure/notificationInvalidNoDate`` for a date that is past or never comes,
    ///   unless ``DeviceChoices/pastDateIsAccepted`` is set (`LCL-5`), and for an interval that
    ///   Apple's initializer does not accept (see ``NotificationTrigger/misuse``); an attachment
    ///   error if an attachment cannot be shown or there is no room for it (`ATT-4`, `ATT-7`).
    public mutating func add(
        _ request: NotificationRequest, of bundleID: String, at now: Date
    ) throws(NotificationFailure) -> Incoming? {
        guard let index = apps.firstIndex(where: { $0.bundleID == bundleID }) else {
            throw .unknownApp(bundleID: bundleID)
        }
        guard apps[index].authorization.allowsNotifications else { throw .notificationsNotAllowed }
        guard request.content.hasEffect else { throw .notificationInvalidNoContent }
        try apps[index].checkAttachments(of: request, choices)
        var date: Date?
        switch request.trigger {
        case nil, .push:
            // LCL-19: only APNs makes push triggers. A request that was copied from a push is
            // treated as a request without a trigger.
            apps[index].removePending(id: request.id)
            return .local(
                NotificationRequest(id: request.id, content: request.content), bundleID: bundleID)
        case .location: break
        case .interval, .calendar:
            date = request.trigger?.firstDate(after: now, timeZone: timeZone, choices: choices)
            guard date != nil else {
                let isMisuse = request.trigger?.misuse != nil
                if choices.pastDateIsAccepted, !isMisuse { return nil }
                throw .notificationInvalidNoDate
            }
        }
        apps[index].insertPending(
            PendingRequest(request: request, addedAt: now, nextDate: date))
        return nil
    }

    /// Returns the pending requests, the soonest first; requests with a region come last.
    public func pendingRequests(of bundleID: String) -> [PendingRequest] {
        self[bundleID]?.pending ?? []
    }

    /// Removes pending requests, all of them when `ids` is `nil`. Ignores unknown identifiers;
    /// delivered notifications stay (`RM-2`).
    public mutating func removePending(_ ids: [String]?, of bundleID: String) {
        guard let index = apps.firstIndex(where: { $0.bundleID == bundleID }) else { return }
        for id in ids ?? apps[index].pending.map(\.id) { apps[index].removePending(id: id) }
    }

    /// Returns the notifications in Notification Center, the newest first (`RM-3`).
    public func deliveredNotifications(of bundleID: String) -> [DeliveredNotification] {
        self[bundleID]?.delivered.filter(\.isInNotificationCenter) ?? []
    }

    /// Removes delivered notifications, including pushes; if `ids` is `nil`, removes all of them. A
    /// banner is removed with its notification; pending requests and the badge stay (`RM-1`,
    /// `RM-2`, `BDG-6`).
    public mutating func removeDelivered(_ ids: [String]?, of bundleID: String) {
        guard let index = apps.firstIndex(where: { $0.bundleID == bundleID }) else { return }
        let ids = ids.map { Set($0) }
        func isMeant(_ notification: DeliveredNotification) -> Bool {
            ids?.contains(notification.id) ?? true
        }
        apps[index].delivered.removeAll(where: isMeant)
        apps[index].heldForSummary.removeAll(where: isMeant)
        if let shown = banner, shown.bundleID == bundleID, isMeant(shown.notification) {
            banner = nil
        }
    }

    /// Replaces all categories; they stay until the next call, across launches and updates
    /// (`ACT-1`). If several categories have the same identifier, only the first is kept;
    /// categories beyond ``InstalledApp/categoryCountMax`` are left out.
    public mutating func setCategories(_ categories: [NotificationCategory], of bundleID: String) {
        guard let index = apps.firstIndex(where: { $0.bundleID == bundleID }) else { return }
        var known: Set<String> = []
        let unique = categories.filter { known.insert($0.id).inserted }
        apps[index].categories = Array(unique.prefix(InstalledApp.categoryCountMax))
    }

    /// Returns when a trigger would fire first if it were scheduled now (`LCL-7`); a pending
    /// request has its own ``PendingRequest/nextDate``.
    public func nextDate(of trigger: NotificationTrigger, at now: Date) -> Date? {
        trigger.firstDate(after: now, timeZone: timeZone, choices: choices)
    }

    /// Sets the badge (`BDG-3` to `BDG-5`, `BDG-8`).
    ///
    /// - Throws: ``NotificationFailure/badgeInputInvalid(_:)`` for a negative number;
    ///   ``NotificationFailure/notificationsNotAllowed`` if badges are not allowed, `setBadgeCount`
    ///   is called, and ``DeviceChoices/setBadgeWithoutPermissionFails`` is set. If badges are not
    ///   allowed, setting the property of `UIApplication` has no effect and throws no error.
    public mutating func setBadge(
        _ count: Int, of bundleID: String, by way: BadgeWay
    ) throws(NotificationFailure) {
        guard let index = apps.firstIndex(where: { $0.bundleID == bundleID }) else {
            throw .unknownApp(bundleID: bundleID)
        }
        guard count >= 0 else { throw .badgeInputInvalid(count) }
        guard apps[index].effectiveSettings.badge else {
            if way == .setBadgeCount, choices.setBadgeWithoutPermissionFails {
                throw .notificationsNotAllowed
            }
            return
        }
        apps[index].badge = count
        let clears =
            switch way {
            case .setBadgeCount: choices.setBadgeCountZeroClearsList
            case .iconBadgeNumber: choices.iconBadgeZeroClearsList
            }
        if count == 0, clears { removeDelivered(nil, of: bundleID) }
    }
}

extension NotificationContent {
    /// Whether the content has text to show, a sound or a badge (`LCL-6`).
    public var hasEffect: Bool { hasText || sound != nil || badge != nil }
}

/// The API by which an app's code sets its badge.
public enum BadgeWay: Hashable, Sendable {
    /// The method `setBadgeCount(_:)`.
    case setBadgeCount
    /// The property `UIApplication.applicationIconBadgeNumber`.
    case iconBadgeNumber
}
