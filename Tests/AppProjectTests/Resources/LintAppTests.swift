// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import AppProject
import Diagnostics
import PushLint
import Testing

@Test func `the facts about an app are read from its checkout`() throws {
    let project = try ProjectData.read("Classic")
    let app = project.lintApp(for: try #require(project.target("Courier")))
    #expect(app.name == "Courier")
    #expect(app.bundleID == nil, "Debug and Release differ")
    #expect(app.sounds == ["bell.caf"])
    #expect(app.strings == ["parcel.title": 2, "parcel.count": 1, "plain": 0])
    #expect(app.backgroundModes == ["remote-notification", "fetch"])
    #expect(app.entitlements == ["aps-environment", "com.apple.security.application-groups"])
    #expect(app.hasServiceExtension == true)
    #expect(app.minimumOS == OSVersion(11))
    #expect(app.categories == [])
}

private func strings(_ files: [String: String]) -> (strings: [String: Int]?, rules: [String]) {
    var files = files
    files["project.yml"] = "targets: {A: {type: application, platform: iOS, sources: [R]}}"
    let project = ProjectReader.read(MemoryTree(files))
    return (project.lintApp(for: project.apps[0]).strings, project.problems.map(\.rule))
}

@Test
func `arguments of string catalogs and plurals are counted, with the maximum of all languages`() {
    let found = strings([
        "R/Localizable.xcstrings": """
        {"sourceLanguage": "en", "strings": {
          "%@ waves": {},
          "hi": {"localizations": {
            "en": {"stringUnit": {"state": "translated", "value": "Hi %@"}},
            "de": {"stringUnit": {"state": "translated", "value": "Hallo %1$@ und %2$@"}}}},
          "n": {"localizations": {"en": {"variations": {"plural": {
            "one": {"stringUnit": {"value": "%lld thing"}},
            "other": {"stringUnit": {"value": "%lld things for 100%%"}}}}}}}
        }, "version": "1.0"}
        """,
        "R/en.lproj/Localizable.stringsdict": """
        <plist><dict><key>files</key><dict><key>NSStringLocalizedFormatKey</key>
        <string>%#@files@</string><key>files</key><dict/></dict></dict></plist>
        """,
        "R/en.lproj/InfoPlist.strings": "\"other\" = \"x\";",
    ])
    #expect(found.strings == ["%@ waves": 1, "hi": 2, "n": 1, "files": 1])
    #expect(found.rules == [])
}

@Test(arguments: [
    ("R/Localizable.xcstrings", "{"), ("R/Localizable.xcstrings", "{\"a\": 1}"),
    ("R/en.lproj/Localizable.strings", "\"a\" = \"b\" \"c\""),
])
func `if a table cannot be read, the strings are unknown`(path: String, text: String) {
    let found = strings([path: text, "R/de.lproj/Localizable.strings": "\"a\" = \"b\";"])
    #expect(found.strings == nil)
    #expect(found.rules == ["unreadable-plist"])
}

@Test(arguments: [
    (["A.swift": ""], true), (["Old.m": "// nothing"], true),
    (["Old.m": "[UNNotificationCategory categoryWithIdentifier:"], false),
    (["pubspec.yaml": ""], false),
])
func `categories are complete only if no other language may create them`(
    files: [String: String], isKnown: Bool
) {
    var files = files
    files["project.yml"] = "targets: {A: {type: application, platform: iOS, sources: [R]}}"
    let project = ProjectReader.read(MemoryTree(files))
    #expect((project.lintApp(for: project.apps[0]).categories != nil) == isKnown)
    #expect(project.lintApp(for: project.apps[0]).sounds == nil)
}
