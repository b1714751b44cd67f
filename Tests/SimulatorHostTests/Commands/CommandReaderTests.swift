// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ControlAPI
import DeviceModel
import Foundation
import Testing

@testable import SimulatorHost

/// What each command does to a phone.
struct CommandReaderTests {
    private static let app = "com.example.app"
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    /// A phone with one app, which has two notifications.
    private static func phone() -> Device {
        var device = Device(
            id: "phone", name: "Phone",
            apps: [DemoPhone.app(bundleID: app, name: "App")])
        DemoPhone.registerCategories(of: app, on: &device)
        for (index, name) in ["old", "new"].enumerated() {
            let alert = NotificationContent(body: "Hello", category: "MESSAGE")
            let request = NotificationRequest(id: name, content: alert)
            let incoming = try? device.add(request, of: app, at: now + Double(index))
            guard let incoming else { continue }
            let decision = device.decide(
                incoming, at: now + Double(index), answers: ArrivalAnswers())
            device.apply(decision)
        }
        return device
    }

    private static func steps(_ json: String) throws -> [PhoneStep] {
        let command = try ControlJSON.decode(DeviceCommand.self, from: Data(json.utf8))
        return try CommandReader(command: command, device: phone()).steps()
    }

    private static let table: [(String, [UserAction])] = [
        (#"{"action":"lock"}"#, [.lock]), (#"{"action":"unlock"}"#, [.unlock]),
        (#"{"action":"reboot"}"#, [.reboot]), (#"{"action":"online"}"#, [.setOnline(true)]),
        (#"{"action":"offline"}"#, [.setOnline(false)]),
        (#"{"action":"restore-backup"}"#, [.restoreFromBackup]),
        (#"{"action":"launch"}"#, [.launch(bundleID: app)]),
        (#"{"action":"background"}"#, [.bring(bundleID: app, to: .background)]),
        (#"{"action":"suspend"}"#, [.bring(bundleID: app, to: .suspended)]),
        (#"{"action":"terminate"}"#, [.bring(bundleID: app, to: .terminated)]),
        (#"{"action":"quit"}"#, [.forceQuit(bundleID: app)]),
        (#"{"action":"uninstall"}"#, [.uninstall(bundleID: app)]),
        (#"{"action":"state","value":"force-quit"}"#, [.bring(bundleID: app, to: .forceQuit)]),
        (#"{"action":"open-app-clip"}"#, [.openAppClip(bundleID: app)]),
        (#"{"action":"open-settings"}"#, [.openNotificationSettings(bundleID: app)]),
        (#"{"action":"rotate-token"}"#, [.rotateToken(bundleID: app)]),
        (#"{"action":"run-refresh"}"#, [.runBackgroundRefresh(bundleID: app)]),
        (#"{"action":"tap"}"#, [.tap(notificationID: "new")]),
        (#"{"action":"tap","notification":"old"}"#, [.tap(notificationID: "old")]),
        (#"{"action":"flick"}"#, [.flickBannerAway]),
        (#"{"action":"dismiss"}"#, [.dismiss(notificationID: "new")]),
        (#"{"action":"expand"}"#, [.expand(notificationID: "new")]),
        (#"{"action":"collapse"}"#, [.collapse]),
        (
            #"{"action":"choose","button":"LIKE"}"#,
            [.choose(actionID: "LIKE", notificationID: "new")]
        ),
        (
            #"{"action":"choose","text":"Yes"}"#,
            [.choose(actionID: "REPLY", notificationID: "new", text: "Yes")]
        ),
        (#"{"action":"clear"}"#, [.clearAll(bundleID: app)]),
        (#"{"action":"clear","thread":"t"}"#, [.clearAll(bundleID: app, threadID: "t")]),
        (#"{"action":"answer","value":"dont-allow"}"#, [.answerPrompt(.dontAllow)]),
        (#"{"action":"keep"}"#, [.keep(notificationID: "new", .immediately)]),
        (
            #"{"action":"keep","value":"scheduled-summary"}"#,
            [.keep(notificationID: "new", .scheduledSummary)]
        ),
        (#"{"action":"turn-off"}"#, [.turnOff(notificationID: "new")]),
        (
            #"{"action":"authorization","value":"denied"}"#,
            [.setAuthorization(bundleID: app, .denied)]
        ),
        (
            #"{"action":"presentation","value":"banner,list"}"#,
            [.setForegroundPresentation(bundleID: app, [.banner, .list])]
        ),
        (#"{"action":"xcode","value":"on"}"#, [.setAttachedToXcode(bundleID: app, true)]),
        (
            #"{"action":"network","value":"blocked"}"#,
            [.setAPNsBlocked(true), .setOnline(true)]
        ),
        (#"{"action":"network","value":"on"}"#, [.setAPNsBlocked(false), .setOnline(true)]),
        (#"{"action":"mute","value":"on"}"#, [.setMuted(true)]),
        (#"{"action":"low-power","value":"off"}"#, [.setLowPower(false)]),
        (#"{"action":"focus","value":"off"}"#, [.setFocus(nil)]),
        (
            #"{"action":"focus","focus":{"name":"Work","allowed_people":["a"]}}"#,
            [.setFocus(Focus(name: "Work", allowedPeople: ["a"]))]
        ),
        (
            #"{"action":"summary","value":"18:00,08:30"}"#,
            [.setSummary(ScheduledSummary(minutes: [510, 1080]))]
        ),
        (#"{"action":"summary","value":"off"}"#, [.setSummary(nil)]),
        (#"{"action":"previews","value":"never"}"#, [.setPreviews(.never)]),
        (#"{"action":"language","value":"pt-BR"}"#, [.setLanguage("pt-BR")]),
        (#"{"action":"time-zone","value":"Asia/Tokyo"}"#, [.setTimeZone("Asia/Tokyo")]),
        (
            #"{"action":"move","location":{"latitude":1,"longitude":-2}}"#,
            [.move(to: Coordinate(latitude: 1, longitude: -2))]
        ),
        (
            #"{"action":"move","value":"-33.5,151"}"#,
            [.move(to: Coordinate(latitude: -33.5, longitude: 151))]
        ),
        (#"{"action":"move","value":"off"}"#, [.move(to: nil)]),
        (
            #"{"action":"background-refresh","value":"off"}"#,
            [.setBackgroundRefresh(bundleID: app, false)]
        ),
        (
            #"{"action":"background-refresh-all","value":"on"}"#,
            [.setGlobalBackgroundRefresh(true)]
        ),
        (
            #"{"action":"location-access","value":"always"}"#,
            [.setLocationAccess(bundleID: app, .always)]
        ),
        (#"{"action":"live-activities","value":"off"}"#, [.setActivities(bundleID: app, false)]),
        (
            #"{"action":"frequent-updates","value":"off"}"#,
            [.setFrequentUpdates(bundleID: app, false)]
        ),
        (#"{"action":"tap-activity","activity":"a"}"#, [.tapActivity(id: "a")]),
        (#"{"action":"remove-activity","activity":"a"}"#, [.removeActivity(id: "a")]),
        (#"{"action":"collapse-activity","activity":"a"}"#, [.collapseActivity(id: "a")]),
        (
            #"{"action":"rotate-activity-token","activity":"a"}"#,
            [.rotateActivityToken(id: "a")]
        ),
        (#"{"action":"set","key":"mute","value":"true"}"#, [.setMuted(true)]),
    ]

    @Test(arguments: table)
    func `a command is converted into actions of the person`(json: String, actions: [UserAction])
        throws
    {
        let steps = try Self.steps(json)
        let found = steps.compactMap { step in
            if case .action(let action) = step { action } else { nil }
        }
        #expect(found == actions)
        #expect(found.count == steps.count)
    }

    @Test func `the install command installs an app that has permission`() throws {
        let steps = try Self.steps(#"{"action":"install","app":"com.example.two","value":"Two"}"#)
        guard case .action(.install(let app)) = steps.first else {
            Issue.record("\(steps)")
            return
        }
        #expect(app.bundleID == "com.example.two" && app.name == "Two")
        #expect(app.authorization == .authorized)
    }

    @Test(arguments: [
        ("crash", ServiceExtensionResult.crashed("as the command requested")), ("hang", .timedOut),
        ("memory", .killedForMemory), ("slow-start", .startedTooSlowly),
    ])
    func `each failure of a service extension is parsed`(
        word: String, result: ServiceExtensionResult
    ) throws {
        let steps = try Self.steps(#"{"action":"extension-fault","value":"\#(word)"}"#)
        guard case .extensionFailure(Self.app, result) = steps.first else {
            Issue.record("\(steps)")
            return
        }
    }

    @Test(arguments: [
        (#"{"action":"ask"}"#, AuthorizationOptions([.alert, .sound, .badge]).rawValue),
        (
            #"{"action":"ask","value":"alert,provisional"}"#,
            AuthorizationOptions([.alert, .provisional]).rawValue
        ),
    ])
    func `the ask command requests the given options`(json: String, rawValue: UInt) throws {
        let options = AuthorizationOptions(rawValue: rawValue)
        guard case .ask(Self.app, options) = try Self.steps(json).first else {
            Issue.record("did not request \(options)")
            return
        }
    }

    @Test func `a payload for the phone is an object with aps`() throws {
        let json = #"{"action":"push","payload":{"aps":{"alert":"Hello"}}}"#
        guard case .push(Self.app, ["aps": ["alert": "Hello"]]) = try Self.steps(json).first
        else {
            Issue.record("not pushed")
            return
        }
        for json in [#"{"action":"push"}"#, #"{"action":"push","payload":{"aps":1}}"#] {
            #expect(throws: ControlProblem.self) { try Self.steps(json) }
        }
    }

    @Test func `every action is covered by these tests`() throws {
        let others = ["install", "extension-fault", "ask", "push"]
        let names = try Self.table.compactMap { json, _ in
            try JSONReader.read(Data(json.utf8)).value.objectValue?["action"]?.stringValue
        }
        #expect(Set(names + others) == Set(DeviceCommand.Action.allCases.map(\.rawValue)))
    }

    @Test(arguments: [
        (#"{"action":"fly"}"#, ControlProblem.Code.badRequest, "lock, unlock"),
        (#"{"action":"answer"}"#, .badRequest, "allow or dont-allow"),
        (#"{"action":"keep","value":"x"}"#, .badRequest, "immediately or scheduled-summary"),
        (#"{"action":"mute","value":"loud"}"#, .badRequest, "on or off, not \"loud\""),
        (#"{"action":"mute"}"#, .badRequest, "bellhop device set mute --list"),
        (#"{"action":"tap","id":"new"}"#, .badRequest, "its fields are action, app, notification"),
        (#"{"action":"lock","value":"on"}"#, .badRequest, "lock has no field \"value\""),
        (#"{}"#, .badRequest, "\"action\" is missing; use one of lock, unlock"),
        (#"{"action":"network","value":"slow"}"#, .badRequest, "on, off or blocked"),
        (#"{"action":"summary","value":"25:00"}"#, .badRequest, "08:00,18:00"),
        (#"{"action":"summary","value":"08:00,08:00"}"#, .badRequest, "08:00,18:00"),
        (#"{"action":"summary","value":"8"}"#, .badRequest, "times of day"),
        (#"{"action":"move","value":"91,0"}"#, .badRequest, "latitude,longitude"),
        (#"{"action":"move","value":"1"}"#, .badRequest, "latitude,longitude"),
        (
            #"{"action":"move","location":{"latitude":1,"longitude":181}}"#, .badRequest,
            "-180 to 180"
        ),
        (#"{"action":"language","value":"../x"}"#, .badRequest, "en or pt-BR"),
        (#"{"action":"presentation","value":"loud"}"#, .badRequest, "banner,list"),
        (#"{"action":"presentation","value":""}"#, .badRequest, "none"),
        (#"{"action":"set"}"#, .badRequest, "\"key\""),
        (#"{"action":"set","key":"nothing","value":"1"}"#, .badRequest, "--list"),
        (
            #"{"action":"set","key":"background_pushes_per_hour","value":"-1"}"#, .badRequest,
            "0 to"
        ),
        (#"{"action":"choose"}"#, .badRequest, "REPLY, LIKE"),
        (#"{"action":"ask","value":"everything"}"#, .badRequest, "provisional"),
        (#"{"action":"extension-fault"}"#, .badRequest, "crash, memory, slow-start or hang"),
        (#"{"action":"tap","notification":"none"}"#, .noSuchNotification, "2"),
        (#"{"action":"tap-activity"}"#, .noSuchActivity, "no Live Activity"),
        (#"{"action":"quit","app":"com.example.no"}"#, .noSuchApp, "com.example.app"),
        (#"{"action":"install"}"#, .badRequest, "\"app\""),
        (#"{"action":"install","app":"no app"}"#, .badRequest, "com.example.app"),
    ])
    func `missing and invalid values are reported with the valid ones`(
        json: String, code: ControlProblem.Code, phrase: String
    ) throws {
        let problem = try #require(throws: ControlProblem.self) { _ = try Self.steps(json) }
        #expect(problem.isOf(code))
        #expect(problem.detail.contains(phrase), "\(problem.detail)")
        #expect(!problem.detail.contains("\n"))
    }
}
