// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import PushLint
import Testing

@Test func `an XcodeGen manifest yields targets with settings and declarations`() throws {
    let project = ProjectReader.read(
        MemoryTree([
            "project.yml": """
            targets:
              App:
                type: application
                platform: iOS
                sources: [Sources]
                settings: {base: {PRODUCT_BUNDLE_IDENTIFIER: com.example.a}}
            """,
            "Sources/Main.swift": "print(1)",
        ]))
    let app = try #require(project.apps.first)
    #expect(app.configurations.map(\.bundleID) == ["com.example.a", "com.example.a"])
    #expect(project.code(of: app).map(\.path) == ["Sources/Main.swift"])
}

private let deep = MemoryTree([
    "ios/project.yml": """
    name: Deep
    include: [base.yml, {path: gone.yml}]
    options:
      bundleIdPrefix: com.example
      deploymentTarget: {iOS: "16.0"}
    configs: {Staging: debug, Release: release}
    configFiles: {Staging: Staging.xcconfig}
    settings: {SHARED: all}
    settingGroups:
      flags: {FLAG: YES}
    targets:
      App:
        templates: [Base]
        type: application
        platform: iOS
        settings:
          groups: [flags]
          base: {OWN: "$(SHARED)-$(FROM_FILE)"}
          configs:
            release: {OWN: released}
        sources:
          - path: App
            excludes: ["Old/**", "*.md"]
          - {path: Shared, includes: ["**/*.swift"]}
        info:
          path: App/Info.plist
          properties:
            UIBackgroundModes: [remote-notification]
            Count: 3
            Flag: true
            Text: "true"
        entitlements:
          path: App/App.entitlements
          properties:
            aps-environment: development
            com.apple.security.application-groups: ["group.$(PRODUCT_BUNDLE_IDENTIFIER)"]
        dependencies:
          - target: Service
          - target: Core
          - package: Firebase
            products: [FirebaseMessaging, FirebaseCore]
          - framework: Vendor/Signal.xcframework
          - sdk: UserNotifications.framework
      Service: {type: app-extension, platform: iOS, sources: Service}
      Kit:
        type: framework
        platform: [iOS, macOS]
        sources: [Kit]
    """,
    "ios/base.yml": """
    targetTemplates:
      Base:
        settings: {FROM_TEMPLATE: "${target_name}"}
        sources: [Common]
    targets:
      Core: {type: framework, platform: iOS, sources: [Core]}
    """,
    "ios/Staging.xcconfig": "FROM_FILE = file",
    "ios/App/Main.swift": "", "ios/App/Old/Gone.swift": "", "ios/App/note.md": "",
    "ios/App/bell.caf": "", "ios/Shared/a/b/Deep.swift": "", "ios/Shared/c.txt": "",
    "ios/Common/All.swift": "", "ios/Core/Core.swift": "", "ios/Service/Service.swift": "",
])

@Test func `includes, templates, groups and configurations of XcodeGen are applied`() throws {
    let project = ProjectReader.read(deep)
    let app = try #require(project.target("App"))
    #expect(app.configurations.map(\.name) == ["Staging", "Release"])
    let (staging, release) = (app.configurations[0], app.configurations[1])
    #expect(staging.bundleID == "com.example.App")
    #expect(staging.deploymentTarget == OSVersion(16))
    #expect(staging.settings["OWN"] == "all-file" && release.settings["OWN"] == "released")
    #expect(staging.settings["FLAG"] == "YES")
    #expect(staging.settings["FROM_TEMPLATE"] == "App")
    #expect(
        app.sourcePaths == [
            "ios/App/Main.swift", "ios/Common/All.swift", "ios/Shared/a/b/Deep.swift",
        ])
    #expect(app.resourcePaths == ["ios/App/bell.caf"])
    #expect(app.embeddedTargets == ["Service", "Core"])
    #expect(app.externalDependencies == ["FirebaseMessaging", "FirebaseCore", "Signal"])
    #expect(project.target("Kit_iOS") != nil && project.target("Kit_macOS") != nil)
    #expect(project.problems.map(\.rule) == ["missing-file"])
}

@Test func `properties in a manifest form the property list, with their line numbers`() throws {
    let app = try #require(ProjectReader.read(deep).target("App"))
    let info = try #require(app.configurations[0].infoPlist)
    #expect(info.value["UIBackgroundModes"]?.strings == ["remote-notification"])
    #expect(info.value["Count"] == .integer(3) && info.value["Flag"] == .bool(true))
    #expect(info.value["Text"] == .string("true"))
    let entitlements = try #require(app.configurations[0].entitlements)
    #expect(
        entitlements.value["com.apple.security.application-groups"]?.strings
            == ["group.com.example.App"])
    #expect(entitlements.location(of: "aps-environment").file == "ios/project.yml")
    #expect(entitlements.location(of: "aps-environment").position?.line == 35)
}

@Test(arguments: [
    ("targets: {a: [", "unreadable-project"), ("\ttargets: x", "unreadable-project"),
    ("targets: [1, 2]", nil), ("targets: {App: 3}", nil), ("name: other", nil), ("- a", nil),
    ("targets: {A: {sources: [{x: 1}, 3], dependencies: 4, settings: 5, info: [1]}}", nil),
])
func `a manifest with an unexpected structure is tolerated`(text: String, rule: String?) {
    let project = ProjectReader.read(MemoryTree(["project.yml": text]))
    #expect(project.problems.map(\.rule) == [rule].compactMap { $0 })
}

@Test func `a project next to a manifest is read instead of the manifest`() throws {
    var files = try ProjectData.files("Generated")
    files["project.yml"] = Array("targets: {Beacon: {type: application, platform: iOS}}".utf8)
    let project = ProjectReader.read(MemoryTree(bytes: files))
    #expect(project.targets.filter { $0.name == "Beacon" }.count == 1)
    #expect(project.problems.map(\.rule) == ["not-examined"])
    #expect(project.problems.map(\.severity) == [.note])
}
