// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopKit
import BellhopTesting
import Foundation
import Testing

/// A mistake in the app of a test.
struct Flaw: Sendable, CustomTestStringConvertible {
    enum Delegate: Sendable { case kit, none, other, late }

    let expected: Set<SelfCheckProblem>
    var delegate = Delegate.kit
    var takesToken = true
    var categories: [PushCategory] = [PushCategory("order")]
    var appGroup: @Sendable (inout String?) -> Void = { _ in }
    var facts: @Sendable (inout AppFacts) -> Void = { _ in }
    var app: @Sendable (inout TestApp) -> Void = { _ in }
    /// What the person does in this case.
    var person: @Sendable (TestPhone, AppUnderTest) async throws -> Void = { _, _ in }

    init(_ expected: SelfCheckProblem..., change: (inout Flaw) -> Void = { _ in }) {
        self.expected = Set(expected)
        change(&self)
    }

    var testDescription: String {
        expected.isEmpty ? "nothing" : expected.map(\.rawValue).sorted().joined(separator: ", ")
    }
}

private final class OtherDelegate: NSObject, UNUserNotificationCenterDelegate {}

private final class CheckedDelegate: NSObject, UIApplicationDelegate {
    let flaw: Flaw
    let push: PushCenter
    private let other = OtherDelegate()

    init(_ flaw: Flaw) {
        self.flaw = flaw
        var group: String? = group
        flaw.appGroup(&group)
        var context = AppContext.current(appGroup: group)
        flaw.facts(&context.facts)
        var configuration = PushConfiguration(backend: InMemoryBackend(), appGroup: group)
        configuration.categories = flaw.categories
        configuration.refresh = RefreshPlan(taskID: "com.example.shop.refresh")
        configuration.needs.serviceExtension = true
        configuration.needs.liveActivities = true
        push = PushCenter(configuration, context: context)
        super.init()
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        let center = UNUserNotificationCenter.current()
        if flaw.delegate == .late {
            DispatchQueue.main.async { [push] in push.start(application) }
        } else {
            push.start(application)
        }
        switch flaw.delegate {
        case .kit, .late: break
        case .other: center.delegate = other
        case .none: center.delegate = nil
        }
        return true
    }

    func application(
        _ application: UIApplication,
        didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) { if flaw.takesToken { push.registration.didRegister(deviceToken) } }

    func application(
        _ application: UIApplication,
        didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) { push.registration.didFailToRegister(error) }

    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
        push.didReceiveRemoteNotification(userInfo, fetchCompletionHandler: completionHandler)
    }
}

private let group = "group.com.example.shop"

private let flaws: [Flaw] = [
    Flaw(),
    Flaw(.environmentEntitlementMissing, .registrationFailed) {
        $0.app = { $0.capabilities.environment = nil }
    },
    Flaw(.environmentMismatch) { $0.facts = { $0.environment = .production } },
    Flaw(.remoteNotificationModeMissing) {
        $0.app = { $0.capabilities.remoteNotificationBackgroundMode = false }
    },
    Flaw(.fetchModeMissing) { $0.app = { $0.capabilities.fetchBackgroundMode = false } },
    Flaw(.taskNotPermitted) { $0.app = { $0.capabilities.taskIdentifiers = [] } },
    Flaw(.liveActivitiesNotDeclared) { $0.app = { $0.capabilities.liveActivities = false } },
    Flaw(.delegateMissing) { $0.delegate = .none },
    Flaw(.delegateNotOurs) { $0.delegate = .other },
    Flaw(.delegateLate) { $0.delegate = .late },
    Flaw(.tokenNeverArrived) {
        $0.takesToken = false
        $0.person = { phone, _ in await phone.advance(by: .seconds(61)) }
    },
    Flaw(.serviceExtensionMissing) { $0.app = { $0.serviceExtension = nil } },
    Flaw(.appGroupMissing) { $0.app = { $0.capabilities.appGroups = [] } },
    Flaw(.appGroupNotConfigured) { $0.appGroup = { $0 = nil } },
    Flaw(.categoryUnknown) {
        $0.person = { phone, _ in
            try await phone.push(
                #"{"aps":{"alert":"Here","category":"parcel","content-available":1}}"#)
        }
    },
    Flaw(.categoryInvalid) { $0.categories = [PushCategory("order"), PushCategory("order")] },
    Flaw(.permissionNotDetermined) {
        $0.person = { try await $0.setPermission(.notDetermined, for: $1) }
    },
    Flaw(.permissionDenied) { $0.person = { try await $0.setPermission(.denied, for: $1) } },
    Flaw(.permissionProvisional) {
        $0.person = { try await $0.setPermission(.provisional, for: $1) }
    },
    Flaw(.permissionEphemeral) {
        $0.person = { try await $0.setPermission(.ephemeral, for: $1) }
    },
    switches(.alertsOff) { $0.alert = false }, switches(.soundsOff) { $0.sound = false },
    switches(.badgesOff) { $0.badge = false }, switches(.lockScreenOff) { $0.lockScreen = false },
    switches(.notificationCenterOff) { $0.notificationCenter = false },
    switches(.timeSensitiveOff) { $0.timeSensitive = false },
    switches(.summaryOn) { $0.scheduledDelivery = true },
    Flaw(.criticalAlertsOff) {
        $0.app = { $0.capabilities.criticalAlerts = true }
        $0.person = { phone, app in
            let center = app.center
            let asking = await app.start {
                try await center.requestAuthorization(options: [.criticalAlert])
            }
            try await phone.dontAllow()
            _ = try await asking.value
        }
    },
    Flaw(.previewsOff) {
        $0.person = { phone, _ in try await phone.perform(.setPreviews(.never)) }
    },
    Flaw(.backgroundRefreshDenied) {
        $0.person = {
            try await $0.perform(.setBackgroundRefresh(bundleID: $1.bundleID, false))
        }
    },
    Flaw(.lowPowerModeOn) { $0.person = { phone, _ in try await phone.setLowPower(true) } },
]

/// A switch in Settings that the person has changed.
private func switches(
    _ problem: SelfCheckProblem, _ turn: @escaping @Sendable (inout NotificationSettings) -> Void
) -> Flaw {
    Flaw(problem) {
        $0.person = { phone, app in
            var settings = NotificationSettings.allOn
            turn(&settings)
            try await phone.perform(.setSummary(ScheduledSummary()))
            try await phone.perform(.setSettings(bundleID: app.bundleID, settings))
        }
    }
}

@MainActor
struct SelfCheckTests {
    private func check(_ flaw: Flaw) async throws -> SelfCheckReport {
        let phone = try await TestPhone()
        var shop = TestApp("com.example.shop") { CheckedDelegate(flaw) }
        shop.capabilities.taskIdentifiers = ["com.example.shop.refresh"]
        shop.capabilities.appGroups = [group]
        shop.serviceExtension = { UNNotificationServiceExtension() }
        flaw.app(&shop)
        let app = try await phone.install(shop)
        try await phone.setPermission(.authorized, for: app)
        try await phone.launch(app)
        await phone.settle()
        try await flaw.person(phone, app)
        let delegate = try #require(app.delegate(as: CheckedDelegate.self))
        return await app.run { await delegate.push.selfCheck() }
    }

    @Test(arguments: flaws)
    private func `on a phone, each problem is found and no other`(flaw: Flaw) async throws {
        let report = try await check(flaw)
        #expect(Set(report.findings.map(\.problem)) == flaw.expected, "\(report)")
    }
}
