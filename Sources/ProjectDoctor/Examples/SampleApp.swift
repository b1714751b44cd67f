// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import AppProject
public import Diagnostics

/// A small healthy app, on which examples of checks put their own files.
public enum SampleApp {
    /// The app with the files of an example in place of, or beside, its own.
    public static func files(with example: RuleExample) -> MemoryTree {
        var files = healthy
        for file in example.files { files[file.path] = file.text }
        return MemoryTree(files)
    }

    /// A property list of strings.
    static func plist(_ values: KeyValuePairs<String, String>) -> String {
        let members = values.map { "    <key>\($0)</key>\n    <string>\($1)</string>\n" }.joined()
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0">
            <dict>
            \(members)</dict>
            </plist>
            """
    }

    static let healthy: [String: String] = [
        "project.yml": """
        name: Corner
        targets:
          Corner:
            type: application
            platform: iOS
            deploymentTarget: "17.0"
            sources: [App]
            info: {path: App/Info.plist}
            entitlements: {path: App/App.entitlements}
            settings:
              base:
                PRODUCT_BUNDLE_IDENTIFIER: com.example.corner
        """,
        "App/Info.plist": plist(["CFBundleDisplayName": "Corner"]),
        "App/App.entitlements": plist(["aps-environment": "development"]),
        "App/AppDelegate.swift": """
        import UIKit

        final class AppDelegate: NSObject, UIApplicationDelegate {
            func application(
                _ application: UIApplication,
                didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
            ) -> Bool {
                application.registerForRemoteNotifications()
                return true
            }
        }
        """,
    ]
}
