// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import AppProject
package import Diagnostics

/// A small app without problems. The examples of checks replace some of its files.
///
/// The app has the parts that most apps with notifications have: it sends its token to its server,
/// and has categories, a service extension that decrypts messages, a content extension, a widget
/// with a Live Activity, and background refresh. Its code is split into small files, so that an
/// example needs to replace only the relevant part.
package enum SampleApp {
    /// Returns the app's files, to which the files of an example are added. A file of the example
    /// replaces the app's file with the same path.
    package static func files(with example: RuleExample) -> MemoryTree {
        var files = healthy
        for file in example.files { files[file.path] = file.text }
        return MemoryTree(files)
    }

    static let healthy = declarations.merging(code) { $1 }.merging(extensions) { $1 }

    /// The XcodeGen manifest. An example that changes a setting replaces some of its lines.
    static let manifest = """
        name: Corner
        targets:
          Corner:
            type: application
            platform: iOS
            deploymentTarget: "17.0"
            sources: [App, Shared]
            settings:
              base:
                INFOPLIST_FILE: App/Info.plist
                CODE_SIGN_ENTITLEMENTS: App/App.entitlements
                PRODUCT_BUNDLE_IDENTIFIER: com.example.corner
            dependencies:
              - target: CornerService
              - target: CornerContent
              - target: CornerWidget
          CornerService:
            type: app-extension
            platform: iOS
            deploymentTarget: "17.0"
            sources: [Service]
            settings:
              base:
                INFOPLIST_FILE: Service/Info.plist
                CODE_SIGN_ENTITLEMENTS: Service/Service.entitlements
                PRODUCT_BUNDLE_IDENTIFIER: com.example.corner.service
          CornerContent:
            type: app-extension
            platform: iOS
            deploymentTarget: "17.0"
            sources: [Content]
            settings:
              base:
                INFOPLIST_FILE: Content/Info.plist
                PRODUCT_BUNDLE_IDENTIFIER: com.example.corner.content
          CornerWidget:
            type: app-extension
            platform: iOS
            deploymentTarget: "17.0"
            sources: [Widget, Shared]
            settings:
              base:
                INFOPLIST_FILE: Widget/Info.plist
                PRODUCT_BUNDLE_IDENTIFIER: com.example.corner.widget
        """

    private static let declarations: [String: String] = [
        "project.yml": manifest,
        "App/Info.plist": plist(info),
        "App/App.entitlements": plist(entitlements),
    ]

    private static let info: KeyValuePairs<String, SamplePlist> = [
        "CFBundleDisplayName": "Corner",
        "BGTaskSchedulerPermittedIdentifiers": ["com.example.corner.refresh"],
        "NSSupportsLiveActivities": true,
        "NSSupportsLiveActivitiesFrequentUpdates": true,
        "UIBackgroundModes": ["remote-notification", "fetch"],
    ]

    private static let entitlements: KeyValuePairs<String, SamplePlist> = [
        "aps-environment": "development",
        "com.apple.developer.usernotifications.time-sensitive": true,
        "com.apple.security.application-groups": ["group.com.example.corner"],
    ]
}

// MARK: - Changed files for examples

extension SampleApp {
    /// Returns the app's `Info.plist` with some keys removed and others added.
    static func info(
        without removed: String..., adding added: KeyValuePairs<String, SamplePlist> = [:]
    ) -> RuleExample.File {
        .init("App/Info.plist", changed(info, without: removed, adding: added))
    }

    /// Returns the app's entitlements with some keys removed and others added.
    static func entitlements(
        without removed: String..., adding added: KeyValuePairs<String, SamplePlist> = [:]
    ) -> RuleExample.File {
        .init("App/App.entitlements", changed(entitlements, without: removed, adding: added))
    }

    /// Returns the manifest, in which one text is replaced.
    static func manifest(_ text: String, by replacement: String) -> RuleExample.File {
        .init(
            "project.yml",
            text.isEmpty ? manifest : manifest.replacing(text, with: replacement))
    }

    /// Returns the manifest, in which two texts are replaced.
    static func manifest(
        _ text: String, by replacement: String, and other: String, by otherReplacement: String
    ) -> RuleExample.File {
        let first = manifest.replacing(text, with: replacement)
        return .init("project.yml", first.replacing(other, with: otherReplacement))
    }

    private static func changed(
        _ values: KeyValuePairs<String, SamplePlist>, without removed: [String],
        adding added: KeyValuePairs<String, SamplePlist>
    ) -> String {
        let replacedKeys = Set(removed).union(added.map(\.key))
        let remaining = values.filter { !replacedKeys.contains($0.key) }.map { ($0.key, $0.value) }
        return plist(remaining + added.map { ($0.key, $0.value) })
    }
}
