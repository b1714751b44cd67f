// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let backgroundModeUnknown = DoctorCheck(
        "background-mode-unknown", .error, "a background mode is misspelled",
        why: "The system ignores a mode that it does not know. Without remote-notification a push "
            + "with content-available does not wake the app.",
        remedy: "select the mode under Background Modes in Xcode, which writes the correct value",
        wrong: RuleExample(
            SampleApp.info(adding: ["UIBackgroundModes": ["remote-notifications", "fetch"]])),
        right: RuleExample(SampleApp.info()),
        claim: .documented("UIBackgroundModes")
    ) { project, report in
        for app in project.apps {
            guard app.configurations.contains(where: { $0.backgroundModes.value != nil }) else {
                continue
            }
            report.examine(app) { configuration in
                for mode in configuration.backgroundModes.value?.listItems ?? [] {
                    let meant =
                        BackgroundMode.commonMistakes[mode]
                        ?? Misspelling.of(mode, among: BackgroundMode.all)
                    guard let meant else { continue }
                    return (
                        "\(mode.prefix(40)) is not a background mode; the mode is called \(meant)",
                        "write \(meant)",
                        configuration.location(ofInfo: "UIBackgroundModes", in: app)
                    )
                }
                return nil
            }
        }
    }
}

/// The values of `UIBackgroundModes`. Source: UIBackgroundModes.
enum BackgroundMode {
    static let all = [
        "audio", "location", "voip", "external-accessory", "bluetooth-central",
        "bluetooth-peripheral", "fetch", "remote-notification", "processing", "push-to-talk",
        "nearby-interaction", "network-authentication", "newsstand-content",
    ]

    static let commonMistakes = [
        "background-fetch": "fetch", "background-processing": "processing",
    ]
}

extension AppTarget.Configuration {
    var backgroundModes: Declared { info("UIBackgroundModes") }
}
