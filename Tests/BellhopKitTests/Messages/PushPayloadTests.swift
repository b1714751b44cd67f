// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopKit
import Foundation
import Testing

struct PushPayloadTests {
    @Test(arguments: [
        (1 as any Sendable, JSONValue.number(JSONNumber(1))), (0, .number(JSONNumber(0))),
        (true, .bool(true)), (false, .bool(false)), (NSNumber(value: 1), .number(JSONNumber(1))),
        (NSNumber(value: true), .bool(true)), (1.5, .number(JSONNumber(1.5))), ("1", .string("1")),
    ])
    func `numbers and Booleans stay what they are`(value: any Sendable, json: JSONValue) {
        #expect(PushPayload(["key": value])["key"] == json)
    }

    @Test(arguments: [
        (#"{"aps":{"content-available":1}}"#, true),
        (#"{"aps":{"content-available":1},"a":"b"}"#, true),
        (#"{"aps":{"content-available":1,"alert":"a"}}"#, false),
        (#"{"aps":{"content-available":1,"badge":0}}"#, false),
        (#"{"aps":{"alert":"a"}}"#, false), (#"{"aps":"x"}"#, false), ("{}", false),
    ])
    func `SIL-1: what only wakes the app is silent`(json: String, isSilent: Bool) throws {
        let value = try JSONDecoder().decode(JSONValue.self, from: Data(json.utf8))
        #expect(PushPayload(try #require(value.objectValue)).isSilent == isSilent)
    }

    @Test func `an alert is read, be it a text or an object`() {
        #expect(PushPayload(["aps": ["alert": "Hi"]]).alertBody == "Hi")
        let payload = PushPayload(["aps": ["alert": ["title": "Mia", "body": "Hi"]]])
        #expect(payload.alertTitle == "Mia" && payload.alertBody == "Hi")
        let localized = PushPayload(["aps": ["alert": ["loc-key": "HI"]]])
        #expect(localized.alertTitle == nil && localized.alertBody == nil)
    }

    @Test func `only a Boolean is a yes or a no`() {
        let payload = PushPayload(["a": true, "b": ["c": false], "d": 1, "e": "true"])
        #expect(payload.bool("a") == true && payload.bool("b.c") == false)
        #expect(payload.bool("d") == nil && payload.bool("e") == nil)
    }

    @Test func `Apple's part is read, and nothing else is believed`() {
        let payload = PushPayload([
            "aps": ["category": "c", "thread-id": 7, "badge": 3, "target-content-id": "w"]
        ])
        #expect(payload.category == "c" && payload.threadID == "7")
        #expect(payload.badge == 3 && payload.targetContentID == "w")
        let strange = PushPayload(["aps": ["category": ["a"], "badge": "3", "thread-id": ""]])
        #expect(strange.category == nil && strange.badge == nil && strange.threadID == nil)
    }
}
