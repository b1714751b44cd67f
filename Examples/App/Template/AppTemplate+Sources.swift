// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension AppTemplate {
    /// Every file of the example app, by its path in `Examples/App`.
    static var sources: [(path: String, bytes: [UInt8])] {
        [
            ("project.yml", PackageResources.project_yml),
            ("App/PostcardApp.swift", PackageResources.PostcardApp_swift),
            ("App/PostcardView.swift", PackageResources.PostcardView_swift),
            (
                "NotificationService/NotificationService.swift",
                PackageResources.NotificationService_swift
            ),
            (
                "NotificationContent/NotificationViewController.swift",
                PackageResources.NotificationViewController_swift
            ),
            ("Support/App-Info.plist", PackageResources.App_Info_plist),
            ("Support/Service-Info.plist", PackageResources.Service_Info_plist),
            ("Support/Content-Info.plist", PackageResources.Content_Info_plist),
            ("Support/App.entitlements", PackageResources.App_entitlements),
            ("Support/Extension.entitlements", PackageResources.Extension_entitlements),
            ("README.md", PackageResources.README_md),
            ("Push/Package.swift", PackageResources.Package_swift),
            ("PushTests/Package.swift", Array(testsManifest.utf8)),
            tests("PostcardTests.swift", PackageResources.PostcardTests_swift),
            code("AppDelegate.swift", PackageResources.AppDelegate_swift),
            code("Categories.swift", PackageResources.Categories_swift),
            code("Mailbox.swift", PackageResources.Mailbox_swift),
            code("Route.swift", PackageResources.Route_swift),
            code("Shared.swift", PackageResources.Shared_swift),
        ]
    }

    private static func code(_ name: String, _ bytes: [UInt8]) -> (path: String, bytes: [UInt8]) {
        ("Push/Sources/PostcardPush/" + name, bytes)
    }

    private static func tests(_ name: String, _ bytes: [UInt8]) -> (path: String, bytes: [UInt8]) {
        ("PushTests/Tests/PostcardPushTests/" + name, bytes)
    }

    /// A second file called `Package.swift`, which cannot be embedded in addition to the first; a
    /// test compares it.
    private static let testsManifest = """
        // swift-tools-version: 6.2
        import PackageDescription

        // The app's notifications on a virtual iPhone: `swift test`, on a Mac or on Linux. A package
        // of its own, because the phone and its APNs need packages that the app must not resolve.
        let package = Package(
            name: "PushTests",
            platforms: [.macOS(.v15)],
            dependencies: [
                .package(path: "../Push"),
                .package(name: "bellhop", path: "../../..", traits: ["Testing"]),
            ],
            targets: [
                .testTarget(
                    name: "PostcardPushTests",
                    dependencies: [
                        .product(name: "PostcardPush", package: "Push"),
                        .product(name: "BellhopKit", package: "bellhop"),
                        .product(name: "BellhopTesting", package: "bellhop"),
                    ])
            ],
            swiftLanguageModes: [.v6]
        )

        """
}
