// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

@testable import AppProject

private func manifest(_ identifier: String) -> String {
    """
    targets:
      App:
        type: application
        platform: iOS
        sources: [App]
        settings: {PRODUCT_BUNDLE_IDENTIFIER: \(identifier)}
        dependencies: [{target: Service}, {target: Core}]
      Core: {type: framework, platform: iOS, sources: [Core]}
      Service:
        type: app-extension
        platform: iOS
        sources: [Service]
        settings: {PRODUCT_BUNDLE_IDENTIFIER: \(identifier).service}
    """
}

@Test func `apps of one checkout keep their own targets of the same name`() throws {
    let project = ProjectReader.read(
        MemoryTree([
            "a/project.yml": manifest("com.example.a"), "a/App/A.swift": "let a = 1",
            "a/Core/C.swift": "let c = 1", "b/project.yml": manifest("com.example.b"),
            "b/App/A.swift": "let a = 1", "b/Core/C.swift": "let c = 1",
        ]))
    #expect(project.apps.map(\.name) == ["App", "App (b)"])
    for (app, folder) in zip(project.apps, ["a", "b"]) {
        let identifiers = project.extensions(of: app).map { $0.configurations[0].bundleID }
        #expect(identifiers == ["com.example.\(folder).service"])
        let code = project.code(of: app).map(\.path)
        #expect(code == ["\(folder)/App/A.swift", "\(folder)/Core/C.swift"])
    }
}

@Test func `an app and the module of its package may have the same name`() throws {
    let package = """
        import PackageDescription
        let package = Package(
            name: "Shop", products: [.library(name: "Shop", targets: ["Shop"])],
            targets: [.target(name: "Shop")])
        """
    let project = ProjectReader.read(
        MemoryTree([
            "project.yml": """
            packages: {Shop: {path: Kit}}
            targets:
              Shop:
                type: application
                platform: iOS
                sources: [App]
                dependencies: [{package: Shop}]
            """,
            "App/A.swift": "let a = 1", "Kit/Package.swift": package,
            "Kit/Sources/Shop/S.swift": "let s = 1",
        ]))
    let app = try #require(project.apps.first)
    #expect(project.code(of: app).map(\.path) == ["App/A.swift", "Kit/Sources/Shop/S.swift"])
}
