// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

@testable import AppProject

private func plist(_ members: String) -> String { "<plist><dict>\(members)</dict></plist>" }

private let service = plist(
    "<key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key>"
        + "<string>com.apple.usernotifications.service</string></dict>")

@Test func `in a folder without a project, property lists determine apps and extensions`() throws {
    let project = ProjectReader.read(
        MemoryTree([
            "App/Supporting/Info.plist": plist("<key>LSRequiresIPhoneOS</key><true/>"),
            "App/A.swift": "let a = 1", "App/App.entitlements": plist(""),
            "App/Service/Info.plist": service, "App/Service/S.swift": "let s = 1",
            "Kit/Info.plist": plist("<key>CFBundlePackageType</key><string>FMWK</string>"),
        ]))
    let app = try #require(project.apps.first)
    #expect(project.apps.count == 1 && app.maker == .folder)
    #expect(app.sourcePaths == ["App/A.swift"])
    #expect(app.configurations.first?.entitlements?.path == "App/App.entitlements")
    let extensions = project.extensions(of: app)
    #expect(extensions.map(\.extensionPoint) == ["com.apple.usernotifications.service"])
    #expect(extensions.first?.sourcePaths == ["App/Service/S.swift"])
    #expect(project.targets.count == 2)
}

@Test func `if there are several entitlements files, none is attributed to the app`() throws {
    let project = ProjectReader.read(
        MemoryTree([
            "Info.plist": plist("<key>LSRequiresIPhoneOS</key><true/>"),
            "a.entitlements": plist(""), "b.entitlements": plist(""), "A.swift": "let a = 1",
        ]))
    let app = try #require(project.apps.first)
    #expect(app.configurations.first?.entitlements == nil)
    #expect(app.configurations.first?.settings["CODE_SIGN_ENTITLEMENTS"] == "a.entitlements")
}

@Test func `with a readable project, other property lists are ignored`() {
    let project = ProjectReader.read(
        MemoryTree([
            "project.yml": "targets: {App: {type: application, platform: iOS, sources: [App]}}",
            "App/A.swift": "let a = 1",
            "Other/Info.plist": plist("<key>LSRequiresIPhoneOS</key><true/>"),
        ]))
    #expect(project.apps.map(\.name) == ["App"])
}
