// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel

// Registration of apps: the device model makes the plan, and this code makes the requests to APNs.
extension VirtualDevice {
    /// Requests the missing tokens when APNs can be reached again.
    func registerMissing() async -> [Callback] {
        var callbacks: [Callback] = []
        for missing in snapshot.missingTokens {
            callbacks += await requestAndReport(missing.family, of: missing.bundleID)
        }
        for case .registerActivity(let id) in snapshot.missingActivityTokens {
            await registerActivity(id)
        }
        return callbacks
    }

    /// Registers an app at its launch, if the app is known to register.
    func register(_ bundleID: String) async -> [Callback] {
        guard let app = snapshot[bundleID], app.registersForPush else { return [] }
        return await register(bundleID, families: app.tokenFamilies)
    }

    /// Handles an app's call to register: for each family, reports the current token, or requests a
    /// new token and reports it.
    func register(_ bundleID: String, families: [TokenFamily]) async -> [Callback] {
        await launchFinished(of: bundleID)
        var callbacks: [Callback] = []
        for family in families {
            // A result that is known immediately is applied in the same step. Otherwise, this call
            // could report the callback that belongs to another call, for instance a call by the
            // app's own code.
            let (plan, decided) = change { device in
                let plan = device.beginRegistration(of: bundleID, family: family)
                let decided: [Callback] =
                    switch plan {
                    case .have(let token): device.setToken(token, of: bundleID, family: family)
                    case .fail(let failure):
                        device.failRegistration(failure, of: bundleID, family: family)
                    case .ask, .wait: []
                    }
                return (plan, decided)
            }
            for callback in decided { await run(callback) }
            callbacks += decided
            if plan == .ask { callbacks += await requestAndReport(family, of: bundleID) }
        }
        return callbacks
    }

    private func requestAndReport(_ family: TokenFamily, of bundleID: String) async -> [Callback] {
        let callbacks = await requestToken(for: family, of: bundleID)
        for callback in callbacks { await run(callback) }
        return callbacks
    }

    private func requestToken(for family: TokenFamily, of bundleID: String) async -> [Callback] {
        guard let environment = snapshot.environment(of: bundleID) else { return [] }
        do {
            let token = try await link.registerToken(
                deviceID: id, bundleID: bundleID, environment: environment, family: family)
            let callbacks = change { device -> [Callback]? in
                guard device[bundleID] != nil else { return nil }
                return device.setToken(token, of: bundleID, family: family)
            }
            if let callbacks { return callbacks }
            // The app was deleted during the request, so the new token is revoked.
            try await link.unregister(deviceID: id, bundleID: bundleID)
            return []
        } catch {
            let reason = "\(error)"
            return change {
                $0.failRegistration(.unreachable(reason), of: bundleID, family: family)
            }
        }
    }

    func unregister(_ bundleID: String) async {
        for order in change({ $0.unregister(bundleID) }) {
            // If APNs cannot be reached, the token stays valid at APNs, but no app on this phone
            // receives the pushes to the token.
            _ = try? await follow(order)
        }
    }
}
