// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import DeviceModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The phone as the code of one app sees it: all calls that the code may make to the system.
///
/// Calls take effect in the order in which they are made, from any thread (`LCL-21`).
public struct AppSystem: Sendable {
    public let device: VirtualDevice
    public let bundleID: String

    public init(_ device: VirtualDevice, bundleID: String) {
        self.device = device
        self.bundleID = bundleID
    }

    /// The app as it is now; `nil` after it was deleted.
    public var app: InstalledApp? { device.snapshot[bundleID] }

    /// The phone's time.
    public var now: Date { device.time.now }

    /// The state of the app; `background` instead of `foreground` while the phone is locked.
    public var appState: AppState {
        let phone = device.snapshot
        return phone[bundleID].map { phone.effectiveState(of: $0) } ?? .terminated
    }
}

// MARK: - Permission

extension AppSystem {
    /// Requests permission; returns when the person has answered, or immediately when no prompt is
    /// needed (`AUTH-1` to `AUTH-6`).
    public func requestAuthorization(
        _ options: AuthorizationOptions
    ) async throws(NotificationFailure) -> Bool {
        try await device.requestAuthorization(options, of: bundleID).get()
    }

    public var settings: SettingsSnapshot { device.snapshot.settingsSnapshot(of: bundleID) }
}

// MARK: - Notifications

extension AppSystem {
    public var categories: [NotificationCategory] {
        get { app?.categories ?? [] }
        nonmutating set {
            device.change { [bundleID] in $0.setCategories(newValue, of: bundleID) }
        }
    }

    public func add(_ request: NotificationRequest) throws(NotificationFailure) {
        try device.add(request, of: bundleID)
    }

    public var pending: [PendingRequest] { app?.pending ?? [] }

    /// The delivered notifications, the newest first.
    public var delivered: [DeliveredNotification] { app?.delivered ?? [] }

    /// Removes pending requests; if `ids` is `nil`, removes all of them.
    public func removePending(_ ids: [String]?) {
        device.change { [bundleID] in $0.removePending(ids, of: bundleID) }
    }

    /// Removes delivered notifications; if `ids` is `nil`, removes all of them.
    public func removeDelivered(_ ids: [String]?) {
        device.change { [bundleID] in $0.removeDelivered(ids, of: bundleID) }
    }

    public func setBadge(_ count: Int, by way: BadgeWay) throws(NotificationFailure) {
        let bundleID = bundleID
        let result = device.change { device -> Result<Void, NotificationFailure> in
            do throws(NotificationFailure) {
                try device.setBadge(count, of: bundleID, by: way)
                return .success(())
            } catch { return .failure(error) }
        }
        try result.get()
    }

    public var badge: Int { app?.badge ?? 0 }

    /// Returns when a trigger would fire first if it were scheduled now (`LCL-7`).
    public func nextDate(of trigger: NotificationTrigger) -> Date? {
        device.snapshot.nextDate(of: trigger, at: now)
    }
}

// MARK: - Registration

extension AppSystem {
    /// Requests a token from APNs. A callback reports the token after the launch has finished
    /// (`REG-2`).
    public func register(_ family: TokenFamily = .app) {
        device.spawn { [device, bundleID] in
            _ = await device.register(bundleID, families: [family])
        }
    }

    /// Unregisters the app from APNs (`REG-10`).
    public func unregister() {
        device.spawn { [device, bundleID] in await device.unregister(bundleID) }
    }

    /// Whether the app has a token (`REG-13`).
    public var isRegistered: Bool { app?.tokens[.app] != nil }
}

// MARK: - Live Activities

extension AppSystem {
    /// The app's activities that are on the phone, the oldest first.
    public var activities: [LiveActivity] {
        device.snapshot.activities(of: bundleID)
    }

    public func startActivity(_ request: ActivityRequest) throws(ActivityFailure) -> LiveActivity {
        let (bundleID, now) = (bundleID, now)
        let result = device.act { device -> Result<ActionOutcome, ActivityFailure> in
            do throws(ActivityFailure) {
                return .success(try device.startActivity(request, of: bundleID, at: now))
            } catch { return .failure(error) }
        }
        let outcome = try result.get()
        guard let activity = outcome.startedActivity else { throw .persistenceFailure }
        return activity
    }

    public func updateActivity(
        _ id: String, contentState: String, staleDate: Date?, relevanceScore: Double,
        timestamp: Double?, alert: LiveActivity.Alert?
    ) {
        let now = now
        _ = device.act { device -> Result<ActionOutcome, Never> in
            .success(
                device.updateActivity(
                    id, contentState: contentState, staleDate: staleDate,
                    relevanceScore: relevanceScore, timestamp: timestamp, alert: alert, at: now))
        }
    }

    public func endActivity(
        _ id: String, contentState: String?, staleDate: Date?, dismissal: ActivityDismissal,
        timestamp: Double?
    ) {
        let now = now
        _ = device.act { device -> Result<ActionOutcome, Never> in
            .success(
                device.endActivity(
                    id, contentState: contentState, staleDate: staleDate, dismissal: dismissal,
                    timestamp: timestamp, at: now))
        }
    }

    /// Requests the push-to-start token of an attributes type (`REG-16`).
    public func registerActivityStart(attributesType: String) {
        device.spawn { [device, bundleID] in
            await device.registerActivityStart(bundleID, attributesType: attributesType)
        }
    }
}

// MARK: - Background

extension AppSystem {
    public func submitRefresh(_ request: RefreshRequest) throws(RefreshFailure) {
        let (bundleID, now) = (bundleID, now)
        let result = device.change { device -> Result<Void, RefreshFailure> in
            do throws(RefreshFailure) {
                try device.submitRefresh(request, of: bundleID, at: now)
                return .success(())
            } catch { return .failure(error) }
        }
        try result.get()
    }

    /// Cancels a refresh request; if `id` is `nil`, cancels all of them.
    public func cancelRefresh(_ id: String?) {
        device.change { [bundleID] in $0.cancelRefresh(id, of: bundleID) }
    }
}
