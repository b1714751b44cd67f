// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Testing

private let id = PhoneFixture.bundleID

/// The result of the app's permission request, or that the app has not requested permission.
enum PermissionCase: String, CaseIterable, CustomTestStringConvertible {
    case allowed, provisional, denied, notDetermined

    var testDescription: String { rawValue }

    func phone(edit: (inout InstalledApp) -> Void = { _ in }) throws -> PhoneFixture {
        var phone = try PhoneFixture(.foreground, authorization: .notDetermined, edit: edit)
        let options: AuthorizationOptions = [
            .alert, .sound, .badge, .carPlay, .criticalAlert, .providesAppNotificationSettings,
        ]
        switch self {
        case .allowed, .denied:
            _ = phone.request(options)
            while !phone.device.prompts.isEmpty {
                try phone.perform(.answerPrompt(self == .allowed ? .allow : .dontAllow))
            }
        case .provisional: _ = phone.request(options.union(.provisional))
        case .notDetermined: break
        }
        return phone
    }
}

/// A setting, with its values for permission that is allowed, provisional, denied and not
/// determined.
struct SettingsRow: Sendable, CustomTestStringConvertible {
    let rule: RuleID
    let field: String
    let values: [SettingsSnapshot.Setting]

    var testDescription: String { "\(rule) \(field)" }

    init(
        _ rule: RuleID, _ field: String, _ allowed: SettingsSnapshot.Setting,
        _ provisional: SettingsSnapshot.Setting, _ denied: SettingsSnapshot.Setting
    ) {
        self.rule = rule
        self.field = field
        values = [allowed, provisional, denied, .notSupported]
    }

    func value(_ snapshot: SettingsSnapshot) -> SettingsSnapshot.Setting? {
        switch field {
        case "notification center": snapshot.notificationCenter
        case "lock screen": snapshot.lockScreen
        case "alert": snapshot.alert
        case "sound": snapshot.sound
        case "badge": snapshot.badge
        case "critical alert": snapshot.criticalAlert
        case "CarPlay": snapshot.carPlay
        case "announcement": snapshot.announcement
        case "direct messages": snapshot.directMessages
        case "time-sensitive": snapshot.timeSensitive
        case "scheduled delivery": snapshot.scheduledDelivery
        default: nil
        }
    }
}

@Test(arguments: [
    SettingsRow("SET-2", "notification center", .enabled, .enabled, .disabled),
    SettingsRow("SET-2", "lock screen", .enabled, .disabled, .disabled),
    SettingsRow("SET-1", "alert", .enabled, .disabled, .disabled),
    SettingsRow("SET-1", "sound", .enabled, .disabled, .disabled),
    SettingsRow("SET-3", "badge", .enabled, .disabled, .disabled),
    SettingsRow("SET-5", "critical alert", .notSupported, .notSupported, .notSupported),
    SettingsRow("SET-5", "CarPlay", .notSupported, .notSupported, .notSupported),
    SettingsRow("SET-5", "announcement", .notSupported, .notSupported, .notSupported),
    SettingsRow("SET-5", "direct messages", .notSupported, .notSupported, .notSupported),
    SettingsRow("SET-5", "time-sensitive", .enabled, .enabled, .disabled),
    SettingsRow("SET-7", "scheduled delivery", .disabled, .disabled, .disabled),
])
func `SET-1, SET-2, SET-3, SET-4: the permission determines each setting`(row: SettingsRow) throws {
    for (permission, value) in zip(PermissionCase.allCases, row.values) {
        #expect(row.value(try permission.phone().snapshot) == value, "\(permission)")
    }
}

@Test(arguments: [
    SettingsRow("SET-5", "critical alert", .enabled, .disabled, .disabled),
    SettingsRow("SET-5", "CarPlay", .enabled, .enabled, .disabled),
    SettingsRow("SET-5", "announcement", .enabled, .enabled, .disabled),
    SettingsRow("SET-5", "direct messages", .enabled, .enabled, .disabled),
])
func `SET-5: a setting that needs a capability is supported if the app has the capability`(
    row: SettingsRow
) throws {
    for (permission, value) in zip(PermissionCase.allCases, row.values) {
        let phone = try permission.phone {
            $0.capabilities.criticalAlerts = true
            $0.capabilities.carPlay = true
            $0.capabilities.announcement = true
            $0.capabilities.communication = true
        }
        #expect(row.value(phone.snapshot) == value, "\(permission)")
    }
}

@Test(arguments: [
    (
        PermissionCase.allowed, Authorization.authorized, NotificationSettings.AlertStyle.banner,
        true
    ),
    (.provisional, .provisional, .none, true), (.denied, .denied, .none, true),
    (.notDetermined, .notDetermined, .none, false),
])
func `AUTH-20: status, alert style, previews and own settings match the permission`(
    permission: PermissionCase, status: Authorization, style: NotificationSettings.AlertStyle,
    hasSettings: Bool
) throws {
    let phone = try permission.phone()
    #expect(phone.snapshot.authorization == status)
    #expect(phone.snapshot.alertStyle == style)
    #expect(phone.snapshot.previews == .whenAuthenticated)
    #expect(phone.snapshot.providesAppNotificationSettings == hasSettings)
}

@Test func `OPT-1: an option that was never requested is not supported`() throws {
    var phone = try PhoneFixture(.foreground, authorization: .notDetermined)
    _ = phone.request([.badge])
    try phone.perform(.answerPrompt(.allow))
    #expect(phone.snapshot.badge == .enabled)
    #expect(phone.snapshot.alert == .notSupported)
    #expect(phone.snapshot.sound == .notSupported)
    #expect(try !phone.app.effectiveSettings.alert)
    #expect(!phone.snapshot.providesAppNotificationSettings)
    // An option that is requested later is granted without a prompt.
    #expect(phone.request([.alert]) == .answered(isGranted: true))
    #expect(phone.snapshot.alert == .enabled)
}

@Test func `AUTH-10, SET-7: the app reads the settings that the person chose`() throws {
    var phone = try PhoneFixture(.foreground)
    phone.device.summary = ScheduledSummary()
    phone.device.previews = .never
    #expect(phone.snapshot.previews == .never)
    var settings = try phone.app.settings
    settings.sound = false
    settings.alertStyle = .alert
    settings.scheduledDelivery = true
    settings.timeSensitive = false
    settings.previews = .always
    let outcome = try phone.perform(.setSettings(bundleID: id, settings))
    #expect(outcome.callbacks.isEmpty)
    #expect(phone.snapshot.sound == .disabled)
    #expect(phone.snapshot.badge == .enabled)
    #expect(phone.snapshot.alertStyle == .alert)
    #expect(phone.snapshot.scheduledDelivery == .enabled)
    #expect(phone.snapshot.timeSensitive == .disabled)
    #expect(phone.snapshot.previews == .always)
}
