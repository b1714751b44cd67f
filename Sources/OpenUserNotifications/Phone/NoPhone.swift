// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Answers where there is no phone: nothing is allowed and nothing is there.
package final class NoPhone: PhoneServices {
    package init() {}

    package var now: Date { Date(timeIntervalSince1970: 0) }
    package var calendar: Calendar { .current }
    package var systemVersion: String { "26.0" }
    package var identifierForVendor: UUID? { nil }
    package func answer(_ handler: @escaping @Sendable () -> Void) {
        DispatchQueue.global().async(execute: handler)
    }

    package var supportsContentExtensions: Bool { false }
    package var notificationSettings: UNNotificationSettings {
        UNNotificationSettings(record: UNNotificationSettings.Record())
    }
    package var notificationCategories: Set<UNNotificationCategory> {
        get { [] }
        set {}
    }
    package var pendingRequests: [UNNotificationRequest] { [] }
    package var deliveredNotifications: [UNNotification] { [] }
    package func requestAuthorization(
        _ options: UNAuthorizationOptions,
        answer: @escaping @Sendable (Result<Bool, UNError>) -> Void
    ) {
        self.answer { answer(.failure(UNError(.notificationsNotAllowed))) }
    }
    package func add(_ request: UNNotificationRequest) throws(UNError) {
        throw UNError(.notificationsNotAllowed)
    }
    package func removePendingRequests(_ identifiers: [String]?) {}
    package func removeDeliveredNotifications(_ identifiers: [String]?) {}
    package func setBadgeCount(_ count: Int) throws(UNError) {
        throw UNError(.notificationsNotAllowed)
    }
    package func donate(_ interaction: INInteraction.Record) {}

    package var isRegisteredForRemoteNotifications: Bool { false }
    package var badgeNumber: Int {
        get { 0 }
        set {}
    }
    package var applicationState: UIApplication.State { .background }
    package var backgroundRefreshStatus: UIBackgroundRefreshStatus { .restricted }
    package var backgroundTimeRemaining: TimeInterval { 0 }
    package var isProtectedDataAvailable: Bool { true }
    @MainActor package var connectedScenes: Set<UIScene> { [] }
    package func registerForRemoteNotifications() {}
    package func unregisterForRemoteNotifications() {}
    package func canOpen(_ url: URL) -> Bool { false }
    package func open(_ url: URL) -> Bool { false }
    package func beginBackgroundTask(
        named name: String?, expirationHandler: (@MainActor @Sendable () -> Void)?
    ) -> UIBackgroundTaskIdentifier { .invalid }
    package func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}

    package var desiredPushTypes: Set<PKPushType>? { nil }
    package func register(_ registry: PKPushRegistry, for types: Set<PKPushType>?) {}
    package func pushToken(for type: PKPushType) -> Data? { nil }

    package var activities: [ActivityRecord] { [] }
    package var activityPermissions: ActivityPermissions {
        ActivityPermissions(areEnabled: false, areFrequentPushesEnabled: false)
    }
    package func activity(_ id: String) -> ActivityRecord? { nil }
    package func startActivity(
        _ request: ActivityRequest
    ) throws(ActivityAuthorizationError) -> ActivityRecord { throw .unsupported }
    package func updateActivity(
        _ id: String, _ content: ActivityContentRecord, _ alert: AlertConfiguration?,
        _ timestamp: Date?
    ) {}
    package func endActivity(
        _ id: String, _ content: ActivityContentRecord?, _ policy: ActivityUIDismissalPolicy,
        _ timestamp: Date?
    ) {}
    package func pushToStartToken(_ attributesType: String) -> Data? { nil }
    package func activityEvents(_ topic: ActivityTopic) -> AsyncStream<ActivityEvent> {
        AsyncStream { $0.finish() }
    }

    package var pendingTaskRequests: [BGTaskRequest] { [] }
    package func registerTask(_ identifier: String, _ handler: LaunchHandler) -> Bool { false }
    package func submit(_ request: BGTaskRequest) throws(BGTaskScheduler.Error) {
        throw BGTaskScheduler.Error(.unavailable)
    }
    package func cancelTaskRequest(_ identifier: String?) {}

    package func containerURL(group: String) -> URL? { nil }
}
