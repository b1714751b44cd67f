// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import DeviceModel
import Foundation
import Testing

/// A command and its JSON.
private struct CommandRow: Sendable, CustomTestStringConvertible {
    let command: DeviceCommand
    let json: String

    init(_ command: DeviceCommand, _ json: String) {
        self.command = command
        self.json = json
    }

    var testDescription: String { json }

    private static let work: FocusCommand = {
        var focus = FocusCommand(name: "Work")
        focus.allowedPeople = ["alex"]
        return focus
    }()

    static let all: [CommandRow] =
        [
            CommandRow(.lock, #"{"action":"lock"}"#),
            CommandRow(.unlock, #"{"action":"unlock"}"#),
            CommandRow(.reboot, #"{"action":"reboot"}"#),
            CommandRow(.online, #"{"action":"online"}"#),
            CommandRow(.offline, #"{"action":"offline"}"#),
            CommandRow(.restoreBackup, #"{"action":"restore-backup"}"#),
            CommandRow(.flick, #"{"action":"flick"}"#),
            CommandRow(.collapse, #"{"action":"collapse"}"#),
            CommandRow(.answer(.dontAllow), #"{"action":"answer","value":"dont-allow"}"#),
            CommandRow(
                .install(bundleID: "a.b", name: "B"),
                #"{"action":"install","app":"a.b","value":"B"}"#),
            CommandRow(
                .set("mute", value: "on", bundleID: nil),
                #"{"action":"set","key":"mute","value":"on"}"#),
            CommandRow(
                .set("sound", value: "off", bundleID: "a.b"),
                #"{"action":"set","app":"a.b","key":"sound","value":"off"}"#),
            CommandRow(
                .focus(work),
                #"{"action":"focus","focus":{"allowed_people":["alex"],"name":"Work"}}"#),
            CommandRow(
                .move(Coordinate(latitude: 1.5, longitude: -2.5)),
                #"{"action":"move","location":{"latitude":1.5,"longitude":-2.5}}"#),
        ] + ofApps + ofNotifications

    private static let ofApps: [CommandRow] = [
        CommandRow(.app(.launch, bundleID: nil), #"{"action":"launch"}"#),
        CommandRow(.app(.background, bundleID: "a.b"), #"{"action":"background","app":"a.b"}"#),
        CommandRow(.app(.suspend, bundleID: nil), #"{"action":"suspend"}"#),
        CommandRow(.app(.terminate, bundleID: nil), #"{"action":"terminate"}"#),
        CommandRow(.app(.quit, bundleID: nil), #"{"action":"quit"}"#),
        CommandRow(.app(.uninstall, bundleID: "a.b"), #"{"action":"uninstall","app":"a.b"}"#),
        CommandRow(.app(.openAppClip, bundleID: nil), #"{"action":"open-app-clip"}"#),
        CommandRow(
            .app(.openSettings(notification: "n"), bundleID: nil),
            #"{"action":"open-settings","notification":"n"}"#),
        CommandRow(.app(.rotateToken, bundleID: nil), #"{"action":"rotate-token"}"#),
        CommandRow(.app(.runRefresh, bundleID: nil), #"{"action":"run-refresh"}"#),
        CommandRow(
            .app(.failExtension(.slowStart), bundleID: nil),
            #"{"action":"extension-fault","value":"slow-start"}"#),
        CommandRow(
            .app(.ask([.alert, .sound]), bundleID: nil),
            #"{"action":"ask","value":"sound,alert"}"#),
        CommandRow(
            .app(.push(["aps": ["alert": "Hi"]]), bundleID: "a.b"),
            #"{"action":"push","app":"a.b","payload":{"aps":{"alert":"Hi"}}}"#),
        CommandRow(.app(.clear(thread: "t"), bundleID: nil), #"{"action":"clear","thread":"t"}"#),
    ]

    private static let ofNotifications: [CommandRow] = [
        CommandRow(.notification(.tap, id: nil, bundleID: nil), #"{"action":"tap"}"#),
        CommandRow(
            .notification(.dismiss, id: "n", bundleID: "a.b"),
            #"{"action":"dismiss","app":"a.b","notification":"n"}"#),
        CommandRow(.notification(.expand, id: nil, bundleID: nil), #"{"action":"expand"}"#),
        CommandRow(.notification(.turnOff, id: nil, bundleID: nil), #"{"action":"turn-off"}"#),
        CommandRow(
            .notification(.keep(.scheduledSummary), id: nil, bundleID: nil),
            #"{"action":"keep","value":"scheduled-summary"}"#),
        CommandRow(
            .notification(.choose(button: "REPLY", text: "Yes"), id: "n", bundleID: nil),
            #"{"action":"choose","button":"REPLY","notification":"n","text":"Yes"}"#),
        CommandRow(
            .activity(.tap, id: "a"), #"{"action":"tap-activity","activity":"a"}"#),
        CommandRow(.activity(.remove, id: nil), #"{"action":"remove-activity"}"#),
        CommandRow(.activity(.collapse, id: nil), #"{"action":"collapse-activity"}"#),
        CommandRow(.activity(.rotateToken, id: nil), #"{"action":"rotate-activity-token"}"#),
    ]
}

struct DeviceCommandTests {
    @Test(arguments: CommandRow.all)
    fileprivate func `a command has the JSON of the table`(row: CommandRow) throws {
        let data = try ControlJSON.encode(row.command)
        #expect(String(decoding: data, as: UTF8.self) == row.json)
        #expect(try ControlJSON.decode(DeviceCommand.self, from: data) == row.command)
    }

    @Test(arguments: DeviceCommand.Action.allCases)
    func `an action is decoded as a command or rejected; only launch becomes a launch`(
        action: DeviceCommand.Action
    ) throws {
        let json = Data(#"{"action":"\#(action.rawValue)"}"#.utf8)
        do {
            let command = try ControlJSON.decode(DeviceCommand.self, from: json)
            #expect((command == .app(.launch, bundleID: nil)) == (action == .launch))
        } catch let problem as ControlProblem {
            #expect(problem.isOf(ControlProblemKind.badRequest))
            #expect(problem.detail.contains("\""), "\(problem.detail)")
        }
    }

    @Test(arguments: ["fly", "Launch", "", "launch ", "\u{1B}[31mred"])
    func `an unknown action is an error with the list of the known ones`(word: String) throws {
        let json = JSONWriter.text(["action": .string(word)])
        let problem = try #require(throws: ControlProblem.self) {
            try ControlJSON.decode(DeviceCommand.self, from: Data(json.utf8))
        }
        for action in DeviceCommand.Action.allCases {
            #expect(problem.detail.contains(action.rawValue))
        }
        #expect(!problem.detail.contains("\u{1B}"))
    }

    @Test func `an action with a switch's name sets that switch`() throws {
        let json = Data(#"{"action":"authorization","app":"a.b","value":"denied"}"#.utf8)
        #expect(
            try ControlJSON.decode(DeviceCommand.self, from: json)
                == .set("permission", value: "denied", bundleID: "a.b"))
    }

    @Test func `a field that is null counts as absent`() throws {
        let json = Data(#"{"action":"clear","thread":null,"value":null}"#.utf8)
        #expect(
            try ControlJSON.decode(DeviceCommand.self, from: json)
                == .app(.clear(thread: nil), bundleID: nil))
    }
}
