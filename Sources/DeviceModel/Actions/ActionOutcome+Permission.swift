// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// What a person answers, and what the Settings app changes.
extension ActionOutcome {
    mutating func answerPrompt(_ answer: PromptAnswer) throws(DeviceActionError) {}

    mutating func keep(
        _ id: String, _ bundleID: String?, _ choice: KeepChoice
    ) throws(DeviceActionError) {}

    mutating func turnOff(_ id: String, _ bundleID: String?) throws(DeviceActionError) {}

    mutating func openAppClip(_ bundleID: String) throws(DeviceActionError) {}

    mutating func openNotificationSettings(
        _ bundleID: String, _ id: String?
    ) throws(DeviceActionError) {}

    mutating func setAuthorization(
        _ bundleID: String, _ authorization: Authorization
    ) throws(DeviceActionError) {
        try change(bundleID) { app in
            guard app.authorization != authorization else { return }
            app.authorization = authorization
            app.settings = .defaults(for: authorization)
        }
    }

    mutating func setSettings(
        _ bundleID: String, _ settings: NotificationSettings
    ) throws(DeviceActionError) {
        try change(bundleID) { $0.settings = settings }
    }
}
