// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import AppProject
import Diagnostics
import Foundation
import ProjectDoctor
import Testing

/// The sample app with some files changed, and whether one check has a finding in it.
struct DoctorCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let rule: String
    let isFound: Bool
    let files: [String: String]

    static func found(_ rule: String, _ name: String, _ files: [String: String]) -> DoctorCase {
        DoctorCase(testDescription: "\(rule): \(name)", rule: rule, isFound: true, files: files)
    }

    static func silent(_ rule: String, _ name: String, _ files: [String: String]) -> DoctorCase {
        DoctorCase(testDescription: "\(rule): \(name)", rule: rule, isFound: false, files: files)
    }

    /// The findings of every check.
    var findings: [Diagnostic] { Self.examine(files) }

    static func examine(_ changes: [String: String], now: Date? = nil) -> [Diagnostic] {
        ProjectExamination(of: ProjectReader.read(tree(changes)), now: now).diagnostics
    }

    /// The sample app's files with some of them replaced; an empty text removes a file.
    static func tree(_ changes: [String: String]) -> MemoryTree {
        let healthy = SampleApp.files(with: RuleExample())
        var files: [String: [UInt8]] = [:]
        for path in healthy.paths { files[path] = healthy.read(path, byteCountMax: 1 << 20) }
        for (path, text) in changes { files[path] = text.isEmpty ? nil : Array(text.utf8) }
        return MemoryTree(bytes: files)
    }

    func check() {
        let own = findings.filter { $0.rule == rule }
        if isFound { #expect(!own.isEmpty) } else { #expect(own == []) }
    }

    // MARK: - Files

    /// A property list, from the XML between its outer `<dict>` tags.
    static func plist(_ members: String) -> String {
        "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict>\(members)</dict></plist>"
    }

    static func entitlements(_ members: String) -> [String: String] {
        ["App/App.entitlements": plist(members)]
    }

    static func info(_ members: String) -> [String: String] {
        ["App/Info.plist": plist(members)]
    }

    /// A manifest with one target and its settings, which replaces the sample app's manifest.
    static func manifest(platform: String = "iOS", settings: String = "", configs: String = "")
        -> [String: String]
    {
        var text = """
            targets:
              Corner:
                type: application
                platform: \(platform)
                sources: [App, Shared]
                settings:
                  base:
                    INFOPLIST_FILE: App/Info.plist
                    CODE_SIGN_ENTITLEMENTS: App/App.entitlements
                    PRODUCT_BUNDLE_IDENTIFIER: com.example.corner

            """
        if !settings.isEmpty { text += "        \(settings)\n" }
        if !configs.isEmpty { text += "      configs:\n        \(configs)\n" }
        return ["project.yml": text]
    }
}

extension [String: String] {
    static func + (a: Self, b: Self) -> Self { a.merging(b) { $1 } }
}
