// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import DemoBundle
import DemoKit
import Foundation
import Testing

@testable import DemoApp

/// The example payloads whose target is this app.
private func examples() throws -> [(name: String, json: [String: Any], aps: [String: Any])] {
    try FileManager.default.contentsOfDirectory(at: Example.folder, includingPropertiesForKeys: nil)
        .filter { $0.pathExtension == "apns" }
        .map { file in
            let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
            let object = try #require(json as? [String: Any])
            return (file.lastPathComponent, object, object["aps"] as? [String: Any] ?? [:])
        }
}

/// Every value under a key, at any depth.
private func values(_ key: String, in json: Any) -> [Any] {
    if let map = json as? [String: Any] {
        return (map[key].map { [$0] } ?? []) + map.values.flatMap { values(key, in: $0) }
    }
    return (json as? [Any])?.flatMap { values(key, in: $0) } ?? []
}

struct DemoAppDescriptionTests {
    @Test func `the app defines every category of the example payloads`() throws {
        for example in try examples() {
            guard let category = example.aps["category"] as? String else { continue }
            let isKnown = [PushCategory].corner.contains { $0.id.rawValue == category }
            #expect(isKnown, "\(example.name): \(category)")
        }
    }

    @Test func `every sound of the example payloads is in the app`() throws {
        for example in try examples() {
            let sound = example.aps["sound"]
            let name = sound as? String ?? (sound as? [String: Any])?["name"] as? String
            guard let name, name != "default" else { continue }
            #expect(DemoAppDescription.sounds[name] != nil, "\(example.name): \(name)")
        }
        #expect(DemoAppDescription.sounds["bell.caf"] != nil, "reminders use this sound")
    }

    @Test(arguments: ["en", "de"])
    func `every text that the example payloads name by key is in the app`(
        language: String
    ) throws {
        let texts = try #require(try DemoAppDescription.strings().texts[language])
        var count = 0
        for example in try examples() {
            let keys = ["loc-key", "title-loc-key", "subtitle-loc-key"].flatMap {
                values($0, in: example.json)
            }
            for key in keys.compactMap({ $0 as? String }) {
                #expect(texts[key] != nil, "\(example.name): \(key)")
                count += 1
            }
        }
        #expect(count > 0)
    }

    @Test func `every text of the app is in both languages`() throws {
        let texts = try DemoAppDescription.strings().texts
        #expect(texts["en"]?.keys.sorted() == texts["de"]?.keys.sorted())
        #expect(texts["de"]?["Reply"] == "Antworten")
    }

    @Test func `every Live Activity of the example payloads can be read`() throws {
        let types = Set(DemoAppDescription.activityTypes.map { String(describing: $0) })
        var count = 0
        for example in try examples() where example.aps["event"] != nil {
            let state = try #require(example.aps["content-state"])
            let data = try JSONSerialization.data(withJSONObject: state)
            let isGame = (try? JSONDecoder().decode(GameAttributes.ContentState.self, from: data))
            let isOrder = (try? JSONDecoder().decode(OrderAttributes.ContentState.self, from: data))
            #expect(isGame != nil || isOrder != nil, "\(example.name)")
            if let type = example.aps["attributes-type"] as? String {
                #expect(types.contains(type), "\(example.name): \(type)")
            }
            count += 1
        }
        #expect(count >= 3)
    }

    @Test(arguments: [
        DemoAppDescription.infoPlist, DemoAppDescription.serviceExtensionInfoPlist,
        DemoAppDescription.contentExtensionInfoPlist, DemoAppDescription.entitlements,
        DemoAppDescription.extensionEntitlements,
    ])
    func `every property list can be read`(data: Data) throws {
        let list = try PropertyListSerialization.propertyList(from: data, format: nil)
        #expect((list as? [String: Any])?.isEmpty == false)
    }

    @Test func `the Info.plist and the code agree`() throws {
        let list =
            try PropertyListSerialization.propertyList(
                from: DemoAppDescription.infoPlist, format: nil) as? [String: Any]
        let info = try #require(list)
        #expect(info["CFBundleIdentifier"] as? String == DemoAppDescription.bundleID)
        #expect(
            info["BGTaskSchedulerPermittedIdentifiers"] as? [String]
                == [AppDelegate.refreshTask])
        #expect(info["NSSupportsLiveActivities"] as? Bool == true)
        let entitlements =
            try PropertyListSerialization.propertyList(
                from: DemoAppDescription.extensionEntitlements, format: nil) as? [String: Any]
        #expect(
            entitlements?["com.apple.security.application-groups"] as? [String]
                == [Shared.appGroup])
    }

    @Test func `the content extension declares the category of orders`() throws {
        let list =
            try PropertyListSerialization.propertyList(
                from: DemoAppDescription.contentExtensionInfoPlist, format: nil)
        #expect(
            values("UNNotificationExtensionCategory", in: list) as? [[String]]
                == [[PushCategoryID.order.rawValue]])
    }
}
