// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

@testable import AppProject

/// A checkout with so much Swift that only the relevant files are parsed.
private func large(_ files: [String: String]) -> AppProject {
    let filler = String(repeating: "// nothing of interest, again and again\n", count: 1_000)
    var all = files
    for number in 0..<5 { all["App/Filler\(number).swift"] = filler }
    all["project.yml"] = """
        targets:
          App: {type: application, platform: iOS, sources: [App]}
          AppTests: {type: bundle.unit-test, platform: iOS, sources: [AppTests]}
        """
    return ProjectReader.read(MemoryTree(all))
}

@Test(arguments: [
    ("let center = UNUserNotificationCenter.current()", true),
    ("extension AppDelegate { }", true), ("@main struct A {}", true),
    ("let status = await c.notificationSettings()", true),
    ("NotificationCenter.default.post(name: .done, object: nil)", false),
    ("struct NotificationSettingsTitle {}", false), ("import SwiftUI", false),
    ("import OneSignalFramework", true), ("import ReactKit", false),
    ("// Generated using SwiftGen\nlet notificationSettings = 1", false),
    ("let key = \"-----BEGIN PRIVATE KEY-----\"", true), ("let pushToken = \"\"", true),
    ("let a = UserDefaults(suiteName: b)", true),
])
func `in a large project, only files that mention notifications are parsed`(
    code: String, isParsed: Bool
) {
    let project = large(["App/A.swift": code])
    #expect(project.sources.keys.contains("App/A.swift") == isParsed)
    #expect(project.sources["App/Filler0.swift"] == nil)
    #expect(project.problems == [])
}

@Test func `in tests and in code without a target, only keys and hosts are examined`() {
    let code = "let center = UNUserNotificationCenter.current()"
    let project = large([
        "AppTests/A.swift": code, "Tools/A.swift": code,
        "Server/Send.swift": "let host = \"api.push.apple.com\"",
    ])
    #expect(project.sources.keys.sorted() == ["Server/Send.swift"])
}

@Test func `a constant is found in a file without other relevant names`() throws {
    let project = large([
        "App/A.swift": "let defaults = UserDefaults(suiteName: Shared.group)",
        "App/Shared.swift": "enum Shared { static let group = \"group.a\" }",
        "App/Other.swift": "enum Other { static let group = \"group.b\" }",
    ])
    let app = try #require(project.apps.first)
    let index = project.index(of: app)
    let value = try #require(index.calls("UserDefaults").first?.node["suiteName"])
    #expect(index.text(of: value) == "group.a")
    #expect(project.sources["App/Other.swift"] == nil)
}

@Test func `functions called at launch and extensions of the app are parsed`() {
    let project = large([
        "App/AppDelegate.swift": """
        class AppDelegate: UIResponder, UIApplicationDelegate {
            func application(
                _ application: UIApplication, didFinishLaunchingWithOptions options: [Key: Any]?
            ) -> Bool { startServices(); return true }
        }
        """,
        "App/Services.swift": "func startServices() { startMore() }",
        "App/More.swift": "func startMore() {}", "App/Unused.swift": "func startNothing() {}",
        "App/Shop.swift": "@main struct Shop: App { var body: some Scene { Window() } }",
        "App/Shop+Scene.swift": "extension Shop { func prepare() {} }",
        "App/Window.swift": "struct Window: View {}",
    ])
    let parsed = Set(project.sources.keys)
    #expect(
        parsed.isSuperset(of: [
            "App/Services.swift", "App/More.swift", "App/Shop+Scene.swift", "App/Window.swift",
        ]))
    #expect(!parsed.contains("App/Unused.swift"))
}

@Test func `a function that several files declare is known to be ambiguous`() throws {
    let project = large([
        "App/A.swift": "import UserNotifications\nfunc start() {}",
        "App/B.swift": "struct B { func start() {} }",
    ])
    let index = project.index(of: try #require(project.apps.first))
    #expect(index.mayDeclareElsewhere(function: "start"))
    #expect(!index.mayDeclareElsewhere(function: "stop"))
}
