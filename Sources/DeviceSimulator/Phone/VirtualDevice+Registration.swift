// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel

// How apps get their tokens.
extension VirtualDevice {
    /// Asks for the tokens of every app that wants some and has none yet.
    func registerMissing() async -> [Callback] {
        var callbacks: [Callback] = []
        for app in snapshot.apps where app.tokenFamilies.contains(where: { app.tokens[$0] == nil })
        {
            callbacks += await register(app.bundleID)
        }
        return callbacks
    }

    /// What `registerForRemoteNotifications` does for an app that calls it by itself.
    func register(_ bundleID: String) async -> [Callback] {
        guard let app = snapshot[bundleID], app.registersForPush else { return [] }
        return await register(bundleID, families: app.tokenFamilies)
    }

    /// The token the app has or a new one of each family.
    func register(_ bundleID: String, families: [TokenFamily]) async -> [Callback] {
        await launchFinished(of: bundleID)
        guard let app = snapshot[bundleID] else { return [] }
        var callbacks: [Callback] = []
        for family in families {
            guard let callback = await register(app, family) else { continue }
            await run(callback)
            callbacks.append(callback)
        }
        if !callbacks.isEmpty { changed() }
        return callbacks
    }

    private func register(_ app: InstalledApp, _ family: TokenFamily) async -> Callback? {
        func callback(
            _ kind: Callback.Kind, _ rule: RuleID, _ detail: String, _ subject: Callback.Subject
        ) -> Callback {
            Callback(
                kind, bundleID: app.bundleID, rule: rule,
                detail: "\(family.rawValue) token: \(detail)", subject: subject)
        }
        let done: Callback.Kind = family == .voip ? .voipToken : .didRegister
        if let token = app.tokens[family] {
            return callback(done, "REG-7", token.redacted, .token(token))
        }
        guard let environment = app.capabilities.environment else {
            return callback(
                .didFailToRegister, "REG-11", "no aps-environment entitlement (error 3000)",
                .failure(.missingEntitlement))
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
            change { $0[app.bundleID]?.tokens[family] = token }
            return callback(done, "REG-1", token.redacted, .token(token))
        } catch {
            return callback(
                .didFailToRegister, "REG-11", "\(error)", .failure(.unreachable("\(error)")))
        }
    }

    func unregister(_ bundleID: String) async {
        change { $0[bundleID]?.tokens = [:] }
        // APNs that cannot be told keeps the token; a later registration gets the same one.
        try? await link.unregister(deviceID: id, bundleID: bundleID)
    }

    func registerActivity(_ activityID: String) async {}

    func registerActivityStart(_ bundleID: String, attributesType: String) async {}
}
