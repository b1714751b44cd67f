// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// The app for which the examples of rules about the app are checked.
public enum SampleLintApp {
    /// The app that is described by ``configuration``.
    public static let app: LintApp = {
        var app = LintApp(name: "Corner")
        app.bundleID = "com.example.corner"
        app.categories = ["MESSAGE", "DELIVERY"]
        app.sounds = ["ding.caf"]
        app.strings = ["NEW_MESSAGE": 1, "AT_THE_DOOR": 0]
        app.backgroundModes = []
        app.entitlements = ["aps-environment"]
        app.hasServiceExtension = false
        app.activities = [
            "DeliveryAttributes": LintApp.Activity(
                attributes: [.init(key: "order", type: "Int", isRequired: true)],
                contentState: [
                    .init(key: "status", type: "String", isRequired: true),
                    .init(key: "minutes", type: "Int?", isRequired: false),
                ])
        ]
        return app
    }()

    /// The same app in the form of a configuration file for `bellhop lint`.
    public static let configuration = """
        app:
          name: Corner
          bundle_id: com.example.corner
          categories: [MESSAGE, DELIVERY]
          sounds: [ding.caf]
          strings:
            NEW_MESSAGE: 1
            AT_THE_DOOR: 0
          background_modes: []
          entitlements: [aps-environment]
          service_extension: false
          activities:
            DeliveryAttributes:
              attributes:
                order: Int
              content_state:
                status: String
                minutes: Int?

        """

    /// Returns whether a rule's examples need an app.
    public static func isNeeded(by rule: String) -> Bool {
        LintRule.appRules.contains { $0.about.id == rule }
    }
}
