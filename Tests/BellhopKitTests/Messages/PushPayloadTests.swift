// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopKit
import Foundation
import Testing

struct PushPayloadTests {
    @Test(arguments: [
        (0 as any Sendable, JSONValue.number(JSONNumber(0))), (1, .number(JSONNumber(1))),
        (1.0, .number(JSONNumber(1))), (1.5, .number(JSONNumber(1.5))), (true, .bool(true)),
        (false, .bool(false)), ("1", .string("1")), (Int.max, .number(JSONNumber(Int.max))),
        (NSNumber(value: 1), .number(JSONNumber(1))), (NSNumber(value: true), .bool(true)),
    ])
    func `numbers stay numbers and Booleans stay Booleans, in Swift and in Foundation`(
        value: any Sendable, json: JSONValue
    ) {
        #expect(PushPayload(["key": value])["key"] == json)
        if let number = value as? NSNumber { #expect(PushPayload(["key": number])["key"] == json) }
        #expect(PushPayload(PushPayload(["key": value]).userInfo)["key"] == json)
    }

    @Test(
        arguments: [
            ("a", ["b": ["c": 1, "d": 2], "b.c": 3]), ("b.d", ["a": 1, "b": ["c": 1], "b.c": 3]),
            ("b.c", ["a": 1, "b": ["d": 2]]), ("b.c.d", nil), ("x.y", nil), ("", nil), (".", nil),
        ] as [(String, JSONObject?)])
    func `removing a path removes only its value`(path: String, left: JSONObject?) {
        let whole: JSONObject = ["a": 1, "b": ["c": 1, "d": 2], "b.c": 3]
        var payload = PushPayload(whole)
        payload.remove(path)
        #expect(payload.object == left ?? whole)
        #expect(payload[path] == nil)
    }

    @Test(arguments: [
        (#"{"aps":{"content-available":1}}"#, true),
        (#"{"aps":{"content-available":1},"a":"b"}"#, true),
        (#"{"aps":{"content-available":1,"alert":"a"}}"#, false),
        (#"{"aps":{"content-available":1,"badge":0}}"#, false),
        (#"{"aps":{"alert":"a"}}"#, false), (#"{"aps":"x"}"#, false), ("{}", false),
    ])
    func `SIL-1: a push that only wakes the app is silent`(json: String, isSilent: Bool) throws {
        let value = try JSONDecoder().decode(JSONValue.self, from: Data(json.utf8))
        #expect(PushPayload(try #require(value.objectValue)).isSilent == isSilent)
    }

    @Test func `an alert is read as a string and as an object`() {
        #expect(PushPayload(["aps": ["alert": "Hi"]]).alertBody == "Hi")
        let payload = PushPayload(["aps": ["alert": ["title": "Mia", "body": "Hi"]]])
        #expect(payload.alertTitle == "Mia" && payload.alertBody == "Hi")
        let localized = PushPayload(["aps": ["alert": ["loc-key": "HI"]]])
        #expect(localized.alertTitle == nil && localized.alertBody == nil)
    }

    @Test func `only a Boolean is read as a flag`() {
        let payload = PushPayload(["a": true, "b": ["c": false], "d": 1, "e": "true"])
        #expect(payload.bool("a") == true && payload.bool("b.c") == false)
        #expect(payload.bool("d") == nil && payload.bool("e") == nil)
    }

    @Test func `Apple's keys are read, and invalid values are ignored`() {
        let payload = PushPayload([
            "aps": ["category": "c", "thread-id": 7, "badge": 3, "target-content-id": "w"]
        ])
        #expect(payload.category == "c" && payload.threadID == "7")
        #expect(payload.badge == 3 && payload.targetContentID == "w")
        let strange = PushPayload(["aps": ["category": ["a"], "badge": "3", "thread-id": ""]])
        #expect(strange.category == nil && strange.badge == nil && strange.threadID == nil)
    }
}
