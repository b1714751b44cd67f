// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension InstalledApp {
    /// The bundle identifier of ``demo``.
    public static let demoBundleID = "dev.bellhop.demo"

    /// The app that is installed on a new phone. It has permission, including for critical alerts,
    /// requests every token that an app can have, and contains the sounds and texts that the
    /// example payloads use.
    public static var demo: InstalledApp {
        var app = InstalledApp(
            bundleID: demoBundleID, name: "Corner", authorization: .authorized,
            capabilities: AppCapabilities(criticalAlerts: true, serviceExtension: true),
            tokenFamilies: [
                .app, .voip, .liveActivity, .liveActivityStart, .location, .pushToTalk,
                .fileProvider,
                .widgets, .controls,
            ],
            soundFiles: ["chime.caf", "mail.caf", "bell.caf"],
            strings: [
                "GAME_INVITE_TITLE": "Game invitation",
                "GAME_INVITE_BODY": "%1$@ invites you to play at %2$@",
                "SCORE_TITLE": "%@ score",
                "SCORE_BODY": "It is %1$@ : %2$@ now",
            ])
        app.settings.criticalAlert = true
        app.requestedOptions.insert(.criticalAlert)
        app.capabilities.communication = true
        app.bundle.activityTypes = ["GameAttributes", "OrderAttributes"]
        return app
    }
}
