// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppTemplate
import DeviceModel
import DeviceSimulator
import Foundation
import Testing
import Yams

struct AppTemplateTests {
    private let app = AppTemplate(
        name: "Trains", bundleID: "org.acme.trains",
        package: .repository(url: "https://git.example.com/bellhop.git", branch: "main"))

    private func text(_ path: String) throws -> String {
        try #require(app.files.first { $0.path == path }, "\(path) is not in the template").text
    }

    @Test func `every file of the example app is in the template`() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Examples/App").standardizedFileURL
        let files = try #require(FileManager.default.enumerator(atPath: folder.path))
            .compactMap { $0 as? String }
            .filter { !$0.hasPrefix("Template") && !$0.contains(".build") }
            .filter { !$0.contains("Package.resolved") }
            .filter { path in
                var isFolder = ObjCBool(false)
                let path = folder.appendingPathComponent(path).path
                return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
                    && !isFolder.boolValue
            }
        let expected = Set(files.map { $0.replacing("Postcard", with: "Trains") })
        #expect(Set(app.files.map(\.path)) == expected)
        #expect(app.files.count == expected.count)
    }

    @Test func `with the example's name, the template is the example app`() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Examples/App").standardizedFileURL
        let same = AppTemplate(
            name: "Postcard", bundleID: "dev.bellhop.postcard", package: .path("../../.."))
        for file in same.files {
            let there = try String(
                contentsOf: folder.appendingPathComponent(file.path), encoding: .utf8)
            // Our sources begin with a license notice, which the template does not have.
            let notice = there.dropLast(file.text.count)
            #expect(there == notice + file.text, "\(file.path)")
            #expect(notice.isEmpty || notice.contains("SPDX"), "\(file.path)")
        }
    }

    @Test func `the example's name and this project's license notice are removed`() {
        for file in app.files {
            for word in ["Postcard", "dev.bellhop", "SPDX", "../../.."] {
                #expect(!file.text.contains(word), "\(file.path) has \(word)")
            }
            #expect(!file.path.contains("Postcard"))
        }
    }

    @Test func `the package depends on the kit without the servers`() throws {
        let manifest = try text("Push/Package.swift")
        #expect(
            manifest.contains(
                #".package(url: "https://git.example.com/bellhop.git", branch: "main", traits: [])"#
            ))
        let tests = try text("PushTests/Package.swift")
        #expect(
            tests.contains(
                ##".package(url: "https://git.example.com/bellhop.git", branch: "main", "##
                    + ##"traits: ["Testing"])"##
            ))
    }

    @Test func `the project refers to existing files only, and its identifiers are consistent`()
        throws
    {
        let project = try #require(
            try Yams.load(yaml: text("project.yml")) as? [String: Any])
        let targets = try #require(project["targets"] as? [String: [String: Any]])
        #expect(Set(targets.keys) == ["Trains", "NotificationService", "NotificationContent"])
        let paths = Set(app.files.map(\.path))
        for (name, target) in targets {
            let settings = try #require(
                (target["settings"] as? [String: Any])?["base"] as? [String: Any])
            for key in ["INFOPLIST_FILE", "CODE_SIGN_ENTITLEMENTS"] {
                let path = try #require(settings[key] as? String)
                #expect(paths.contains(path), "\(name) names \(path)")
            }
            for source in try #require(target["sources"] as? [[String: Any]]) {
                let path = try #require(source["path"] as? String)
                #expect(paths.contains { $0.hasPrefix(path + "/") }, "\(name) names \(path)")
            }
            let identifier = try #require(settings["PRODUCT_BUNDLE_IDENTIFIER"] as? String)
            #expect(identifier == "org.acme.trains" || identifier.hasPrefix("org.acme.trains."))
        }
        let embedded = try #require(targets["Trains"]?["dependencies"] as? [[String: String]])
            .compactMap { $0["target"] }
        #expect(Set(embedded) == ["NotificationService", "NotificationContent"])
    }

    @Test func `property lists and entitlements declare what push needs`() throws {
        func file(_ path: String) throws -> AppFile {
            AppFile(name: path, text: try text(path))
        }
        let settings = ["PRODUCT_BUNDLE_IDENTIFIER": "org.acme.trains", "PRODUCT_NAME": "Trains"]
        var manifest = try AppManifest(
            infoPlist: file("Support/App-Info.plist"),
            entitlements: file("Support/App.entitlements"), buildSettings: settings)
        for name in ["Service", "Content"] {
            try manifest.addExtension(
                infoPlist: file("Support/\(name)-Info.plist"),
                entitlements: file("Support/Extension.entitlements"),
                buildSettings: [
                    "PRODUCT_BUNDLE_IDENTIFIER": "org.acme.trains." + name.lowercased()
                ])
        }
        let declared = manifest.capabilities
        #expect(manifest.name == "Trains")
        #expect(declared.environment == .sandbox)
        #expect(declared.remoteNotificationBackgroundMode)
        #expect(declared.serviceExtension)
        #expect(declared.liveActivities)
        #expect(declared.appGroups == ["group.org.acme.trains"])
        #expect(declared.taskIdentifiers == ["org.acme.trains.refresh"])
        #expect(manifest.contentExtensions.count == 1)
    }
}
