// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Explain
import ExplainConfig
import Foundation
import Testing
import YAMLReading

/// A file that does not describe an app: where the error is, and a part of its message.
struct WrongConfig: Sendable, CustomTestStringConvertible {
    let yaml: String
    let line: Int
    let keyPath: String
    let message: String

    var testDescription: String { yaml }

    init(_ yaml: String, line: Int, _ keyPath: String, message: String) {
        self.yaml = yaml
        self.line = line
        self.keyPath = keyPath
        self.message = message
    }

    private static let head = "bundle_id: com.example.app\n"

    static let all: [WrongConfig] = [
        WrongConfig("", line: 1, "", message: "bundle_id"),
        WrongConfig("name: Chat\n", line: 1, "bundle_id", message: "missing"),
        WrongConfig("bundle_id: two words\n", line: 1, "bundle_id", message: "com.example.app"),
        WrongConfig("- a\n- b\n", line: 1, "", message: "a list"),
        WrongConfig(head + "colour: red\n", line: 2, "colour", message: "permission"),
        WrongConfig(head + "permission: yes\n", line: 2, "permission", message: "not-determined"),
        WrongConfig(
            head + "settings:\n  alert: maybe\n", line: 3, "settings.alert",
            message: "true or false"),
        WrongConfig(
            head + "settings:\n  alert: \"true\"\n", line: 3, "settings.alert",
            message: "true or false"),
        WrongConfig(
            head + "settings:\n  banner: true\n", line: 3, "settings.banner", message: "alert"),
        WrongConfig(
            head + "background_modes: [voip, audio]\n", line: 2, "background_modes[1]",
            message: "remote-notification"),
        WrongConfig(
            head + "behaviour:\n  will_present: [banner, alert]\n", line: 3,
            "behaviour.will_present[1]", message: "list"),
        WrongConfig(head + "behaviour: none\n", line: 2, "behaviour", message: "will_present"),
        WrongConfig(
            head + "service_extension:\n  does: sleeps\n", line: 3, "service_extension.does",
            message: "hangs"),
        WrongConfig(
            head + "categories:\n  - actions: []\n", line: 3, "categories[0].id",
            message: "missing"),
        WrongConfig(
            head + "categories:\n  - id: A\n    actions:\n      - id: B\n        options: [red]\n",
            line: 6, "categories[0].actions[0].options[0]", message: "destructive"),
        WrongConfig(head + "strings:\n  en: Hello\n", line: 3, "strings.en", message: "keys"),
        WrongConfig(
            head + "strings:\n  en:\n    KEY: [a]\n", line: 4, "strings.en.KEY",
            message: "a string"),
        WrongConfig(
            head + "sounds:\n  - name: a.caf\n    seconds: long\n", line: 4, "sounds[0].seconds",
            message: "0.0 to 3600.0"),
        WrongConfig(head + "sounds: chime.caf\n", line: 2, "sounds", message: "a list"),
        WrongConfig(
            head + "name: " + String(repeating: "*", count: 17), line: 1, "", message: "aliases"),
        WrongConfig(head + "settings: {alert: true\n", line: 3, "", message: "not YAML"),
        WrongConfig(head + "bundle_id: com.example.b\n", line: 2, "bundle_id", message: "twice"),
    ]
}

@Test(arguments: WrongConfig.all)
func `the error for an invalid app description states the line and the key path`(
    wrong: WrongConfig
) throws {
    let error = #expect(throws: YAMLError.self) { try AppConfig(yaml: wrong.yaml) }
    let found = try #require(error)
    #expect(found.line == wrong.line, "\(found)")
    #expect(found.column >= 1)
    #expect(found.keyPath == wrong.keyPath, "\(found)")
    #expect(found.problem.contains(wrong.message), "\(found)")
    #expect(!found.description.contains("\n"))
}

@Test func `the example describes an app completely`() throws {
    let url = ExplainFixture.root.appending(path: "Examples/app.yaml")
    let config = try AppConfig(yaml: try String(contentsOf: url, encoding: .utf8))
    #expect(config.app.bundleID == "dev.bellhop.demo")
    #expect(config.app.authorization == .authorized)
    #expect(config.app.capabilities.serviceExtension)
    #expect(config.app.capabilities.timeSensitive)
    #expect(config.app.capabilities.remoteNotificationBackgroundMode)
    #expect(!config.app.capabilities.criticalAlerts)
    #expect(config.app.behaviour.presentation == [.banner, .list, .sound])
    #expect(config.app.bundle.strings["en"]?["GAME_INVITE_TITLE"] == "Game invitation")
    #expect(config.app.bundle.sounds.map(\.name) == ["chime.caf", "mail.caf", "long.caf"])
    #expect(config.categories.map(\.id) == ["MESSAGE", "DOORBELL"])
    #expect(config.categories.first?.actions.first?.textInput != nil)
    #expect(config.focusFilter == ["work"])
    #expect(config.app.bundle.activityTypes == ["GameAttributes"])
}

@Test func `values that a description omits have their defaults`() throws {
    let config = try AppConfig(yaml: "bundle_id: com.example.app")
    #expect(config.app.authorization == .authorized)
    #expect(config.app.settings == .allOn)
    #expect(!config.app.capabilities.serviceExtension)
    #expect(!config.app.capabilities.remoteNotificationBackgroundMode)
    #expect(config.categories.isEmpty)
    #expect(config.focusFilter == nil)
}

@Test(arguments: ["[", "{a: ", "&a [*a, *a]", "\u{0}", "--- |\n", "? x\n: y\n"])
func `malformed and hostile texts are rejected with an error`(prefix: String) {
    for count in [1, 200, 5_000] {
        let text = String(repeating: prefix, count: count)
        #expect(throws: YAMLError.self) { try AppConfig(yaml: text) }
    }
}

@Test func `SIL-2: a missing capability of the app is reported`() throws {
    let config = try AppConfig(yaml: "bundle_id: dev.bellhop.demo\nbackground_modes: []")
    let explanation = try ExplainFixture.explain(try ExplainFixture.example("silent-refresh")) {
        $0.app = config
    }
    #expect(!explanation.isDelivered)
    #expect(explanation.why("SIL-2"))
    #expect(explanation.remedies.contains { $0.contains("UIBackgroundModes") })
}
