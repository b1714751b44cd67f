// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import Testing

@testable import AppProject

// Features of the checkouts of real apps that the manifests of small apps do not have.

@Test func `pods required by other pods or added by code are read from the lock file`() {
    let lock = SourceText(
        name: "Podfile.lock",
        text: """
            PODS:
              - Chat (1.0):
                - Chat/UI (= 1.0)
                - Firebase/Messaging (~> 11)
              - Chat/UI (1.0)
              - Firebase/Messaging (11.0):
                - FirebaseMessaging (~> 11.0)
              - FirebaseMessaging (11.0)
              - "RNFBMessaging (20.0)":
                - FirebaseMessaging
            DEPENDENCIES:
              - Chat
            """)
    let file = Podfile(
        reading: SourceText(
            name: "Podfile",
            text: """
                target 'App' do
                  pod 'Chat'
                end
                target 'Native' do
                  config = use_native_modules!
                end
                target 'Plain' do
                end
                """), lock: PodfileLock(reading: lock))
    #expect(file.pods(of: "App") == ["Chat", "FirebaseMessaging"])
    #expect(file.pods(of: "Native").contains("RNFBMessaging"))
    #expect(file.pods(of: "Plain") == [])
}

@Test func `if two packages have a product of the same name, the referenced one is used`() throws {
    let package = { (name: String, other: String) in
        """
        import PackageDescription
        let package = Package(
            name: "\(name)", products: [.library(name: "Core", targets: ["\(name)Core"])],
            targets: [.target(name: "\(name)Core", path: "Sources")])
        """
    }
    let app = { (name: String) in
        """
        packages: {Kit: {path: ../\(name)}}
        targets:
          App\(name):
            type: application
            platform: iOS
            sources: [App]
            dependencies: [{package: Kit, product: Core}]
        """
    }
    let project = ProjectReader.read(
        MemoryTree([
            "Mail/Package.swift": package("Mail", ""), "Mail/Sources/M.swift": "let m = 1",
            "Chat/Package.swift": package("Chat", ""), "Chat/Sources/C.swift": "let c = 1",
            "a/project.yml": app("Mail"), "a/App/A.swift": "let a = 1",
            "b/project.yml": app("Chat"), "b/App/B.swift": "let b = 1",
        ]))
    #expect(project.target("AppMail")?.dependencies == ["MailCore"])
    #expect(project.target("AppChat")?.dependencies == ["ChatCore"])
}

@Test func `a manifest may append targets that are constants`() {
    let project = ProjectReader.read(
        MemoryTree([
            "Package.swift": """
            import PackageDescription
            var package = Package(name: "A", targets: [.target(name: "First")])
            let second: Target = .target(name: "Second", dependencies: ["First"])
            package.targets.append(second)
            if isClient {
                package.targets.append(contentsOf: [.target(name: "Third")])
                package.products.append(.library(name: "Kit", targets: ["Third"]))
            }
            """,
            "App/project.yml": """
            targets: {App: {type: application, platform: iOS, dependencies: [{package: Kit}]}}
            """,
        ]))
    #expect(project.targets.map(\.name) == ["App", "First", "Second", "Third"])
    #expect(project.target("App")?.dependencies == ["Third"])
}

@Test func `paths in build settings of an included manifest are relative to the project's folder`()
    throws
{
    let project = ProjectReader.read(
        MemoryTree([
            "project.yml": "name: A\ninclude: [{path: App/target.yml}]",
            "App/target.yml": """
            targets:
              App:
                type: application
                platform: iOS
                sources: [Sources]
                configFiles: {Debug: Debug.xcconfig, Release: Debug.xcconfig}
            """,
            "App/Debug.xcconfig": "INFOPLIST_FILE = App/Info.plist",
            "App/Info.plist": "<plist><dict><key>K</key><string>v</string></dict></plist>",
            "App/Sources/A.swift": "let a = 1",
        ]))
    let app = try #require(project.apps.first)
    #expect(app.configurations.first?.infoPlist?.value["K"]?.string == "v")
    #expect(app.sourcePaths == ["App/Sources/A.swift"])
    #expect(project.problems == [])
}

@Test func `a table of strings without lines is empty`() throws {
    for text in ["", "\n \n", "\u{FEFF}\n", "/* nothing yet */\n"] {
        let table = try StringTable(reading: SourceText(name: "a.strings", text: text))
        #expect(table.argumentCounts == [:])
    }
}

@Test(arguments: [
    ("Pods/Target Support Files/Pods-App/Pods-App.debug.xcconfig", true),
    ("ios/Flutter/Generated.xcconfig", true),
    ("macos/Flutter/ephemeral/Flutter-Generated.xcconfig", true),
    ("Config/Generated.plist", false), ("Config/Base.xcconfig", false),
])
func `files that tools generate are distinguished from missing files`(
    path: String, isGenerated: Bool
) {
    #expect(GeneratedFile.isGenerated(path) == isGenerated)
}

@Test func `a missing file is reported once, with its template`() {
    let files = CheckoutFiles(MemoryTree(["c/Base.xcconfig.template": ""]), profiles: [])
    #expect(
        GeneratedFile.remedy(for: "c/Base.xcconfig", in: files).contains("c/Base.xcconfig.template")
    )
    let note = { (name: String, line: Int) in
        Diagnostic(
            rule: "missing-file", severity: .note, message: "\(name) is missing",
            location: Diagnostic.Location(file: "p", position: .init(line: line, column: 1)))
    }
    let few = MissingFiles.joined([note("a", 1), note("a", 2), note("b", 3)])
    #expect(few.map(\.message) == ["a is missing", "b is missing"])
    let many = MissingFiles.joined(["a", "b", "c", "d", "e"].map { note($0, 1) })
    #expect(
        many.map(\.message) == ["a is missing; 4 other files that this file names are missing too"])
}

@Test func `the scripts of a build are read with the files that they name`() {
    let files = CheckoutFiles(
        MemoryTree(["ios/tools/sign.sh": "PlistBuddy -c add critical App.xcent"]), profiles: [])
    let scripts = BuildScripts(in: files, root: "ios")
    for script in [
        "exec tools/sign.sh\n", "\"${SRCROOT}/tools/sign.sh\" --fast", "sh ./tools/sign.sh;",
        "bash $PROJECT_DIR/tools/sign.sh",
    ] {
        #expect(scripts.text(of: [script]).mentions("App.xcent"))
        #expect(scripts.text(of: [script]).writesEntitlements)
    }
    #expect(!scripts.text(of: ["echo /etc/passwd ../../x.sh other.sh"]).mentions("xcent"))
    let signing = "cp -f a b\ncodesign --preserve-metadata=identifier,entitlements b"
    #expect(!scripts.text(of: [signing]).writesEntitlements)
}

@Test func `the Objective-C files of an app are found`() throws {
    let project = ProjectReader.read(
        MemoryTree([
            "project.yml": """
            targets:
              App: {type: application, platform: iOS, sources: [App]}
              Clean: {type: application, platform: iOS, sources: [Clean]}
            """,
            "App/AppDelegate.m": """
            // registerForRemoteNotifications
            - (void)start { [[UIApplication sharedApplication] registerForRemoteNotifications]; }
            """,
            "Clean/A.swift": "let a = 1",
        ]))
    let app = try #require(project.target("App"))
    #expect(project.mayHaveUnexaminedCode(app))
    let use = project.objectiveCUse(of: ["registerForRemoteNotifications"], in: app)
    #expect(use?.position?.line == 2)
    #expect(!project.mayHaveUnexaminedCode(try #require(project.target("Clean"))))
}
