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

@Test(arguments: [
    ("sources: [\"App/**\"]", false), ("sources: \"App/**\"", false), ("sources: nil", false),
    ("sources: [.glob(\"App/**\", excluding: [\"App/deep/**\"])]", false),
    ("sources: .sourceFilesList(globs: [\"App/**\"])", false), ("destinations: .iOS", false),
    ("sources: Module.sources", true), ("sources: [\"App/**\", shared]", true),
    ("sources: makeSources(\"App/**\")", true), ("buildableFolders: [\"App\", shared]", true),
])
func `source files that other code names are unknown`(arguments: String, isUnknown: Bool) throws {
    let project = tuist(arguments)
    let app = try #require(project.target("Fern"))
    #expect(app.hasUnknownSources == isUnknown)
    #expect(project.mayHaveUnexaminedCode(app) == (isUnknown || !app.objectiveCPaths.isEmpty))
    let notes = project.problems.filter { $0.message.hasPrefix("some source files") }
    #expect(notes.map(\.location.position?.line) == (isUnknown ? [6] : []))
}

@Test(arguments: [
    ("name: \"Kit\", product: .framework, sources: \"Kit/**\"", false),
    ("name: \"Kit\", product: .framework, sources: Module.sources", true),
    ("name: \"Kit\", product: .framework, dependencies: Module.all", true),
    ("name: \"Kit\", product: .framework, dependencies: [.target(name: \"Core\")]", true),
    ("name: makeName(), product: .framework", true),
])
func `an app may lack code if one of its libraries cannot be read`(
    library: String, isLacking: Bool
) throws {
    let project = ProjectReader.read(
        MemoryTree([
            "Project.swift": """
            import ProjectDescription
            let project = Project(name: "Fern", targets: [
                .target(
                    name: "Fern", product: .app, sources: "App/**",
                    dependencies: [.target(name: "Kit"), .external(name: "Other")]),
                .target(\(library)),
            ])
            """,
            "App/Main.swift": "",
        ]))
    #expect(project.mayLackCode(try #require(project.target("Fern"))) == isLacking)
}

@Test(arguments: [
    ("dependencies: [core, .product(name: \"Log\", package: \"log\"), .parsing]", false, false),
    ("dependencies: [core] + makeAll()", true, false),
    ("dependencies: [core, .target(name: names[0])]", true, false),
    ("dependencies: [core], path: \"Kit\"", false, false),
    ("dependencies: [core], path: folder(\"Kit\")", false, true),
])
func `parts of a package that cannot be read are unknown`(
    argument: String, dependencies: Bool, sources: Bool
) throws {
    let project = ProjectReader.read(
        MemoryTree([
            "Package.swift": """
            let core = Target.Dependency.target(name: "Core")
            let package = Package(name: "Kit", targets: [
                .target(name: "Kit", \(argument)), .target(name: "Core"),
            ])
            """,
            "Sources/Core/A.swift": "",
        ]))
    let kit = try #require(project.target("Kit"))
    #expect(kit.hasUnknownDependencies == dependencies && kit.hasUnknownSources == sources)
    #expect(kit.dependencies == (argument.contains("makeAll") ? [] : ["Core"]))
}

/// Constants, each of which repeats the previous constant many times.
private func repeating(_ first: String, _ next: (_ previous: String) -> String) -> String {
    (1...7).reduce("let a0\(first)") { $0 + "\nlet a\($1) = " + next("a\($1 - 1)") }
}

@Test(
    .timeLimit(.minutes(30)),
    arguments: [
        (
            "dependencies: a7",
            repeating(": [TargetDependency] = []") { name in
                Array(repeating: name, count: 100).joined(separator: " + ")
            }
        ),
        (
            "dependencies: a4",
            repeating(": [TargetDependency] = []") { name in
                let sum = Array(repeating: name, count: 1_000).joined(separator: " + ")
                return "{ var all = \(name); all += \(sum); return all }()"
            }
        ),
        (
            "bundleId: a7",
            repeating(" = \"\"") { name in
                "\"" + String(repeating: "\\(\(name))", count: 100) + "\""
            }
        ),
        (
            "infoPlist: .dictionary([\"a\": a7])",
            repeating(": [Plist.Value] = []") { name in
                "[" + Array(repeating: name, count: 100).joined(separator: ", ") + "]"
            }
        ),
    ])
func `constants that repeat each other are read only in part`(
    arguments: String, constants: String
) {
    let project = tuist("sources: [\"App/**\"], \(arguments)", constants: constants)
    #expect(project.target("Fern") != nil)
    #expect(!project.problems.isEmpty)
    #expect(project.problems.allSatisfy { $0.rule == "not-examined" })
}

@Test func `a Swift Playgrounds app is recognized as an app`() throws {
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
