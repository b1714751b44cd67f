// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import DeviceModel
import DeviceSimulator
public import Testing

// What the person who holds the phone does. Each call returns when app code has run.
extension TestPhone {
    /// Anything that a person, the system or the network can do.
    ///
    /// - Throws: ``TestPhoneError/Code/impossible(_:)`` when there is no such app or notification.
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

    /// Leaves the app for the home screen.
    public func goHome(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        guard let app = state.foregroundApp else { return }
        try await perform(.sendToBackground(bundleID: app.bundleID), sourceLocation: sourceLocation)
    }

    /// The system stops an app that was left, as it does some seconds later.
    public func suspend(_ app: AppUnderTest, sourceLocation: SourceLocation = #_sourceLocation)
        async throws
    {
        try await perform(.suspend(bundleID: app.bundleID), sourceLocation: sourceLocation)
    }

    /// The system ends an app, for instance for lack of memory. A push may start it again.
    public func terminate(_ app: AppUnderTest, sourceLocation: SourceLocation = #_sourceLocation)
        async throws
    {
        try await perform(.terminate(bundleID: app.bundleID), sourceLocation: sourceLocation)
    }

    /// Swipes the app away in the app switcher.
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

    /// Answers the system's question with Allow.
    public func allow(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await answer(.allow, sourceLocation)
    }

    /// Answers the system's question with Don't Allow.
    public func dontAllow(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await answer(.dontAllow, sourceLocation)
    }

    /// Sets an app's permission without a question, as in Settings, for a test that is about
    /// something else.
    public func setPermission(
        _ authorization: Authorization, for app: AppUnderTest,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await perform(
            .setAuthorization(bundleID: app.bundleID, authorization), sourceLocation: sourceLocation
        )
    }

    private func answer(
        _ answer: PromptAnswer, _ sourceLocation: SourceLocation
    ) async throws {
        await device.settled(withCode: false)
        guard !state.prompts.isEmpty else { throw TestPhoneError(.noPrompt, at: sourceLocation) }
        try await perform(.answerPrompt(answer), sourceLocation: sourceLocation)
    }

    /// Taps a notification; the newest one by default.
    public func tap(
        _ notification: DeliveredNotification? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await perform(
            .tap(notificationID: try newest(notification, sourceLocation).id),
            sourceLocation: sourceLocation)
    }

    /// Presses a button of a notification, with the text of its field.
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

    /// Keeps a provisional app's notifications coming, from one of them (`AUTH-7`).
    public func keep(
        _ choice: KeepChoice = .immediately, from notification: DeliveredNotification? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await perform(
            .keep(notificationID: try newest(notification, sourceLocation).id, choice),
            sourceLocation: sourceLocation)
    }

    /// Ends a provisional app's trial from one of its notifications (`AUTH-8`).
    public func turnOff(
        from notification: DeliveredNotification? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await perform(
            .turnOff(notificationID: try newest(notification, sourceLocation).id),
            sourceLocation: sourceLocation)
    }

    /// Is at a place from now on; a region's edge counts as crossed some time later (`LCL-15`), see
    /// ``walk(to:)``.
    public func move(to place: Coordinate, sourceLocation: SourceLocation = #_sourceLocation)
        async throws
    { try await perform(.move(to: place), sourceLocation: sourceLocation) }

    /// Goes to a place and stays for as long as a region's edge must have been crossed to count
    /// (`LCL-15`). The phone's clock moves by that. A phone that never was anywhere crosses
    /// nothing: give it a `location` when it is made.
    public func walk(to place: Coordinate, sourceLocation: SourceLocation = #_sourceLocation)
        async throws
    {
        try await move(to: place, sourceLocation: sourceLocation)
        await advance(by: .seconds(max(0, state.choices.regionDwellSeconds)))
    }

    /// The Ring/Silent switch.
    public func setMuted(_ isMuted: Bool, sourceLocation: SourceLocation = #_sourceLocation)
        async throws
    { try await perform(.setMuted(isMuted), sourceLocation: sourceLocation) }

    public func setLowPower(_ isOn: Bool, sourceLocation: SourceLocation = #_sourceLocation)
        async throws
    { try await perform(.setLowPower(isOn), sourceLocation: sourceLocation) }

    /// Takes the phone's network away or gives it back.
    public func setOnline(_ isOnline: Bool, sourceLocation: SourceLocation = #_sourceLocation)
        async throws
    { try await perform(.setOnline(isOnline), sourceLocation: sourceLocation) }

    /// Turns a Focus on; one that lets no app through unless it says so.
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
