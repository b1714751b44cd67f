// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import DeviceModel
import DeviceSimulator

// What the person who holds the phone does. Each call returns when app code has run.
extension TestPhone {
    /// Anything that a person, the system or the network can do.
    @discardableResult
    public func perform(_ action: UserAction) async throws -> [Callback] {
        let callbacks = try await device.perform(action)
        await settle()
        return callbacks
    }

    /// Opens an app from its icon.
    public func launch(_ app: AppUnderTest) async throws {
        try await perform(.launch(bundleID: app.bundleID))
    }

    /// Leaves the app for the home screen.
    public func goHome() async throws {
        guard let app = state.foregroundApp else { return }
        try await perform(.sendToBackground(bundleID: app.bundleID))
    }

    /// The system stops an app that was left, as it does some seconds later.
    public func suspend(_ app: AppUnderTest) async throws {
        try await perform(.suspend(bundleID: app.bundleID))
    }

    /// The system ends an app, for instance for lack of memory. A push may start it again.
    public func terminate(_ app: AppUnderTest) async throws {
        try await perform(.terminate(bundleID: app.bundleID))
    }

    /// Swipes the app away in the app switcher.
    public func forceQuit(_ app: AppUnderTest) async throws {
        try await perform(.forceQuit(bundleID: app.bundleID))
    }

    public func lock() async throws { try await perform(.lock) }
    public func unlock() async throws { try await perform(.unlock) }

    /// Answers the system's question with Allow.
    public func allow() async throws { try await answer(.allow) }

    /// Answers the system's question with Don't Allow.
    public func dontAllow() async throws { try await answer(.dontAllow) }

    /// Sets an app's permission without a question, as in Settings, for a test that is about
    /// something else.
    public func setPermission(
        _ authorization: Authorization, for app: AppUnderTest
    ) async throws {
        try await perform(.setAuthorization(bundleID: app.bundleID, authorization))
    }

    private func answer(_ answer: PromptAnswer) async throws {
        await device.settled(withCode: false)
        guard !state.prompts.isEmpty else { throw TestPhoneError.noPrompt }
        try await perform(.answerPrompt(answer))
    }

    /// Taps a notification; the newest one unless told otherwise.
    public func tap(_ notification: DeliveredNotification? = nil) async throws {
        try await perform(.tap(notificationID: try newest(notification).id))
    }

    /// Presses a button of a notification, with the text of its field.
    public func choose(
        _ actionID: String, text: String? = nil, on notification: DeliveredNotification? = nil
    ) async throws {
        let id = try newest(notification).id
        try await perform(.choose(actionID: actionID, notificationID: id, text: text))
    }

    /// Opens the long look of a notification.
    public func expand(_ notification: DeliveredNotification? = nil) async throws {
        try await perform(.expand(notificationID: try newest(notification).id))
    }

    /// Clears a notification.
    public func dismiss(_ notification: DeliveredNotification? = nil) async throws {
        try await perform(.dismiss(notificationID: try newest(notification).id))
    }

    /// Keeps a provisional app's notifications coming, from one of them (`AUTH-7`).
    public func keep(
        _ choice: KeepChoice = .immediately, from notification: DeliveredNotification? = nil
    ) async throws {
        try await perform(.keep(notificationID: try newest(notification).id, choice))
    }

    /// Ends a provisional app's trial from one of its notifications (`AUTH-8`).
    public func turnOff(from notification: DeliveredNotification? = nil) async throws {
        try await perform(.turnOff(notificationID: try newest(notification).id))
    }

    /// Is at a place from now on; a region's edge counts as crossed some time later (`LCL-15`), see
    /// ``walk(to:)``.
    public func move(to place: Coordinate) async throws { try await perform(.move(to: place)) }

    /// Goes to a place and stays for as long as a region's edge must have been crossed to count
    /// (`LCL-15`). The phone's clock moves by that. A phone that never was anywhere crosses
    /// nothing: give it a `location` when it is made.
    public func walk(to place: Coordinate) async throws {
        try await move(to: place)
        await advance(by: .seconds(max(0, state.choices.regionDwellSeconds)))
    }

    /// The Ring/Silent switch.
    public func setMuted(_ isMuted: Bool) async throws { try await perform(.setMuted(isMuted)) }

    public func setLowPower(_ isOn: Bool) async throws { try await perform(.setLowPower(isOn)) }

    /// Takes the phone's network away or gives it back.
    public func setOnline(_ isOnline: Bool) async throws { try await perform(.setOnline(isOnline)) }

    /// Turns a Focus on; one that lets no app through unless it says so.
    public func turnOn(_ focus: Focus = Focus()) async throws {
        try await perform(.setFocus(focus))
    }
    public func turnOffFocus() async throws { try await perform(.setFocus(nil)) }

    private func newest(
        _ notification: DeliveredNotification?
    ) throws -> DeliveredNotification {
        if let notification { return notification }
        let newest = (screen.banner.map { [$0] } ?? []) + screen.notifications
        guard let first = newest.first else { throw TestPhoneError.nothingToTap }
        return first
    }
}
