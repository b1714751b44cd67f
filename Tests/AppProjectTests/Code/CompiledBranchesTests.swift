// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import SwiftSyntax
import Testing

@testable import AppProject

/// The functions that code calls on the given platforms.
private func calls(_ code: String, on platforms: Set<String>) -> [String] {
    SwiftSource(SourceText(name: "a.swift", text: code)).seen(on: platforms)
        .facts.calls.keys.sorted()
}

private let branches = """
    #if os(iOS)
    phone()
    #elseif os(watchOS) || os(tvOS)
    watch()
    #else
    other()
    #endif
    always()
    """

@Test(
    arguments: [
        (["iOS"], ["always", "phone"]), (["watchOS"], ["always", "watch"]),
        (["macOS"], ["always", "other"]), (["iOS", "macOS"], ["always", "other", "phone"]),
        ([], ["always", "other", "phone", "watch"]),
    ] as [(Set<String>, [String])])
func `branches for other platforms are excluded from the target's code`(
    platforms: Set<String>, names: [String]
) {
    #expect(calls(branches, on: platforms) == names)
}

@Test(arguments: [
    ("os(iOS)", "iOS", true), ("!os(iOS)", "iOS", false), ("os(OSX)", "macOS", true),
    ("os(visionOS)", "visionOS", true), ("(os(iOS) || os(tvOS))", "tvOS", true),
    ("os(iOS) && DEBUG", "iOS", true), ("os(iOS) && DEBUG", "watchOS", false),
    ("DEBUG || os(watchOS)", "iOS", true), ("canImport(UIKit)", "macOS", false),
    ("canImport(AppKit)", "iOS", false), ("canImport(ActivityKit)", "watchOS", false),
    ("canImport(Sentry)", "watchOS", true), ("targetEnvironment(macCatalyst)", "watchOS", false),
    ("targetEnvironment(macCatalyst)", "iOS", true), ("swift(>=6.0)", "iOS", true),
    ("os(iOS) || os(macOS) && DEBUG", "watchOS", false), ("false", "iOS", false),
])
func `a condition applies unless the platform alone excludes it`(
    condition: String, platform: String, isCompiled: Bool
) {
    let names = calls("#if \(condition)\ninside()\n#endif", on: [platform])
    #expect(names == (isCompiled ? ["inside"] : []))
}

@Test func `names in branches for other platforms do not count as used`() {
    let source = SwiftSource(SourceText(name: "a.swift", text: branches))
    #expect(source.uses(of: "phone").count == 1)
    #expect(source.seen(on: ["watchOS"]).uses(of: "phone") == [])
    #expect(source.seen(on: ["watchOS"]).uses(of: "always").count == 1)
}

@Test func `a name in a comment or a string does not count as used`() {
    let code = "// phone()\nlet a = \"phone\"\nlet b = phones\nphone()\nlet é = phone"
    #expect(
        SwiftSource(SourceText(name: "a.swift", text: code)).uses(of: "phone").map(\.text)
            == ["phone", "phone"])
}
