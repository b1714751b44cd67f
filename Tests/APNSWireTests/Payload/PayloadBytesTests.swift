// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Simulation
import Testing

/// The bytes of typed payloads, compared with a writer that has no types and writes byte by byte.
struct PayloadBytesTests {
    @Test(arguments: 0..<8)
    func `typed fields and the equivalent object are written as the same bytes`(seed: UInt64) throws
    {
        var random = RandomPayloads(seed: seed)
        var together: [UInt8] = []
        var expected: [UInt8] = []
        for _ in 0..<100 {
            let payload = random.payload()
            let bytes = PlainJSON.write(.object(payload.object))
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(payload.encoded == bytes, "seed \(seed): \(text)")
            #expect(JSONWriter.write(.object(payload.object)) == bytes, "seed \(seed): \(text)")
            #expect(try Payload(reading: bytes).encoded == bytes, "seed \(seed): \(text)")
            payload.append(to: &together)
            expected += bytes
        }
        #expect(together == expected)
    }

    /// Plain text is copied eight bytes at a time, and its end is a special case, so escapes are
    /// tested at every position of texts of many lengths.
    @Test(arguments: Array(0...0x23) + [0x5B, 0x5C, 0x5D, 0x7E, 0x7F, 0x80])
    func `a character is escaped, or not, at every position of a text`(code: UInt8) {
        let character = String(Unicode.Scalar(code))
        var wrong: [String] = []
        for byteCount in 0...19 {
            for position in 0...byteCount {
                let text =
                    String(repeating: "a", count: position) + character
                    + String(repeating: "z", count: byteCount - position)
                let payload = Payload(aps: APS(alert: .text(text)))
                if payload.encoded != PlainJSON.write(.object(payload.object)) {
                    wrong.append("\(position) of \(byteCount)")
                }
            }
        }
        #expect(wrong.isEmpty)
    }

    @Test(arguments: [
        ("plain", #""plain""#), ("", #""""#), ("\"", #""\"""#), ("\\", #""\\""#),
        ("\n\r\t", #""\n\r\t""#),
        ("\u{0}\u{8}\u{C}", #""\u0000\u0008\u000c""#), ("\u{1F}\u{7F}", #""\u001f\u007f""#),
        ("</script>", #""</script>""#), ("\u{2028}\u{2029}", "\"\u{2028}\u{2029}\""),
        ("Zürich 🐕 e\u{301} 家族👨‍👩‍👧", "\"Zürich 🐕 e\u{301} 家族👨‍👩‍👧\""),
        ("\u{80}\u{FF}\u{FFFF}\u{10FFFF}", "\"\u{80}\u{FF}\u{FFFF}\u{10FFFF}\""),
    ])
    func `texts are written as RFC 8259 section 7 requires`(text: String, written: String) {
        let payload = Payload(aps: APS(alert: .text(text)))
        #expect(
            String(decoding: payload.encoded, as: UTF8.self) == #"{"aps":{"alert":\#(written)}}"#)
    }

    @Test func `a text of only escape sequences exceeds the estimate and is complete`() {
        let text = String(repeating: "\u{1}", count: 5_000)
        let payload = Payload(aps: APS(alert: .text(text)), custom: ["x": .string(text)])
        #expect(payload.encoded.count == 2 * 6 * 5_000 + #"{"aps":{"alert":""},"x":""}"#.utf8.count)
        #expect(payload.encoded == PlainJSON.write(.object(payload.object)))
    }

    @Test func `every key has its position and form`() throws {
        var aps = APS(
            alert: Alert(title: "T", subtitle: "S", body: "B"), badge: -12,
            sound: .critical(CriticalSound(isCritical: true, name: "a.caf", volume: 0.25)))
        aps.threadID = "t"
        aps.category = "c"
        aps.contentAvailable = false
        aps.mutableContent = true
        aps.targetContentID = "w"
        aps.interruptionLevel = .timeSensitive
        aps.relevanceScore = 0.5
        aps.filterCriteria = "f"
        aps.urlArguments = ["a", "b\n"]
        aps.contentChanged = true
        aps.liveActivity.timestamp = 1_700_000_000
        aps.liveActivity.event = .start
        aps.liveActivity.contentState = ["score": [1, 2.5]]
        aps.liveActivity.staleDate = 1_700_000_100
        aps.liveActivity.dismissalDate = 1_700_000_200
        aps.liveActivity.attributesType = "Game"
        aps.liveActivity.attributes = ["home": "A"]
        aps.liveActivity.inputPushToken = true
        aps.liveActivity.inputPushChannel = "dHN0"
        aps.other = ["x\"y": .null]
        let text = [
            #"{"aps":{"alert":{"title":"T","subtitle":"S","body":"B"},"badge":-12,"#,
            #""sound":{"critical":1,"name":"a.caf","volume":0.25},"thread-id":"t","category":"c","#,
            #""content-available":0,"mutable-content":1,"target-content-id":"w","#,
            #""interruption-level":"time-sensitive","relevance-score":0.5,"#,
            #""filter-criteria":"f","url-args":["a","b\n"],"content-changed":true,"#,
            #""timestamp":1700000000,"event":"start","content-state":{"score":[1,2.5]},"#,
            #""stale-date":1700000100,"dismissal-date":1700000200,"attributes-type":"Game","#,
            #""attributes":{"home":"A"},"input-push-token":1,"input-push-channel":"dHN0","#,
            #""x\"y":null},"order":12.50}"#,
        ].joined()
        let custom = try #require(try JSONReader.read(#"{"order":12.50}"#).value.objectValue)
        let payload = Payload(aps: aps, custom: custom)
        #expect(String(decoding: payload.encoded, as: UTF8.self) == text)
        #expect(try Payload(reading: text.utf8) == payload)
    }

    @Test func `every key of the alert has its position and form`() throws {
        var fields = AlertFields()
        fields.title = .localized(key: "T", arguments: ["1"])
        fields.subtitle = .plain("S")
        fields.body = .localized(key: "B", arguments: [])
        fields.launchImage = "l"
        fields.titleKey = "TK"
        fields.titleArguments = ["x"]
        fields.subtitleKey = "SK"
        fields.subtitleArguments = []
        fields.bodyKey = "BK"
        fields.bodyArguments = ["y", "z"]
        fields.sound = .systemDefault
        fields.other = ["action-loc-key": "OK"]
        let text = [
            #"{"aps":{"alert":{"title":{"loc-key":"T","loc-args":["1"]},"subtitle":"S","#,
            #""body":{"loc-key":"B"},"launch-image":"l","title-loc-key":"TK","#,
            #""subtitle-loc-key":"SK","loc-key":"BK","title-loc-args":["x"],"#,
            #""subtitle-loc-args":[],"loc-args":["y","z"],"sound":"default","#,
            #""action-loc-key":"OK"}}}"#,
        ].joined()
        let payload = Payload(aps: APS(alert: .fields(fields)))
        #expect(String(decoding: payload.encoded, as: UTF8.self) == text)
        #expect(try Payload(reading: text.utf8) == payload)
    }

    @Test(arguments: [
        (0, "0"), (-1, "-1"), (9, "9"), (10, "10"), (99, "99"), (100, "100"),
        (-2_147_483_649, "-2147483649"), (.max, "9223372036854775807"),
        (.min, "-9223372036854775808"), (1_000_000_000_000_000_000, "1000000000000000000"),
    ])
    func `whole numbers have no more digits than they need`(number: Int, text: String) {
        let payload = Payload(aps: APS(badge: number))
        #expect(String(decoding: payload.encoded, as: UTF8.self) == #"{"aps":{"badge":\#(text)}}"#)
    }

    @Test(arguments: [
        (0.5, "0.5"), (1, "1"), (-0.0, "0"), (1e21, "1e+21"), (.infinity, "0"), (.nan, "0"),
        (0.1 + 0.2, "0.30000000000000004"),
    ])
    func `a score is written as its shortest exact number`(score: Double, text: String) {
        var aps = APS()
        aps.relevanceScore = score
        #expect(
            String(decoding: Payload(aps: aps).encoded, as: UTF8.self)
                == #"{"aps":{"relevance-score":\#(text)}}"#)
    }

    @Test func `an aps without fields is an empty object, and a missing aps is absent`() {
        #expect(Payload().encoded == Array("{}".utf8))
        #expect(Payload(aps: APS()).encoded == Array(#"{"aps":{}}"#.utf8))
        #expect(Payload(aps: APS(alert: Alert())).encoded == Array(#"{"aps":{"alert":{}}}"#.utf8))
    }

    @Test func `appending preserves existing bytes`() {
        var bytes = Array("before".utf8)
        Payload(aps: APS(badge: 1)).append(to: &bytes)
        Payload(custom: ["mdm": "magic"]).append(to: &bytes)
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"before{"aps":{"badge":1}}{"mdm":"magic"}"#)
    }
}
