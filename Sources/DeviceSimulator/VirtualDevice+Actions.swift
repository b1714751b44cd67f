// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import DeviceModel
import Simulation

extension VirtualDevice {
    /// Does something on the phone, runs the app code that it causes and asks APNs for tokens if
    /// need be.
    ///
    /// - Returns: the callbacks in order, those of registration included.
    /// - Throws: ``DeviceModel/DeviceActionError`` when there is no such app or notification; what
    ///   the link throws when APNs could not be told about a deletion or the connection.
    @discardableResult
    public func perform(_ action: UserAction) async throws -> [Callback] {
        let outcome = try snapshot.performing(action, at: time.now)
        snapshot = outcome.device
        var callbacks = outcome.callbacks
        for callback in callbacks {
            if callback.kind == .didReceiveResponse, let response = outcome.response {
                await handle(response, callback)
            } else {
                record(callback)
            }
        }
        signal.signal()
        switch action {
        case .setOnline(let isOnline):
            try await link.setOnline(deviceID: id, isOnline)
            if isOnline { callbacks += await registerMissing() }
        case .install(let app):
            callbacks += await register(app.bundleID)
        case .uninstall(let bundleID):
            try await link.unregister(deviceID: id, bundleID: bundleID)
        default:
            for started in outcome.callbacks where started.kind == .didFinishLaunching {
                callbacks += await register(started.bundleID)
            }
        }
        return callbacks
    }

    /// Connects a phone that was just made: says whether it is online and asks for the tokens that
    /// are missing.
    public func connect() async throws {
        try await link.setOnline(deviceID: id, snapshot.isOnline)
        _ = await registerMissing()
    }

    private func handle(_ response: NotificationResponse, _ callback: Callback) async {
        guard let app = snapshot[callback.bundleID] else { return }
        let appCode = code(of: app.bundleID)
        let isDone: Void? = await TimeLimit.run(limits.responseMax, time: time) {
            await appCode.didReceive(response, in: app)
        }
        record(callback, answer: isDone == nil ? "not finished in time" : nil)
    }

    /// Asks for the tokens of every app that wants some and has none yet.
    private func registerMissing() async -> [Callback] {
        var callbacks: [Callback] = []
        for app in snapshot.apps where app.tokenFamilies.contains(where: { app.tokens[$0] == nil })
        {
            callbacks += await register(app.bundleID)
        }
        return callbacks
    }

    /// What `registerForRemoteNotifications` does for an app that calls it: the token it has or a
    /// new one.
    private func register(_ bundleID: String) async -> [Callback] {
        guard let app = snapshot[bundleID], app.registersForPush else { return [] }
        var callbacks: [Callback] = []
        for family in app.tokenFamilies {
            guard let callback = await register(app, family) else { continue }
            record(callback)
            callbacks.append(callback)
        }
        if !callbacks.isEmpty { signal.signal() }
        return callbacks
    }

    private func register(_ app: InstalledApp, _ family: TokenFamily) async -> Callback? {
        func callback(_ kind: Callback.Kind, _ rule: RuleID, _ detail: String) -> Callback {
            Callback(
                kind, bundleID: app.bundleID, rule: rule,
                detail: "\(family.rawValue) token: \(detail)")
        }
        if let token = app.tokens[family] { return callback(.didRegister, "REG-7", token.redacted) }
        guard let environment = app.capabilities.environment else {
            return callback(
                .didFailToRegister, "REG-11", "no aps-environment entitlement (error 3000)")
        }
        // REG-12: asked again when the phone is online.
        guard snapshot.isOnline else { return nil }
        do {
            let token = try await link.registerToken(
                deviceID: id, bundleID: app.bundleID, environment: environment, family: family)
            guard snapshot[app.bundleID] != nil else {
                // Deleted while it waited: the token must not outlive the app.
                try await link.unregister(deviceID: id, bundleID: app.bundleID)
                return nil
            }
            snapshot[app.bundleID]?.tokens[family] = token
            return callback(.didRegister, "REG-1", token.redacted)
        } catch {
            return callback(.didFailToRegister, "REG-11", "\(error)")
        }
    }
}
