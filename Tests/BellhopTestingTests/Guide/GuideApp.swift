// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopTesting

// The blocks between the markers appear verbatim in docs/guide/testing.md.

// guide: recipe-app
@MainActor
final class TrainsDelegate: NSObject, UIApplicationDelegate {
    let calls = CallRegistry()
    private(set) var tokens: [Data] = []
    private(set) var refreshCount = 0

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        application.registerForRemoteNotifications()
        return true
    }

    func application(
        _ application: UIApplication,
        didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) { tokens.append(deviceToken) }

    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult {
        refreshCount += 1
        return .newData
    }
}

/// A reminder every morning at nine, wherever the phone is.
func remindEveryMorning() async throws {
    let content = UNMutableNotificationContent()
    content.title = "Check your train"
    try await UNUserNotificationCenter.current().add(
        UNNotificationRequest(
            identifier: "morning", content: content,
            trigger: UNCalendarNotificationTrigger(
                dateMatching: DateComponents(hour: 9), repeats: true)))
}

/// A reminder on arriving at the station.
func remindAtStation() async throws {
    let content = UNMutableNotificationContent()
    content.title = "Your ticket"
    let station = CLCircularRegion(
        center: CLLocationCoordinate2D(latitude: 52.525, longitude: 13.369), radius: 150,
        identifier: "station")
    station.notifyOnExit = false
    try await UNUserNotificationCenter.current().add(
        UNNotificationRequest(
            identifier: "ticket", content: content,
            trigger: UNLocationNotificationTrigger(region: station, repeats: false)))
}

struct TrainAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable, Sendable {
        var minutes: Int
    }
    let number: String
}

/// Reports a call for every VoIP push; iOS terminates an app that does not.
final class CallRegistry: NSObject, PKPushRegistryDelegate {
    private let registry = PKPushRegistry(queue: .main)
    private let provider = CXProvider(configuration: CXProviderConfiguration())

    override init() {
        super.init()
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
    }

    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType
    ) {}

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType, completion: @escaping @Sendable () -> Void
    ) {
        let update = CXCallUpdate()
        update.localizedCallerName = payload.dictionaryPayload["caller"] as? String
        provider.reportNewIncomingCall(with: UUID(), update: update) { _ in completion() }
    }
}
// guide: end
