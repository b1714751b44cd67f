// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

struct PayloadTests {
    /// One value of the documented type for every key, so that the test finds a key that is not
    /// read or not written.
    private static let documentedValues: [APSKey: JSONValue] = [
        .alert: ["title": "T", "body": "B"], .badge: 3, .sound: "default", .threadID: "t",
        .category: "c",
        .contentAvailable: 1, .mutableContent: 1, .targetContentID: "w",
        .interruptionLevel: "time-sensitive",
        .relevanceScore: 0.5, .filterCriteria: "f", .urlArguments: ["a", "b"],
        .contentChanged: true,
        .timestamp: 1_700_000_000, .event: "update", .contentState: ["score": 1],
        .staleDate: 1_700_000_100,
        .dismissalDate: 1_700_000_200, .attributesType: "GameAttributes",
        .attributes: ["home": "A"],
        .inputPushToken: 1, .inputPushChannel: "dHN0",
    ]

    @Test(arguments: APSKey.allCases)
    func `each of Apple's keys is read into a property and written back`(key: APSKey) throws {
        let value = try #require(Self.documentedValues[key], "add a value for \(key) here")
        let object: JSONObject = ["aps": [key.rawValue: value]]
        let payload = Payload(object)
        let aps = try #require(payload.aps)
        #expect(aps.other.isEmpty, "\(key.rawValue) was not recognized")
        #expect(payload.object == object)
    }

    @Test(arguments: APSKey.allCases)
    func `a value of another type is preserved unchanged`(key: APSKey) throws {
        let object: JSONObject = ["aps": [key.rawValue: .null], "x": 1]
        let payload = Payload(object)
        #expect(payload.aps?.other[key.rawValue] == .null)
        #expect(payload.object == object)
    }

    @Test func `a critical sound preserves its three keys`() throws {
        let payload = try Payload(
            reading: #"{"aps":{"sound":{"critical":1,"name":"alarm.caf","volume":0.8}}}"#.utf8)
        #expect(
            payload.aps?.sound
                == .critical(CriticalSound(isCritical: true, name: "alarm.caf", volume: 0.8)))
    }

    @Test(arguments: [
        #"{"aps":{"alert":"Hi","badge":"3"},"order":{"id":9007199254740993,"x":12.50},"a":[]}"#,
        #"{"aps":{"alert":{"loc-key":"K","loc-args":["a",1],"title":{"loc-key":"T"},"o":"x"}}}"#,
        #"{"aps":{"alert":{"title":1,"body":"B","body":"C"}},"aps2":{}}"#,
        #"{"aps":{"badge":1,"badge":2,"sound":{"critical":true,"loud":1}}}"#,
        #"{"aps":[1],"mdm":"push-magic"}"#, "{}", #"{"aps":{}}"#,
        #"{"aps":{"event":"pause","relevance-score":"high","content-available":true}}"#,
    ])
    func `reading and writing a payload loses nothing`(text: String) throws {
        let payload = try Payload(reading: text.utf8)
        #expect(try JSONReader.read(payload.encoded).value == JSONReader.read(text).value)
    }

    @Test func `a number is written with its original digits`() throws {
        let text = #"{"aps":{"alert":"Hi"},"total":12.50,"id":9007199254740993}"#
        #expect(String(decoding: try Payload(reading: text.utf8).encoded, as: UTF8.self) == text)
    }

    @Test(arguments: ["[]", "\"text\"", "3", "null"])
    func `a value that is not an object is rejected with its type`(text: String) {
        let error = #expect(throws: PayloadError.self) { try Payload(reading: text.utf8) }
        #expect(error?.description.contains("a payload is a JSON object, but this is") == true)
    }

    @Test func `an alert has text if any of its parts has text`() {
        #expect(Alert.text("Hi").hasText)
        #expect(!Alert.text("").hasText)
        #expect(Alert(subtitle: "S").hasText)
        #expect(!Alert(title: "", body: "").hasText)
    }
}
