// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Foundation
import Testing

@testable import ControlAPI
@testable import SimulatorHost

/// A phone as the control API shows it.
struct DeviceViewTests {
    private static let app = "com.example.app"
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private static func phone(
        _ edit: (inout Device) throws -> Void = { _ in }
    ) rethrows -> Device {
        var device = Device(
            id: "phone", name: "Phone", model: "iPhone 17",
            apps: [DemoPhone.app(bundleID: app, name: "App")])
        DemoPhone.registerCategories(of: app, on: &device)
        try edit(&device)
        return device
    }

    private static func deliver(_ id: String, _ device: inout Device) throws {
        let content = NotificationContent(
            title: "Alex", body: "The secret", threadID: "t", category: "MESSAGE")
        let incoming = try #require(
            try device.add(NotificationRequest(id: id, content: content), of: app, at: now))
        device.apply(device.decide(incoming, at: now, answers: ArrivalAnswers()))
    }

    @Test func `the view is unchanged after encoding and decoding`() throws {
        let device = try Self.phone {
            try Self.deliver("n", &$0)
            $0 = try $0.performing(.expand(notificationID: "n"), at: Self.now).device
            _ = try $0.add(
                NotificationRequest(
                    id: "later", content: NotificationContent(body: "x"),
                    trigger: .interval(seconds: 60, repeats: false)), of: Self.app, at: Self.now)
            $0.focus = Focus(name: "Work")
            $0.summary = ScheduledSummary(minutes: [5, 600])
        }
        let view = DeviceView(device, at: Self.now)
        let data = try ControlJSON.encode(view)
        #expect(try ControlJSON.decode(DeviceView.self, from: data) == view)
        #expect(view.summaryTimes == ["00:05", "10:00"])
        let text = String(decoding: data, as: UTF8.self)
        #expect(text.contains(#""next_date":"2027-01-15T08:01:00.000Z""#))
        #expect(text.contains(#""title":"Alex""#))
    }

    @Test func `INT-14: a hidden preview hides the text and keeps the buttons`() throws {
        let device = try Self.phone { try Self.deliver("n", &$0) }
        let view = try #require(DeviceView(device, at: Self.now).apps.first?.delivered.first)
        #expect(view.shown.isHidden)
        #expect(view.shown.body == "Notification")
        #expect(view.actions.map(\.id) == ["REPLY", "LIKE"])
        #expect(view.actions.first?.textInput?.buttonTitle == "Send")
        #expect(!view.offersKeep)
        var open = device
        open = try open.performing(.unlock, at: Self.now).device
        let shown = try #require(DeviceView(open, at: Self.now).apps.first?.delivered.first?.shown)
        #expect(!shown.isHidden && shown.body == "The secret")
    }

    @Test func `AUTH-7: a provisional notification offers Keep and Turn Off`() throws {
        let device = try Self.phone {
            $0 = try $0.performing(
                .setAuthorization(bundleID: Self.app, .provisional), at: Self.now
            ).device
            try Self.deliver("n", &$0)
        }
        let app = try #require(DeviceView(device, at: Self.now).apps.first)
        #expect(app.delivered.map(\.offersKeep) == [true])
        #expect(app.groups.map(\.ids) == [["n"]] && app.groups.first?.threadID == "t")
    }

    @Test func `AUTH-1: a prompt has its text and answers`() throws {
        let device = Self.phone {
            $0[Self.app]?.authorization = .notDetermined
            _ = $0.requestAuthorization([.alert], of: Self.app, at: Self.now)
        }
        let prompt = try #require(DeviceView(device, at: Self.now).prompts.first)
        #expect(prompt.title == "“App” Would Like to Send You Notifications")
        #expect(prompt.answers.map(\.value) == [.allow, .dontAllow])
    }

    @Test func `tokens are shortened in the whole view`() throws {
        let hex = String(repeating: "0123456789abcdef", count: 4)
        let token = try DeviceToken(hex: hex)
        let device = Self.phone {
            $0[Self.app]?.tokens[.app] = token
            $0[Self.app]?.startTokens["Ride"] = token
        }
        let data = try ControlJSON.encode(DeviceView(device, at: Self.now))
        #expect(!String(decoding: data, as: UTF8.self).contains(hex))
        #expect(DeviceView(device, at: Self.now).apps.first?.startTokens["Ride"] == token.redacted)
    }

    @Test(arguments: [
        (NotificationTrigger.push, "from APNs"),
        (.interval(seconds: 90, repeats: false), "after 90 s"),
        (.interval(seconds: 60.5, repeats: true), "every 60.5 s"),
        (.calendar(DateMatch(hour: 8, minute: 30), repeats: true), "hour 8, minute 30, each time"),
        (
            .calendar(DateMatch(weekday: 2, timeZone: "Asia/Tokyo"), repeats: false),
            "weekday 2 in Asia/Tokyo"
        ),
        (
            .location(
                Region(
                    id: "Home", centre: Coordinate(latitude: 1.5, longitude: 2), radius: 100,
                    notifiesOnExit: false), repeats: false), "on entering Home (1.5,2.0, 100 m)"
        ),
    ])
    func `a trigger is described as text`(trigger: NotificationTrigger, phrase: String) throws {
        var device = try Self.phone()
        device.location = Coordinate(latitude: 40, longitude: 40)
        let request = NotificationRequest(
            id: "n", content: NotificationContent(body: "x"), trigger: trigger)
        let pending = PendingRequest(request: request, addedAt: Self.now, nextDate: nil)
        let app = try #require(device.apps.first)
        let view = PendingView(pending, of: app, on: device)
        #expect(view.trigger.hasSuffix(phrase))
    }

    @Test(arguments: [
        ("08:00", 480), ("0:0", 0), ("23:59", 1439), ("24:00", nil), ("08:60", nil), ("8", nil),
        ("-1:00", nil), ("08:00:00", nil), ("", nil), ("٠٨:٠٠", nil), ("008:00", nil),
    ])
    func `a time of day is parsed`(text: String, minutes: Int?) {
        #expect(TimeOfDay.minutes(text) == minutes)
    }
}
