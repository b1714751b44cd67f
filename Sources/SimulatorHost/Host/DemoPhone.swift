// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel

/// The phone and app that every new simulator has.
public enum DemoPhone {
    public static let name = "Alex's iPhone"
    /// Whose phone it is: the user that the demo app registers at the gateway.
    public static let user = "alex"
    static let deviceID = "B3110000-0000-4000-8000-000000000001"

    /// The phone as it comes out of the box: locked, the app installed, allowed and closed.
    static func make() -> Device {
        Device(id: deviceID, name: name, model: "iPhone 17", apps: [.demo])
    }

    /// An app as the simulator installs it: like the demo app, under another name.
    static func app(
        bundleID: String, name: String, environment: APNSEnvironment = .sandbox,
        authorization: Authorization = .authorized
    ) -> InstalledApp {
        var app = InstalledApp(
            bundleID: bundleID, name: name, authorization: authorization,
            capabilities: AppCapabilities(environment: environment),
            tokenFamilies: InstalledApp.demo.tokenFamilies)
        app.bundle = InstalledApp.demo.bundle
        return app
    }
}
