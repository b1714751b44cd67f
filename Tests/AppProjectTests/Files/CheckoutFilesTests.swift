// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import Testing

@testable import AppProject

private func files(_ paths: String...) -> CheckoutFiles {
    CheckoutFiles(
        MemoryTree(Dictionary(uniqueKeysWithValues: paths.map { ($0, "x") })), profiles: [])
}

@Test(arguments: [
    ("App/Info.plist", "App/Info.plist"), ("app/info.plist", "App/Info.plist"),
    ("APP/Assets.xcassets/Logo/A.png", "App/Assets.xcassets/logo/a.png"),
    ("app/assets.XCASSETS", "App/Assets.xcassets"), ("app", "App"),
    ("App/None.plist", "App/None.plist"), ("", ""),
])
func `a path that differs only by case is found`(path: String, actual: String) {
    let files = files("App/Info.plist", "App/Assets.xcassets/logo/a.png", "b.swift")
    #expect(files.actual(path) == actual)
}

@Test func `if two paths differ only by case, the one with the exact spelling is used`() {
    let files = files("App/a.swift", "app/a.swift")
    #expect(files.actual("app/a.swift") == "app/a.swift")
    #expect(files.actual("App/a.swift") == "App/a.swift")
    #expect(files.files(under: "app") == ["app/a.swift"])
}

@Test func `a project may spell files and folders differently from the disk`() throws {
    let project = ProjectReader.read(
        MemoryTree([
            "project.yml": """
            targets:
              App:
                type: application
                platform: iOS
                sources: [app]
                settings:
                  INFOPLIST_FILE: app/info.plist
                  CODE_SIGN_ENTITLEMENTS: APP/App.entitlements
            """,
            "App/A.swift": "let a = 1",
            "App/Info.plist": "<plist><dict><key>K</key><string>v</string></dict></plist>",
            "App/App.entitlements": """
            <plist><dict><key>aps-environment</key><string>development</string></dict></plist>
            """,
        ]))
    let app = try #require(project.apps.first)
    #expect(app.sourcePaths == ["App/A.swift"])
    #expect(app.configurations.first?.infoPlist?.value["K"]?.string == "v")
    #expect(app.configurations.first?.entitlements?.value["aps-environment"] != nil)
    #expect(project.problems == [])
}

@Test func `a folder that is also reached by a link is listed once and found under both paths`()
    throws
{
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let real = folder.appendingPathComponent("packages/kit")
    try FileManager.default.createDirectory(at: real, withIntermediateDirectories: true)
    try Data("let a = 1".utf8).write(to: real.appendingPathComponent("a.swift"))
    try FileManager.default.createSymbolicLink(
        atPath: folder.appendingPathComponent("Kit").path, withDestinationPath: "packages/kit")
    let tree = try DiskTree(root: folder.path)
    #expect(tree.paths == ["packages/kit/a.swift"])
    let files = CheckoutFiles(tree, profiles: [])
    #expect(files.files(under: "Kit") == ["packages/kit/a.swift"])
    #expect(files.source("Kit/a.swift") != nil)
}
