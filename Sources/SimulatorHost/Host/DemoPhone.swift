// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel

/// The phone and app that every new simulator has.
public enum DemoPhone {
    public static let bundleID = "dev.bellhop.demo"
    public static let appName = "Bellhop Demo"
    public static let name = "Alex's iPhone"
    /// Whose phone it is: the user that the demo app registers at the gateway.
    public static let user = "alex"
    static let deviceID = "B3110000-0000-4000-8000-000000000001"

    /// The token families the demo app asks for.
    static let tokenFamilies: [TokenFamily] = [.app, .voip, .liveActivity, .liveActivityStart]

    /// Texts for notifications that name a key instead of a text.
    static let strings = [
        "ORDER_SHIPPED_TITLE": "Your order is on its way",
        "ORDER_SHIPPED_BODY": "%@, order %@ left the warehouse.",
        "GAME_PLAY_REQUEST_FORMAT": "%@ and %@ invite you to play",
    ]

    /// The phone as it comes out of the box: locked, the app installed, allowed and closed.
    static func make() -> Device {
        Device(
            id: deviceID, name: name, model: "iPhone 17",
            apps: [app(bundleID: bundleID, name: appName, environment: .sandbox, authorization: .authorized)])
    }

    /// An app as the simulator installs it.
    static func app(
        bundleID: String, name: String, environment: APNSEnvironment, authorization: Authorization
    ) -> InstalledApp {
        InstalledApp(
            bundleID: bundleID, name: name, state: .terminated, authorization: authorization,
            capabilities: AppCapabilities(environment: environment), tokenFamilies: tokenFamilies,
            strings: strings)
    }
}
