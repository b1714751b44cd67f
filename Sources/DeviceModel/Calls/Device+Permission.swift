// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// What an app's code asks about permission. Source: "Asking permission to use notifications".
extension Device {
    /// The app asks for permission (`AUTH-1` to `AUTH-6`, `AUTH-11`).
    ///
    /// A second call while the question is up waits for the same answer.
    public mutating func requestAuthorization(
        _ options: AuthorizationOptions, of bundleID: String, at now: Date
    ) -> AuthorizationAnswer {
        guard let app = self[bundleID] else { return .failed(.unknownApp(bundleID: bundleID)) }
        let options = options.effective(for: app.capabilities)
        if let joined = join(options, of: bundleID) { return joined }
        switch app.authorization {
        case .notDetermined where options.contains(.provisional):
            // AUTH-5: a quiet trial, without a question.
            self[bundleID]?.decide(.provisional, requested: options)
            return .answered(isGranted: true)
        case .provisional where options.contains(.provisional),
            .ephemeral where options.contains(.provisional):
            self[bundleID]?.requestedOptions.formUnion(options)
            return .answered(isGranted: true)
        case .notDetermined, .provisional, .ephemeral:
            // AUTH-1, AUTH-6: there was no explicit decision yet.
            return prompt(.notifications, options, of: bundleID)
        case .denied:
            // AUTH-11: only Settings helps.
            return .answered(isGranted: false)
        case .authorized:
            // Critical alerts have a question of their own, which may come later.
            if options.contains(.criticalAlert), !app.requestedOptions.contains(.criticalAlert) {
                return prompt(.criticalAlerts, options, of: bundleID)
            }
            self[bundleID]?.grantLater(options)
            return .answered(isGranted: self[bundleID]?.grants(options) ?? false)
        }
    }

    /// Lets a call wait for a question of its app that is up already.
    private mutating func join(
        _ options: AuthorizationOptions, of bundleID: String
    ) -> AuthorizationAnswer? {
        let index = prompts.firstIndex { $0.bundleID == bundleID && $0.kind.isModal }
        // AUTH-5: a quiet trial needs no answer. An app with permission can only be asked more.
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

/// What comes of asking for permission.
public enum AuthorizationAnswer: Hashable, Sendable {
    /// At once, without a question.
    case answered(isGranted: Bool)
    /// When the person has answered the question of this identifier: see
    /// ``ActionOutcome/answeredPrompts``. The callbacks come now: an app in use becomes inactive
    /// (`AUTH-14`).
    case asking(promptID: Int, callbacks: [Callback])
    /// It cannot be asked, with words.
    case failed(NotificationFailure)
}

extension InstalledApp {
    /// Sets a permission that was just decided, with the switches that it brings.
    ///
    /// - Parameter requested: what the app asked for; `nil` for a decision without a call of the
    ///   app, as if it had asked for the usual.
    mutating func decide(_ authorization: Authorization, requested: AuthorizationOptions? = nil) {
        if let requested {
            requestedOptions.formUnion(requested.subtracting(.provisional))
        } else if requestedOptions.isDisjoint(with: .interactions) {
            requestedOptions.formUnion(.interactions)
        }
        if authorization == .notDetermined { requestedOptions = [] }
        if authorization != .ephemeral { ephemeralUntil = nil }
        // AUTH-23: what waits for the summary must not be listed after a denial.
        if !authorization.allowsNotifications { heldForSummary.removeAll() }
        self.authorization = authorization
        settings = .defaults(for: authorization, requested: requestedOptions, keeping: settings)
    }

    /// Adds what an app with permission asks for later: no question, the new switches are on.
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

    /// What `requestAuthorization` gives back to an app that has a decision: whether at least one
    /// of the options was granted (`AUTH-13`).
    func grants(_ options: AuthorizationOptions) -> Bool {
        guard authorization.allowsNotifications else { return false }
        return options == .criticalAlert ? settings.criticalAlert : true
    }
}
