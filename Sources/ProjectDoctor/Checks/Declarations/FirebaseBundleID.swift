// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let firebaseBundleID = DoctorCheck(
        "firebase-bundle-id", .warning, "GoogleService-Info.plist belongs to another app",
        why: "Firebase identifies an app by its bundle identifier, and stores the APNs key under "
            + "that identifier. With the file of another app, FirebaseCore logs an error, and "
            + "messages for the app use the other app's registration.",
        remedy:
            "download GoogleService-Info.plist for this bundle identifier, and a separate file for "
            + "each configuration with another bundle identifier",
        wrong: RuleExample(
            .init("App/AppDelegate+Token.swift", FirebaseExample.token),
            .init("App/GoogleService-Info.plist", info(for: "com.example.trains"))),
        right: RuleExample(
            .init("App/AppDelegate+Token.swift", FirebaseExample.token),
            .init("App/GoogleService-Info.plist", info(for: "com.example.corner"))),
        claim: .reported("the sources of firebase-ios-sdk, FIRApp.m")
    ) { project, report in
        for app in project.apps {
            let copied = Set(app.resourcePaths)
            let own = project.firebase.configurations.filter { copied.contains($0.file.path) }
            // With several files, a build script chooses one for each configuration.
            guard let file = own.first, own.count == 1, let named = file.bundleID else { continue }
            // Other parts of Firebase, such as Crashlytics, do not affect pushes.
            let hasMessaging =
                project.usesFirebaseMessaging(app)
                || !messagingProducts.isDisjoint(with: app.externalDependencies)
            report.examine(app, severity: hasMessaging ? nil : .note) { configuration in
                guard let bundleID = configuration.bundleID, !bundleID.contains("$"),
                    bundleID != named
                else { return nil }
                return (
                    "GoogleService-Info.plist of \(app.name) is for \(named), but the app is "
                        + "\(bundleID)",
                    nil, file.file.location(of: "BUNDLE_ID")
                )
            }
        }
    }

    /// The names of FirebaseMessaging as a dependency, also for Flutter and React Native.
    private static let messagingProducts: Set = [
        "FirebaseMessaging", "RNFBMessaging", "firebase_messaging",
    ]

    private static func info(for bundleID: String) -> String {
        SampleApp.plist([
            "BUNDLE_ID": .string(bundleID), "PROJECT_ID": "corner", "GCM_SENDER_ID": "103953800507",
        ])
    }
}
