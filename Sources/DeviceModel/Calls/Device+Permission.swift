// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Calls of app code about permission. Source: "Asking permission to use notifications".
extension Device {
    /// Requests permission for an app (`AUTH-1` to `AUTH-6`, `AUTH-11`).
    ///
    /// A second call while the prompt is shown waits for the same answer.
    public mutating func requestAuthorization(
        _ options: AuthorizationOptions, of bundleID: String, at now: Date
    ) -> AuthorizationAnswer {
        guard let app = self[bundleID] else { return .failed(.unknownApp(bundleID: bundleID)) }
        let options = options.effective(for: app.capabilities)
        if let joined = join(options, of: bundleID) { return joined }
        switch app.authorization {
        case .notDetermined where options.contains(.provisional):
            // AUTH-5: the app gets provisional permission, without a prompt.
            self[bundleID]?.decide(.provisional, requested: options)
            return .answered(isGranted: true)
        case .provisional where options.contains(.provisional),
            .ephemeral where options.contains(.provisional):
            self[bundleID]?.requestedOptions.formUnion(options)
            return .answered(isGranted: true)
        case .notDetermined, .provisional, .ephemeral:
            // AUTH-1, AUTH-6: the person has not made an explicit decision yet.
            return prompt(.notifications, options, of: bundleID)
        case .denied:
            // AUTH-11: only a change in Settings can allow notifications.
            return .answered(isGranted: false)
        case .authorized:
            // Critical alerts have their own prompt, which may come later.
            if options.contains(.criticalAlert), !app.requestedOptions.contains(.criticalAlert) {
                return prompt(.criticalAlerts, options, of: bundleID)
            }
            self[bundleID]?.grantLater(options)
            return .answered(isGranted: self[bundleID]?.grants(options) ?? false)
        }
    }

    /// If the app's prompt is already shown, makes this call of the app wait for the same prompt.
    private mutating func join(
        _ options: AuthorizationOptions, of bundleID: String
    ) -> AuthorizationAnswer? {
        let index = prompts.firstIndex { $0.bundleID == bundleID && $0.kind.isModal }
        // AUTH-5: a request for provisional permission needs no answer. A request by an app with
        // permission is a request for further options, and waits for the prompt.
        let isTrial = options.contains(.provisional) && self[bundleID]?.authorization != .authorized
        guard let index, !isTrial else { return nil }
        prompts[index].options.formUnion(options)
        return .asking(promptID: prompts[index].id, callbacks: [])
    }

    private mutating func prompt(
        _ kind: Prompt.Kind, _ options: AuthorizationOptions, of bundleID: String
    ) -> AuthorizationAnswer {
        let wasPrompting = isPrompting
        let id = ask(kind, of: bundleID, options: options)
        guard !wasPrompting, let front = foregroundApp else {
            return .asking(promptID: id, callbacks: [])
        }
        let callback = Callback(.willResignActive, bundleID: front.bundleID, rule: "AUTH-14")
        return .asking(promptID: id, callbacks: [callback])
    }
}

/// The result of a request for permission.
public enum AuthorizationAnswer: Hashable, Sendable {
    /// The request was answered immediately, without a prompt.
    case answered(isGranted: Bool)
    /// The person must answer the prompt with this identifier first: see
    /// ``ActionOutcome/answeredPrompts``. Make the callbacks now: the foreground app becomes
    /// inactive (`AUTH-14`).
    case asking(promptID: Int, callbacks: [Callback])
    /// The request failed, for this reason.
    case failed(NotificationFailure)
}

extension InstalledApp {
    /// Sets the permission after a decision by the person or the system, with the switches that
    /// belong to this permission.
    ///
    /// - Parameter requested: The options that the app requested. If `nil`, the app made no request
    ///   for this decision. If the app has not requested any of the options that most apps request,
    ///   the method then assumes a request for all of these options.
    mutating func decide(_ authorization: Authorization, requested: AuthorizationOptions? = nil) {
        if let requested {
            requestedOptions.formUnion(requested.subtracting(.provisional))
        } else if requestedOptions.isDisjoint(with: .interactions) {
            requestedOptions.formUnion(.interactions)
        }
        if authorization == .notDetermined { requestedOptions = [] }
        if authorization != .ephemeral { ephemeralUntil = nil }
        // AUTH-23: notifications held for the summary must not be listed after a denial.
        if !authorization.allowsNotifications { heldForSummary.removeAll() }
        self.authorization = authorization
        settings = .defaults(for: authorization, requested: requestedOptions, keeping: settings)
    }

    /// Adds options that an app with permission requests later. There is no prompt, and the
    /// switches of these options are on.
    fileprivate mutating func grantLater(_ options: AuthorizationOptions) {
        let new = options.subtracting(requestedOptions).subtracting(.provisional)
        requestedOptions.formUnion(new)
        if new.contains(.alert) {
            settings.alert = true
            settings.lockScreen = true
            settings.notificationCenter = true
        }
        if new.contains(.sound) { settings.sound = true }
        if new.contains(.badge) { settings.badge = true }
    }

    /// Returns the result of `requestAuthorization` for an app whose permission the person has
    /// already decided: whether at least one of the options is granted (`AUTH-13`).
    func grants(_ options: AuthorizationOptions) -> Bool {
        guard authorization.allowsNotifications else { return false }
        return options == .criticalAlert ? settings.criticalAlert : true
    }
}
