// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import AppProject
import Diagnostics
import Testing

@testable import ProjectDoctor

// A package or a folder of code contains an app's code without its project.

private let package = """
    import PackageDescription
    let package = Package(
        name: "AppNotifications",
        targets: [
            .target(name: "AppNotifications"),
            .testTarget(name: "AppNotificationsTests", dependencies: ["AppNotifications"]),
        ])
    """

/// A delegate that decodes the token as text and lacks everything else that an app needs.
private let delegate = """
    import UIKit
    import UserNotifications
    public final class PushDelegate: NSObject, UIApplicationDelegate {
        public func application(
            _ application: UIApplication,
            didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
        ) {
            send(String(data: deviceToken, encoding: .utf8))
        }
    }
    """

private func rules(_ files: [String: String]) -> Set<String> {
    let project = ProjectReader.read(MemoryTree(files))
    return Set(
        ProjectExamination(of: project, checks: DoctorCheck.codeChecks).diagnostics.map(\.rule))
}

@Test
func
    `the code of a package is examined, and code that its app may have is not reported as missing`()
{
    let found = rules([
        "Package.swift": package, "Sources/AppNotifications/Push.swift": delegate,
    ])
    #expect(found.contains("token-decoded-as-text"))
    #expect(!found.contains("registration-failure-unhandled"))
    #expect(!found.contains("token-not-requested"))
}

@Test func `all code of a package with the app's entry point is examined`() {
    let entry = "@main struct Shop: App { var body: some Scene { WindowGroup {} } }"
    let found = rules([
        "Package.swift": package, "Sources/AppNotifications/Push.swift": delegate,
        "Sources/AppNotifications/Shop.swift": entry,
    ])
    #expect(found.isSuperset(of: ["token-decoded-as-text", "token-not-requested"]))
}

@Test func `the tests of a package do not count as an app's code`() {
    let found = rules([
        "Package.swift": package, "Sources/AppNotifications/A.swift": "let a = 1",
        "Tests/AppNotificationsTests/Push.swift": delegate,
    ])
    #expect(!found.contains("token-decoded-as-text"))
}

@Test func `code in a folder without a project is examined`() {
    #expect(rules(["App/Push.swift": delegate]).contains("token-decoded-as-text"))
    let plist = "<plist><dict><key>LSRequiresIPhoneOS</key><true/></dict></plist>"
    let found = rules(["App/Push.swift": delegate, "App/Info.plist": plist])
    #expect(found.contains("token-decoded-as-text"))
}
