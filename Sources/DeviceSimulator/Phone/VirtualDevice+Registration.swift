// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel

// How apps get their tokens: the model plans, this asks APNs.
extension VirtualDevice {
    /// Asks for the tokens that are owed now that there is a way to APNs again.
    func registerMissing() async -> [Callback] {
        var callbacks: [Callback] = []
        for missing in snapshot.missingTokens {
            callbacks += await follow(.ask, missing.bundleID, missing.family)
        }
        for case .registerActivity(let id) in snapshot.missingActivityTokens {
            await registerActivity(id)
        }
        return callbacks
    }

    /// What an app does by itself at its launch that is known to register.
    func register(_ bundleID: String) async -> [Callback] {
        guard let app = snapshot[bundleID], app.registersForPush else { return [] }
        return await register(bundleID, families: app.tokenFamilies)
    }

    /// The app calls to register: the token it has or a new one of each family.
    func register(_ bundleID: String, families: [TokenFamily]) async -> [Callback] {
        await launchFinished(of: bundleID)
        var callbacks: [Callback] = []
        for family in families {
            let plan = change { $0.beginRegistration(of: bundleID, family: family) }
            callbacks += await follow(plan, bundleID, family)
        }
        return callbacks
    }

    private func follow(
        _ plan: RegistrationPlan, _ bundleID: String, _ family: TokenFamily
    ) async -> [Callback] {
        let callbacks: [Callback]
        switch plan {
        case .wait: return []
        case .have(let token):
            callbacks = change { $0.setToken(token, of: bundleID, family: family) }
        case .fail(let failure):
            callbacks = change { $0.failRegistration(failure, of: bundleID, family: family) }
        case .ask:
            callbacks = await ask(for: family, of: bundleID)
        }
        for callback in callbacks { await run(callback) }
        return callbacks
    }

    private func ask(for family: TokenFamily, of bundleID: String) async -> [Callback] {
        guard let environment = snapshot.environment(of: bundleID) else { return [] }
        do {
            let token = try await link.registerToken(
                deviceID: id, bundleID: bundleID, environment: environment, family: family)
            let callbacks = change { device -> [Callback]? in
                guard device[bundleID] != nil else { return nil }
                return device.setToken(token, of: bundleID, family: family)
            }
            if let callbacks { return callbacks }
            // Deleted while it waited: the token must not outlive the app.
            try await link.unregister(deviceID: id, bundleID: bundleID)
            return []
        } catch {
            let words = "\(error)"
            return change {
                $0.failRegistration(.unreachable(words), of: bundleID, family: family)
            }
        }
    }

    func unregister(_ bundleID: String) async {
        for order in change({ $0.unregister(bundleID) }) {
            // APNs that cannot be told keeps the token; pushes to it find no app here.
            _ = try? await follow(order)
        }
    }
}
