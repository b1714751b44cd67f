// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// Buttons, and how the app receives responses.
extension ActionOutcome {
    /// Presses a button. The buttons are in the long look, so the long look is opened first
    /// (`ACT-3`).
    ///
    /// When a content extension draws the long look, the extension receives the press (`NCE-7`);
    /// pass its result to ``Device/afterContentExtension(_:_:of:at:)``.
    mutating func choose(
        _ actionID: String, _ id: String, _ bundleID: String?, text: String?
    ) throws(DeviceActionError) {
        switch actionID {
        case NotificationResponse.defaultActionIdentifier: return try tap(id, bundleID)
        case NotificationResponse.dismissActionIdentifier: return try dismiss(id, bundleID)
        default: break
        }
        let (owner, notification) = try find(id, bundleID)
        let isOpen = device.isExpanded(notification, of: owner)
        let actions =
            isOpen
            ? device.expanded?.actions ?? []
            : device[owner]?.longLookActions(of: notification) ?? []
        guard let action = actions.first(where: { $0.id == actionID }) else {
            throw .unknownAction(id: actionID, known: actions.map(\.id))
        }
        let response = NotificationResponse(
            actionIdentifier: actionID, text: try self.text(text, for: action),
            notification: notification)
        if !isOpen, device[owner]?.contentExtension(for: notification) != nil {
            try expand(id, owner)
        }
        if device.isExpanded(notification, of: owner), device.expanded?.contentExtension != nil {
            cite("NCE-7")
            self.response = response
            callbacks.append(
                Callback(
                    .contentExtensionResponse, bundleID: owner, rule: "NCE-7",
                    detail: response.oneLine, subject: .response(response)))
        } else {
            forward(response, of: owner, action)
        }
    }

    /// Returns the text of an action's text field (`ACT-6`).
    private func text(
        _ text: String?, for action: NotificationAction
    ) throws(DeviceActionError) -> String? {
        guard action.textInput != nil else {
            guard text == nil else { throw .takesNoText(actionID: action.id) }
            return nil
        }
        let text = text ?? ""
        if text.isEmpty, !device.choices.emptyReplyIsSent {
            throw .needsText(actionID: action.id)
        }
        return text
    }

    /// Delivers an action's response to the app, in the foreground or in the background.
    mutating func forward(
        _ response: NotificationResponse, of bundleID: String, _ action: NotificationAction?
    ) {
        removeHandled(response.notification.id, of: bundleID)
        let options = action?.options ?? []
        if options.contains(.foreground) {
            openApp(response, of: bundleID, rule: "RSP-7")
        } else if options.contains(.authenticationRequired), device.isLocked {
            // The person unlocks the phone, but the app that was in use before the lock does not
            // return to the front.
            openScreen()
            wakeApp(response, of: bundleID, rule: "RSP-8")
        } else {
            wakeApp(response, of: bundleID, rule: "RSP-5")
        }
    }

    /// Unlocks the phone, brings the app to the front, and delivers the response before the app is
    /// active.
    mutating func openApp(
        _ response: NotificationResponse, of bundleID: String, rule: RuleID? = nil
    ) {
        openScreen()
        guard let app = device[bundleID] else { return }
        let rule =
            switch app.state {
            case .foreground: rule ?? "RSP-4"
            case .background, .suspended: rule ?? "RSP-2"
            case .terminated, .forceQuit: rule ?? "RSP-1"
            }
        let start = callbacks.count
        enterForeground(bundleID, rule: rule) { outcome in
            if app.state != .foreground { outcome.repeatBackgroundCallback(response, of: app) }
            outcome.deliver(response, to: app, rule: rule)
        }
        nameLaunch(response, of: bundleID, from: start)
        if response.notification.targetContentID != nil { cite("LNK-2") }
    }

    /// Delivers the response to the app without bringing it to the front (`ACT-10`).
    /// ``Device/endBackgroundRun(of:)`` suspends the app afterwards.
    mutating func wakeApp(_ response: NotificationResponse, of bundleID: String, rule: RuleID) {
        guard let app = device[bundleID] else { return }
        cite(rule)
        switch device.effectiveState(of: app) {
        case .foreground, .background: break
        case .suspended: device[bundleID]?.state = .background
        case .forceQuit where !device.choices.actionLaunchesForceQuitApp:
            return report(.responseLostToForceQuit)
        case .forceQuit, .terminated:
            if app.state == .forceQuit { cite("RSP-6") }
            let start = callbacks.count
            call(.didFinishLaunching, of: bundleID, rule: rule)
            nameLaunch(response, of: bundleID, from: start)
            device[bundleID]?.state = .background
        }
        deliver(response, to: app, rule: rule)
    }

    /// Calls the app's notification center delegate, if the app has set the delegate by the end of
    /// its launch (`RSP-12`).
    ///
    /// - Parameter app: The app as it was before the action.
    private mutating func deliver(
        _ response: NotificationResponse, to app: InstalledApp, rule: RuleID
    ) {
        let isInTime = app.state.isInMemory || app.behaviour.setsDelegateInTime
        guard app.behaviour.hasCenterDelegate, isInTime else {
            return report(.responseLostWithoutDelegate)
        }
        self.response = response
        callbacks.append(
            Callback(
                .didReceiveResponse, bundleID: app.bundleID, rule: rule,
                detail: response.oneLine, subject: .response(response)))
    }

    /// Calls the background callback again when a push with `content-available` brings the app to
    /// the front (`RSP-3`).
    private mutating func repeatBackgroundCallback(
        _ response: NotificationResponse, of app: InstalledApp
    ) {
        guard response.notification.isContentAvailable, app.behaviour.implementsBackgroundCallback
        else { return }
        cite("RSP-3")
        callbacks.append(
            Callback(
                .didReceiveRemoteNotification, bundleID: app.bundleID, rule: "RSP-3",
                subject: .userInfo(response.notification.userInfo)))
    }

    private mutating func nameLaunch(
        _ response: NotificationResponse, of bundleID: String, from start: Int
    ) {
        for index in start..<callbacks.count
        where callbacks[index].kind == .didFinishLaunching && callbacks[index].bundleID == bundleID
        {
            callbacks[index].subject = .launch(.response(response))
        }
    }
}
