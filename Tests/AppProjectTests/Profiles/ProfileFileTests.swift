// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import Testing

@testable import AppProject

@Test(arguments: [false, true])
func `a profile is read from DER and from BER with indefinite lengths`(isOpen: Bool) throws {
    let bytes = ProfileEnvelope.sample(isOpen: isOpen)
    let profile = try ProfileFile.read(SourceText(name: "a.mobileprovision", bytes: bytes))
    #expect(profile.name == "Tidings Development")
    #expect(profile.teamID == "TEAM123456")
    #expect(profile.applicationID == "TEAM123456.com.example.*")
    #expect(profile.apnsEnvironment == "development")
    #expect(profile.expires == Date(timeIntervalSince1970: 1_798_859_045))
    #expect(profile.deviceCount == 2)
    #expect(profile.allows(bundleID: "com.example.tidings"))
    #expect(!profile.allows(bundleID: "org.example.tidings"))
}

@Test(arguments: ["", "hello", "<?xml version=\"1.0\"?><plist><dict/></plist>", "0\u{80}"])
func `a file that is not a profile is reported`(text: String) {
    let project = ProjectReader.read(MemoryTree(["embedded.mobileprovision": text]))
    #expect(project.profiles.isEmpty)
    #expect(project.problems.map(\.rule) == ["unreadable-profile"])
}

@Test func `a configuration finds the profile that its settings name`() throws {
    var files = try ProjectData.files("Synchronized")
    files["profiles/dev.mobileprovision"] = ProfileEnvelope.sample(isOpen: false)
    let project = ProjectReader.read(MemoryTree(bytes: files))
    let app = try #require(project.target("Tidings"))
    #expect(app.configurations[0].profile?.path == "profiles/dev.mobileprovision")
}
