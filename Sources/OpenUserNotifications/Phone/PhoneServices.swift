// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The services that the implementation of Apple's API requires of a phone, for one app.
///
/// Everything is synchronous, so that an app's calls take effect in the order in which the app
/// makes them. Only a prompt to the person returns its result later.
package protocol PhoneServices: AnyObject, Sendable {
    /// The phone's time.
    var now: Date { get }
    /// The system's version, for instance `26.0`.
    var systemVersion: String { get }
    var identifierForVendor: UUID? { get }
    /// Runs a completion handler as Apple's systems do: later, on a background queue.
    func complete(_ handler: @escaping @Sendable () -> Void)

    // UserNotifications
    var supportsContentExtensions: Bool { get }
    var notificationSettings: UNNotificationSettings { get }
    var notificationCategories: Set<UNNotificationCategory> { get set }
    var pendingRequests: [UNNotificationRequest] { get }
    var deliveredNotifications: [UNNotification] { get }
    func requestAuthorization(_ options: UNAuthorizationOptions) async throws(UNError) -> Bool
    func requestAuthorization(
        _ options: UNAuthorizationOptions,
        completion: @escaping @Sendable (Result<Bool, UNError>) -> Void)
    /// Returns the date at which a trigger would fire if it were added now; `nil` if it would never
    /// fire.
    func nextDate(of trigger: UNNotificationTrigger.Record) -> Date?
    func add(_ request: UNNotificationRequest) throws(UNError)
    /// Removes pending requests; `nil` removes all.
    func removePendingRequests(_ identifiers: [String]?)
    /// Removes delivered notifications; `nil` removes all.
    func removeDeliveredNotifications(_ identifiers: [String]?)
    func setBadgeCount(_ count: Int) throws(UNError)
    func donate(_ interaction: INInteraction.Record)

    // UIKit
    var isRegisteredForRemoteNotifications: Bool { get }
    var badgeNumber: Int { get set }
    var applicationState: UIApplication.State { get }
    var backgroundRefreshStatus: UIBackgroundRefreshStatus { get }
    var backgroundTimeRemaining: TimeInterval { get }
    var isProtectedDataAvailable: Bool { get }
    func registerForRemoteNotifications()
    func unregisterForRemoteNotifications()
    func canOpen(_ url: URL) -> Bool
    func open(_ url: URL) -> Bool
    func beginBackgroundTask(
        named name: String?, expirationHandler: (@MainActor @Sendable () -> Void)?
    ) -> UIBackgroundTaskIdentifier
    func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier)

    // PushKit
    var desiredPushTypes: Set<PKPushType>? { get }
    func register(_ registry: PKPushRegistry, for types: Set<PKPushType>?)
    func pushToken(for type: PKPushType) -> Data?
    func reportCall()
    /// Delivers a VoIP push that the app's service extension created. Returns the error, or `nil`
    /// if there is none.
    func reportVoIPPush(
        _ payload: [AnyHashable: Any]
    ) -> CXErrorCodeNotificationServiceExtensionError?

    // ActivityKit
    var activities: [ActivityRecord] { get }
    var activityPermissions: ActivityPermissions { get }
    func activity(_ id: String) -> ActivityRecord?
    func startActivity(
        _ request: ActivityStart
    ) throws(ActivityAuthorizationError) -> ActivityRecord
    func updateActivity(
        _ id: String, _ content: ActivityContentRecord, _ alert: AlertConfiguration?,
        _ timestamp: Date?)
    func endActivity(
        _ id: String, _ content: ActivityContentRecord?, _ policy: ActivityUIDismissalPolicy,
        _ timestamp: Date?)
    func pushToStartToken(_ attributesType: String) -> Data?
    /// Returns the current state as events, then all later events.
    func activityEvents(_ topic: ActivityTopic) -> AsyncStream<ActivityEvent>

    // BackgroundTasks
    var pendingTaskRequests: [BGTaskRequest] { get }
    func registerTask(_ identifier: String, _ handler: LaunchHandler) -> Bool
    func submit(_ request: BGTaskRequest) throws(BGTaskScheduler.Error)
    /// Cancels a task request; `nil` cancels all.
    func cancelTaskRequest(_ identifier: String?)

    // Foundation
    func containerURL(group: String) -> URL?
}
