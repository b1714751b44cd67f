// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import AppProject
import Testing

@Test func `a manifest of XcodeGen gives targets with settings and declarations`() throws {
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
