// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

// The phone's part in giving an app its tokens. The code that runs the phone makes the requests to
// APNs. Source: "Registering your app with APNs".
extension Device {
    /// The maximum number of an app's calls that wait for a token. If there are more calls, the
    /// additional calls share the last callback. Bellhop chose this number: an app normally makes
    /// one call per launch.
    static let pendingRegistrationCountMax = 16

    /// Returns the plan for a call to register: the current token, a request to APNs, a wait for
    /// the network (`REG-12`), or a failure (`REG-11`).
    ///
    /// Permission does not matter (`REG-1`, `AUTH-25`).
    public func registrationPlan(
        of bundleID: String, family: TokenFamily = .app
    ) -> RegistrationPlan {
        guard let app = self[bundleID] else { return .fail(.notInstalled) }
        guard kind != .oldSimulator else { return .fail(.unsupportedSimulator) }
        guard app.capabilities.environment != nil else { return .fail(.missingEntitlement) }
        if family == .voip, !app.capabilities.voipBackgroundMode {
            return .fail(.missingBackgroundMode)
        }
        if let token = app.tokens[family] { return .have(token) }
        guard isOnline else { return choices.registrationFailsOffline ? .fail(.offline) : .wait }
        guard !isAPNsBlocked else {
            return .fail(.unreachable("The phone's network blocks all connections to APNs."))
        }
        return .ask
    }

    /// Returns the environment of an app's tokens; a Simulator always registers with the sandbox,
    /// even if the app is signed for production (`REG-9`, `REG-14`).
    public func environment(of bundleID: String) -> APNSEnvironment? {
        guard let environment = self[bundleID]?.capabilities.environment else { return nil }
        return kind == .phone ? environment : .sandbox
    }

    /// Handles a call of `registerForRemoteNotifications`, or a change of the types of a
    /// `PKPushRegistry`: returns the plan and records that one callback is pending (`REG-2`).
    ///
    /// If the plan is `have`, or if it is `ask` and APNs has returned a token, then call
    /// ``setToken(_:of:family:)``. If the plan is `fail`, call ``failRegistration(_:of:family:)``.
    /// A `wait` ends after ``LinkOrder/registerMissing``.
    public mutating func beginRegistration(
        of bundleID: String, family: TokenFamily = .app
    ) -> RegistrationPlan {
        if let app = self[bundleID], app.state.isInMemory {
            let count = app.pendingRegistrations[family] ?? 0
            self[bundleID]?.pendingRegistrations[family] = min(
                count + 1, Self.pendingRegistrationCountMax)
        }
        return registrationPlan(of: bundleID, family: family)
    }

    /// Sets an app's token and returns the pending callbacks. If the token has changed, returns a
    /// callback even if the app has not called the method to register (`REG-8`).
    ///
    /// An app that is not running gets no callbacks; a suspended app gets its callbacks when it
    /// runs again. Make the callbacks after `didFinishLaunching` has returned (`REG-2`).
    public mutating func setToken(
        _ token: DeviceToken, of bundleID: String, family: TokenFamily = .app
    ) -> [Callback] {
        guard let app = self[bundleID] else { return [] }
        let isNew = app.tokens[family] != token
        self[bundleID]?.tokens[family] = token
        self[bundleID]?.lostTokens.remove(family)
        guard app.state.isInMemory else { return [] }
        let isPending = app.pendingRegistrations[family] != nil
        if isNew, !isPending { self[bundleID]?.pendingRegistrations[family] = 1 }
        return reportRegistrations(
            of: bundleID, family: family, rule: isPending ? (isNew ? "REG-1" : "REG-7") : "REG-8")
    }

    /// Returns the callbacks for an app's failed calls to register. Only the token of the family
    /// `app` has a callback for failures. For a suspended app, the phone repeats the registration
    /// when the app runs again.
    public mutating func failRegistration(
        _ failure: RegistrationFailure, of bundleID: String, family: TokenFamily = .app
    ) -> [Callback] {
        guard let app = self[bundleID], effectiveState(of: app).isRunning,
            let count = self[bundleID]?.pendingRegistrations.removeValue(forKey: family),
            family == .app
        else { return [] }
        let callback = Callback(
            .didFailToRegister, bundleID: bundleID, rule: "REG-11",
            detail: "\(family.rawValue) token: \(failure)", subject: .failure(failure))
        return Array(repeating: callback, count: count)
    }

    /// The tokens to request from APNs when it can be reached again: tokens for pending calls,
    /// tokens that a running app has lost, and tokens of apps that are known to register.
    public var missingTokens: [MissingToken] {
        apps.flatMap { app -> [MissingToken] in
            var families = Set(app.pendingRegistrations.keys)
            families.formUnion(app.lostTokens)
            if app.registersForPush { families.formUnion(app.tokenFamilies) }
            return TokenFamily.allCases.filter { families.contains($0) }
                .map { MissingToken(bundleID: app.bundleID, family: $0) }
                .filter { registrationPlan(of: $0.bundleID, family: $0.family) == .ask }
        }
    }

    /// Handles a call of `unregisterForRemoteNotifications`: pushes to the token are dropped, and
    /// APNs responds with 410 some time later (`REG-10`).
    public mutating func unregister(_ bundleID: String) -> [LinkOrder] {
        self[bundleID]?.pendingRegistrations[.app] = nil
        self[bundleID]?.lostTokens.remove(.app)
        guard let token = self[bundleID]?.tokens.removeValue(forKey: .app) else { return [] }
        return [.revoke([token], because: .unregistered)]
    }

    /// Returns whether the app has a token, the value of `isRegisteredForRemoteNotifications`; the
    /// permission does not matter (`REG-13`).
    public func isRegistered(_ bundleID: String) -> Bool { self[bundleID]?.tokens[.app] != nil }

    /// Returns the pending callbacks of a running app for its current token.
    mutating func reportRegistrations(
        of bundleID: String, family: TokenFamily, rule: RuleID
    ) -> [Callback] {
        guard let app = self[bundleID], let token = app.tokens[family],
            effectiveState(of: app).isRunning,
            let count = self[bundleID]?.pendingRegistrations.removeValue(forKey: family),
            let kind = family.tokenCallback
        else { return [] }
        let callback = Callback(
            kind, bundleID: bundleID, rule: rule,
            detail: "\(family.rawValue) token: \(token.redacted)", subject: .token(token))
        return Array(repeating: callback, count: count)
    }
}

/// The plan for a call to register.
public enum RegistrationPlan: Hashable, Sendable {
    /// The app has its token, which is reported again.
    case have(DeviceToken)
    /// The token must be requested from APNs.
    case ask
    /// There is no network. The callback is made when the phone is online again.
    case wait
    case fail(RegistrationFailure)
}

/// A token that an app needs but does not have.
public struct MissingToken: Hashable, Sendable {
    public let bundleID: String
    public let family: TokenFamily
}

extension TokenFamily {
    /// The callback that reports a token of this family; `nil` for families without such a
    /// callback: the tokens of activities are reported by their own streams, other tokens as the
    /// result of a call.
    var tokenCallback: Callback.Kind? {
        switch self {
        case .app: .didRegister
        case .voip: .voipToken
        case .complication, .fileProvider, .mdm, .location, .liveActivity, .liveActivityStart,
            .pushToTalk, .widgets, .controls:
            nil
        }
    }
}
