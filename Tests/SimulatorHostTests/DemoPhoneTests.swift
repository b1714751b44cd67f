// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Foundation
import Testing

@testable import SimulatorHost

/// The demo app is described in two places: as a value for tests and explanations, and by the files
/// of the example app, which the simulator installs.
struct DemoPhoneTests {
    @Test func `the installed demo app has the same name and texts as InstalledApp.demo`() throws {
        let installed = try #require(DemoPhone.make().apps.first)
        let demo = InstalledApp.demo
        #expect(installed.bundleID == demo.bundleID)
        #expect(installed.name == demo.name)
        let catalog = try #require(installed.bundle.strings["en"])
        for (key, text) in try #require(demo.bundle.strings["en"]) {
            #expect(catalog[key] == text, "\(key)")
        }
    }

    @Test func `every key that an example payload names is in the demo app's texts`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Examples/payloads")
        let files = try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil
        ).filter { $0.pathExtension == "apns" }
        #expect(files.count >= 20)
        let texts = InstalledApp.demo.bundle.strings["en"] ?? [:]
        let german = try #require(DemoPhone.make().apps.first?.bundle.strings["de"])
        for file in files {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: #/loc-key": *"([^"]+)"/#) {
                let key = String(match.output.1)
                #expect(texts[key] != nil, "\(key) of \(file.lastPathComponent)")
                #expect(german[key] != nil, "\(key) of \(file.lastPathComponent)")
            }
        }
    }

    @Test func `the demo app requests a token of every family`() throws {
        let installed = try #require(DemoPhone.make().apps.first)
        #expect(Set(installed.tokenFamilies) == Set(TokenFamily.allCases))
    }
}
