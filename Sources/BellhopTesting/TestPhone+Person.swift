// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import DeviceModel
import DeviceSimulator
public import Testing

// The actions of the person who uses the phone. Each method returns after the app code that the
// action triggers has run.
extension TestPhone {
    /// Performs an action of any kind, by the person, the system or the network.
    ///
    /// - Throws: ``TestPhoneError/Code/impossible(_:)`` when the phone cannot perform the action,
    ///   for instance because the app or notification does not exist.
    @discardableResult
    public func perform(
        _ action: UserAction, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> [Callback] {
        let callbacks: [Callback]
        do {
            callbacks = try await movingClockOnHang { [device] in try await device.perform(action) }
        } catch let error as DeviceActionError {
            throw TestPhoneError(.impossible(error), at: sourceLocation)
        }
        await settle()
        return callbacks
    }

    /// Opens an app from its icon.
    public func launch(_ app: AppUnderTest, sourceLocation: SourceLocation = #_sourceLocation)
        async throws
    {
        try await perform(.launch(bundleID: app.bundleID), sourceLocation: sourceLocation)
    }

    /// Goes from the app to the home screen.
    public func goHome(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        guard let app = state.foregroundApp else { return }
        try await perform(.sendToBackground(bundleID: app.bundleID), sourceLocation: sourceLocation)
    }

    /// Suspends an app that is in the background, as the system does after some seconds.
    public func suspend(_ app: AppUnderTest, sourceLocation: SourceLocation = #_sourceLocation)
        async throws
    {
        try await perform(.suspend(bundleID: app.bundleID), sourceLocation: sourceLocation)
    }

    /// Terminates an app as the system does, for instance when memory is low. A push may start the
    /// app again.
    public func terminate(_ app: AppUnderTest, sourceLocation: SourceLocation = #_sourceLocation)
        async throws
    {
        try await perform(.terminate(bundleID: app.bundleID), sourceLocation: sourceLocation)
    }

    /// Force-quits an app by swiping it away in the app switcher.
    public func forceQuit(_ app: AppUnderTest, sourceLocation: SourceLocation = #_sourceLocation)
        async throws
    {
        try await perform(.forceQuit(bundleID: app.bundleID), sourceLocation: sourceLocation)
    }

    public func lock(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await perform(.lock, sourceLocation: sourceLocation)
    }
    public func unlock(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await perform(.unlock, sourceLocation: sourceLocation)
    }

    /// Chooses Allow in the system's prompt.
    public func allow(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await respond(.allow, sourceLocation)
    }

    /// Chooses Don't Allow in the system's prompt.
    public func dontAllow(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await respond(.dontAllow, sourceLocation)
    }

    /// Sets an app's permission without a prompt, as a person can do in Settings. Intended for
    /// tests that do not concern the prompt.
    public func setPermission(
        _ authorization: Authorization, for app: AppUnderTest,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await perform(
            .setAuthorization(bundleID: app.bundleID, authorization), sourceLocation: sourceLocation
        )
    }

    private func respond(
        _ choice: PromptAnswer, _ sourceLocation: SourceLocation
    ) async throws {
        await device.settled(withCode: false)
        guard !state.prompts.isEmpty else { throw TestPhoneError(.noPrompt, at: sourceLocation) }
        try await perform(.answerPrompt(choice), sourceLocation: sourceLocation)
    }

    /// Taps a notification; by default, the newest notification.
    public func tap(
        _ notification: DeliveredNotification? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await perform(
            .tap(notificationID: try newest(notification, sourceLocation).id),
            sourceLocation: sourceLocation)
    }

    /// Presses a button of a notification. If the button has a text field, also enters text.
    public func choose(
        _ actionID: String, text: String? = nil, on notification: DeliveredNotification? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let id = try newest(notification, sourceLocation).id
        try await perform(
            .choose(actionID: actionID, notificationID: id, text: text),
            sourceLocation: sourceLocation)
    }

    /// Opens the long look of a notification.
    public func expand(
        _ notification: DeliveredNotification? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await perform(
            .expand(notificationID: try newest(notification, sourceLocation).id),
            sourceLocation: sourceLocation)
    }

    /// Clears a notification.
    public func dismiss(
        _ notification: DeliveredNotification? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await perform(
            .dismiss(notificationID: try newest(notification, sourceLocation).id),
            sourceLocation: sourceLocation)
    }

    /// Presses Keep on a notification of an app with provisional authorization (`AUTH-7`).
    public func keep(
        _ choice: KeepChoice = .immediately, from notification: DeliveredNotification? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await perform(
            .keep(notificationID: try newest(notification, sourceLocation).id, choice),
            sourceLocation: sourceLocation)
    }

    /// Presses Turn Off on a notification of an app with provisional authorization, and confirms
    /// (`AUTH-8`).
    public func turnOff(
        from notification: DeliveredNotification? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await perform(
            .turnOff(notificationID: try newest(notification, sourceLocation).id),
            sourceLocation: sourceLocation)
    }

    /// Sets the phone's location. A region's boundary counts as crossed only after the phone has
    /// stayed on the other side for some time (`LCL-15`); see ``walk(to:sourceLocation:)``.
    public func move(to coordinate: Coordinate, sourceLocation: SourceLocation = #_sourceLocation)
        async throws
    { try await perform(.move(to: coordinate), sourceLocation: sourceLocation) }

    /// Moves to a location and stays there until the boundaries on the way count as crossed
    /// (`LCL-15`). The phone's clock advances by the duration of the stay. A phone without a
    /// previous location crosses no boundary, so set the phone's `location` when you create the
    /// phone.
    public func walk(to coordinate: Coordinate, sourceLocation: SourceLocation = #_sourceLocation)
        async throws
    {
        try await move(to: coordinate, sourceLocation: sourceLocation)
        await advance(by: .seconds(max(0, state.choices.regionDwellSeconds)))
    }

    /// Sets the Ring/Silent switch.
    public func setMuted(_ isMuted: Bool, sourceLocation: SourceLocation = #_sourceLocation)
        async throws
    { try await perform(.setMuted(isMuted), sourceLocation: sourceLocation) }

    public func setLowPower(_ isOn: Bool, sourceLocation: SourceLocation = #_sourceLocation)
        async throws
    { try await perform(.setLowPower(isOn), sourceLocation: sourceLocation) }

    /// Turns the phone's network connection off or on.
    public func setOnline(_ isOnline: Bool, sourceLocation: SourceLocation = #_sourceLocation)
        async throws
    { try await perform(.setOnline(isOnline), sourceLocation: sourceLocation) }

    /// Turns a Focus on. By default, the Focus allows no app.
    public func turnOn(_ focus: Focus = Focus(), sourceLocation: SourceLocation = #_sourceLocation)
        async throws
    {
        try await perform(.setFocus(focus), sourceLocation: sourceLocation)
    }
    public func turnOffFocus(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await perform(.setFocus(nil), sourceLocation: sourceLocation)
    }

    private func newest(
        _ notification: DeliveredNotification?, _ sourceLocation: SourceLocation
    ) throws -> DeliveredNotification {
        if let notification { return notification }
        let newest = (screen.banner.map { [$0] } ?? []) + screen.notifications
        guard let first = newest.first else {
            throw TestPhoneError(.nothingToTap, at: sourceLocation)
        }
        return first
    }
}
