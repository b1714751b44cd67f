// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

private typealias File = AppBundle.Sound

struct SoundFileCase: Sendable, CustomTestStringConvertible {
    let name: String
    let files: [AppBundle.Sound]
    let sound: String
    let rule: RuleID

    var testDescription: String { "\(rule) \(name)" }

    static let all = [
        SoundFileCase(name: "a.caf", files: [File(name: "a.caf")], sound: "a.caf", rule: "SND-2"),
        SoundFileCase(
            name: "a.AIFF", files: [File(name: "a.AIFF")], sound: "a.AIFF", rule: "SND-2"),
        SoundFileCase(name: "a.mp3", files: [File(name: "a.mp3")], sound: "default", rule: "SND-1"),
        SoundFileCase(
            name: "a.wav", files: [File(name: "a.wav", seconds: 29.9)], sound: "a.wav",
            rule: "SND-2"),
        SoundFileCase(
            name: "a.wav", files: [File(name: "a.wav", seconds: 30)], sound: "default",
            rule: "SND-1"),
        SoundFileCase(
            name: "a.caf", files: [File(name: "a.caf", isPlayable: false)], sound: "default",
            rule: "SND-1"),
        SoundFileCase(name: "b.caf", files: [File(name: "a.caf")], sound: "default", rule: "SND-3"),
        SoundFileCase(
            name: "a.caf",
            files: [File(name: "a.caf"), File(name: "a.caf", place: .container)],
            sound: "a.caf", rule: "SND-4"),
        // The container's file takes precedence, although only the file in the bundle could be
        // played.
        SoundFileCase(
            name: "a.caf",
            files: [File(name: "a.caf"), File(name: "a.caf", place: .container, seconds: 31)],
            sound: "default", rule: "SND-1"),
        SoundFileCase(
            name: "a.caf",
            files: [
                File(name: "a.caf", isPlayable: false), File(name: "a.caf", place: .appGroup),
            ], sound: "a.caf", rule: "SND-4"),
    ]
}

@Test(arguments: SoundFileCase.all)
func `a sound is looked up in the container, the App Group and the bundle, and must be playable`(
    row: SoundFileCase
) throws {
    let phone = try PhoneFixture { $0.bundle.sounds = row.files }
    let decision = try phone.decide("{\"aps\":{\"alert\":\"x\",\"sound\":\"\(row.name)\"}}")
    #expect(decision.sound == row.sound)
    #expect(decision.reasons.contains(row.rule))
}

@Test(arguments: [(Communication.Kind.call, true), (.message, false)])
func `SND-5: a ringtone repeats only for a call`(kind: Communication.Kind, repeats: Bool) throws {
    let phone = try PhoneFixture { $0.capabilities.communication = true }
    var content = NotificationContent(body: "Alex calls", sound: .ringtone(name: "chime.caf"))
    content.communication = Communication(kind: kind, senderName: "Alex")
    let decision = phone.decide(local: content)
    #expect(decision.sound == "chime.caf")
    #expect(decision.repeatsSound == repeats)
    #expect(decision.reasons.contains("SND-5") == repeats)
}

@Test(arguments: [
    ("pt-BR", "br"), ("pt-PT", "pt"), ("pt", "pt"), ("zh-Hans-CN", "zh"), ("fr", "en"),
    ("", "en"),
])
func `LOC-1: texts use the phone's language or, if it is missing, the development language`(
    language: String, text: String
) throws {
    var phone = try PhoneFixture {
        $0.bundle.strings = [
            "pt-BR": ["K": "br"], "pt": ["K": "pt"], "zh-Hans": ["K": "zh"], "en": ["K": "en"],
        ]
    }
    phone.device.language = language
    #expect(
        try phone.decide(#"{"aps":{"alert":{"loc-key":"K"}}}"#).notification?.body == text)
}

@Test func `LOC-3: a key that the app has takes precedence over plain text, except by choice`()
    throws
{
    var phone = try PhoneFixture { $0.bundle.strings["en"] = ["K": "by key"] }
    let json = #"{"aps":{"alert":{"loc-key":"K","body":"plain"}}}"#
    #expect(try phone.decide(json).notification?.body == "by key")
    #expect(try phone.decide(json).reasons.contains("LOC-3"))
    phone.device.choices.plainTextWinsOverKey = true
    #expect(try phone.decide(json).notification?.body == "plain")
}

@Test(arguments: [
    (NotificationSettings.Grouping.automatic, [["2", "0"], ["1"]]), (.byApp, [["2", "1", "0"]]),
    (.off, [["2"], ["1"], ["0"]]),
])
func `GRP-1, GRP-2: notifications are stacked as the person chose`(
    grouping: NotificationSettings.Grouping, stacks: [[String]]
) throws {
    var phone = try PhoneFixture { $0.settings.grouping = grouping }
    for (number, thread) in ["a", "b", "a"].enumerated() {
        try phone.take(
            "{\"aps\":{\"alert\":\"\(number)\",\"thread-id\":\"\(thread)\"}}",
            number: UInt8(number))
    }
    #expect(try phone.app.groups.map { $0.notifications.compactMap(\.body) } == stacks)
}
