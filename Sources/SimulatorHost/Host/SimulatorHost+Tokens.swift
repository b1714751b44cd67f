// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import ControlAPI
import DeviceModel
import DeviceSimulator

extension SimulatorHost {
    /// Returns a token of an app. This method does not register the app, because only the app
    /// itself can register and receive the callbacks.
    package func token(
        of reference: String?, app: String?, family: TokenFamily
    ) async throws -> TokenView {
        let device = try await phones.find(reference).snapshot
        let installed = try CommandReader.app(app, on: device)
        // For a Live Activity push, this is the token of the app's newest Live Activity.
        let ownToken =
            family == .liveActivity
            ? device.activities(of: installed.bundleID).last(where: \.isLive)?.token
            : nil
        guard let token = ownToken ?? installed.tokens[family],
            let environment = device.environment(of: installed.bundleID)
        else {
            throw ControlProblem(.noToken, device.whyNoToken(of: installed, family: family))
        }
        return TokenView(
            token: token, bundleID: installed.bundleID, environment: environment, family: family)
    }
}

extension Device {
    /// Returns a message that states why an app has no token of a family, and what to do.
    func whyNoToken(of app: InstalledApp, family: TokenFamily) -> String {
        let start = "\(app.bundleID) has no \(family.rawValue) token: "
        let launch = "launch it with: bellhop device launch --app \(app.bundleID)"
        switch registrationPlan(of: app.bundleID, family: family) {
        case .fail(.unsupportedSimulator):
            return start + "this Simulator cannot register with APNs (REG-14); use a phone, or a "
                + "Simulator of kind \"simulator\""
        case .fail(let failure): return start + "\(failure)"
        case .wait:
            return start + "the phone is offline, and the token arrives when the phone is online "
                + "again (REG-12); connect the phone with: bellhop device network on"
        case .ask, .have:
            guard app.tokenFamilies.contains(family) else {
                let families = app.tokenFamilies.map(\.rawValue).joined(separator: ", ")
                return start + "the app does not request such a token; it requests: \(families)"
            }
            return start + "the app has not registered again since it lost its token or "
                + "unregistered; "
                + launch
        }
    }
}
