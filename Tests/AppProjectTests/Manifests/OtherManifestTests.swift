// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import PushLint
import Testing

@Test func `a Tuist project is read if it is written in literals`() throws {
    let project = ProjectReader.read(
        MemoryTree([
            "Project.swift": """
            import ProjectDescription

            let prefix = "com.example"
            let modes: [Plist.Value] = ["remote-notification"]
            let project = Project(
                name: "Fern",
                settings: .settings(base: ["SHARED": "yes"]),
                targets: [
                    .target(
                        name: "Fern", destinations: .iOS, product: .app,
                        bundleId: "\\(prefix).fern", deploymentTargets: .iOS("17.0"),
                        infoPlist: .extendingDefault(with: ["UIBackgroundModes": .array(modes)]),
                        sources: ["App/**/*.swift"], resources: ["App/Resources/**"],
                        entitlements: .dictionary(["aps-environment": "development"]),
                        dependencies: [
                            .target(name: "FernService"), .external(name: "FirebaseMessaging"),
                        ]),
                    Target(
                        name: "FernService", platform: .iOS, product: .appExtension,
                        bundleId: "com.example.fern.service", infoPlist: "Service/Info.plist",
                        sources: "Service/**"),
                    makeTests(),
                ])
            """,
            "App/a/b/Main.swift": "", "App/Resources/bell.wav": "", "App/Other.txt": "",
            "Service/Service.swift": "",
            "Service/Info.plist": """
            { NSExtension = {
                NSExtensionPointIdentifier = com.apple.usernotifications.service;
            }; }
            """,
        ]))
    let app = try #require(project.target("Fern"))
    let debug = app.configurations[0]
    #expect(app.product == .application && app.platforms == ["iOS"])
    #expect(debug.bundleID == "com.example.fern")
    #expect(debug.settings["SHARED"] == "yes")
    #expect(debug.deploymentTarget == OSVersion(17))
    #expect(debug.infoPlist?.value["UIBackgroundModes"]?.strings == ["remote-notification"])
    #expect(debug.entitlements?.value["aps-environment"]?.string == "development")
    #expect(app.sourcePaths == ["App/a/b/Main.swift"])
    #expect(app.resourcePaths == ["App/Resources/bell.wav"])
    #expect(app.externalDependencies == ["FirebaseMessaging"])
    #expect(project.extensions(of: app).map(\.name) == ["FernService"])
    #expect(
        project.target("FernService")?.extensionPoint == ExtensionPoint.notificationService)
    #expect(project.problems.map(\.rule) == ["not-examined"])
    #expect(project.problems.first?.location.position?.line == 22)
}

@Test func `a Tuist project that code creates is reported`() {
    let text = "import ProjectDescription\nlet project = Project.app(name: \"X\")\n"
    let project = ProjectReader.read(
        MemoryTree(["Project.swift": text, "b/Project.swift": "let a = 1"]))
    #expect(project.targets.isEmpty)
    #expect(project.problems.map(\.rule) == ["not-examined"])
    #expect(project.problems.first?.location.file == "Project.swift")
}

/// A Tuist project with an app, to which more arguments are given, and an extension.
private func tuist(_ arguments: String, constants: String = "") -> AppProject {
    ProjectReader.read(
        MemoryTree([
            "Project.swift": """
            import ProjectDescription
            let service = TargetDependency.target(name: "Service")
            let base: [TargetDependency] = [[.target(name: "Kit")], [.xctest]].flatMap { $0 }
            \(constants)
            let project = Project(name: "Fern", targets: [
                .target(name: "Fern", product: .app, \(arguments)),
                .target(name: "Service", product: .appExtension, sources: "Service/**"),
            ])
            """,
            "App/Main.swift": "", "App/deep/Old.m": "", "App/deep/bell.wav": "",
            "Other/Help.swift": "",
        ]))
}

@Test func `buildable folders of Tuist contain sources and resources`() throws {
    let project = tuist(#"buildableFolders: ["App", .folder("Other")], resources: ["App/**"]"#)
    let app = try #require(project.target("Fern"))
    #expect(app.sourcePaths == ["App/Main.swift", "Other/Help.swift"])
    #expect(app.objectiveCPaths == ["App/deep/Old.m"])
    #expect(app.resourcePaths.contains("App/deep/bell.wav"))
    #expect(project.problems.isEmpty)
}

@Test(arguments: [
    ("sources: appSources", true), ("destinations: .iOS", true), ("sources: [\"App/**\"]", false),
])
func `an app of Tuist without source files is reported`(arguments: String, isReported: Bool) {
    let found = tuist(arguments).problems
    #expect(found.map(\.rule) == (isReported ? ["not-examined"] : []))
    #expect(found.first?.location.position?.line == (isReported ? 6 : nil))
}

@Test(arguments: [
    "{ var all = base; all.append(service); return all }()",
    "{ var all = base; all.append(contentsOf: [service]); return all }()",
    "{ var all: [TargetDependency] = []; all += base + [service]; return all }()",
    "{ return base + [service] }()", "{ base + [service] }()",
])
func `dependencies that a closure appends are read`(list: String) throws {
    let project = tuist(#"sources: ["App/**"], dependencies: all"#, constants: "let all = \(list)")
    let app = try #require(project.target("Fern"))
    #expect(app.dependencies == ["Kit", "Service"] && app.embeddedTargets == app.dependencies)
    #expect(!app.hasUnknownDependencies)
    #expect(project.problems.isEmpty)
}

@Test(arguments: [
    "makeAll()", "base + extra", "base.filter { $0.isUsed }", "[.target(name: names.first)]",
    "[.target(name: \"Kit\"), .service]",
    "{ var all = base; if isFull { all.append(service) }; return all }()",
    "{ var all = base; all.remove(service); return all }()",
    "{ var all = base; all.append(service) }()", "{ var all = base; return base }()",
])
func `dependencies that other code creates are unknown, and their line is named`(
    list: String
) throws {
    let project = tuist(#"sources: ["App/**"], dependencies: \#(list)"#)
    #expect(try #require(project.target("Fern")).hasUnknownDependencies)
    #expect(project.problems.map(\.rule) == ["not-examined"])
    #expect(project.problems.first?.location.position?.line == 6)
}

@Test func `a Swift Playgrounds app is an app`() throws {
    let project = ProjectReader.read(
        MemoryTree([
            "Note.swiftpm/Package.swift": """
            // swift-tools-version: 5.9
            import PackageDescription
            import AppleProductTypes

            let package = Package(
                name: "Note",
                platforms: [.iOS("17.0")],
                products: [
                    .iOSApplication(
                        name: "Note", targets: ["AppModule"],
                        bundleIdentifier: "com.example.note", teamIdentifier: "TEAM123456",
                        displayVersion: "1.0", bundleVersion: "1",
                        appIcon: .placeholder(icon: .bird),
                        accentColor: .presetColor(.blue), supportedDeviceFamilies: [.phone],
                        supportedInterfaceOrientations: [.portrait],
                        additionalInfoPlistContentFilePath: "Info.plist")
                ],
                targets: [.executableTarget(name: "AppModule", path: ".")])
            """,
            "Note.swiftpm/MyApp.swift": "import SwiftUI",
            "Note.swiftpm/Info.plist": "<plist><dict><key>A</key><true/></dict></plist>",
            "Note.swiftpm/bell.caf": "",
        ]))
    let app = try #require(project.apps.first)
    #expect(app.sourcePaths == ["Note.swiftpm/MyApp.swift"])
    #expect(app.resourcePaths == ["Note.swiftpm/bell.caf"])
    #expect(app.configurations[0].bundleID == "com.example.note")
    #expect(app.configurations[0].infoPlist?.value["A"] == .bool(true))
    #expect(project.problems.isEmpty)
}

@Test func `a server's package has no app`() {
    let project = ProjectReader.read(
        MemoryTree([
            "Package.swift": """
            let package = Package(name: "S", targets: [
                .executableTarget(
                    name: "S", dependencies: [.product(name: "Vapor", package: "v"), "Core"]),
                .target(name: "Core", exclude: ["Old"]), .macro(name: "M"),
            ])
            """,
            "Sources/S/main.swift": "", "Sources/Core/A.swift": "", "Sources/Core/Old/B.swift": "",
        ]))
    #expect(project.apps.isEmpty)
    #expect(project.target("S")?.dependencies == ["Core"])
    #expect(project.target("S")?.externalDependencies == ["Vapor"])
    #expect(project.target("Core")?.sourcePaths == ["Sources/Core/A.swift"])
}

@Test func `a workspace reports missing projects, but not pods`() {
    let workspace = """
        <?xml version="1.0"?>
        <Workspace version = "1.0">
           <FileRef
              location = "group:App/Gone.xcodeproj">
           </FileRef>
           <FileRef location = "group:Pods/Pods.xcodeproj"></FileRef>
           <FileRef location = "group:Readme.md"></FileRef>
        </Workspace>
        """
    let project = ProjectReader.read(
        MemoryTree(["A.xcworkspace/contents.xcworkspacedata": workspace]))
    #expect(project.manifests == ["A.xcworkspace/contents.xcworkspacedata"])
    #expect(project.problems.map(\.rule) == ["missing-file"])
    #expect(project.problems.first?.location.position?.line == 4)
}

@Test(arguments: [
    "", "{", "not a project", "{ objects = {}; }", "{ objects = {}; rootObject = A; }",
])
func `an unreadable project is reported`(text: String) {
    let project = ProjectReader.read(MemoryTree(["A.xcodeproj/project.pbxproj": text]))
    #expect(project.problems.map(\.rule) == ["unreadable-project"])
    #expect(project.problems.map(\.severity) == [.warning])
    #expect(project.targets.isEmpty)
}
