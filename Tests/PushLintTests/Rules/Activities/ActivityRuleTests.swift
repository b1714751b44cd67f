// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import PushLint
import Testing

private let la = ["type: liveactivity"]
private let start = Body.activity("start", Body.startMembers)
private let end = Body.activity("end")

private func aps(_ members: String) -> String { #"{"aps": {\#(members)}}"# }

private let required: [RuleCase] = [
    .wrong("activity-event-missing", la, aps(#""timestamp": 1750000000, "content-state": {}"#)),
    .wrong("activity-event-missing", la, aps("")),
    .wrong("activity-event-missing", [], aps(#""content-state": {}"#)),
    .wrong("activity-event-missing", [], aps(#""attributes-type": "Delivery""#)),
    .fine("activity-event-missing", la, Body.update),
    .fine("activity-event-missing", la, aps(#""Event": "update", "content-state": {}"#)),
    .fine("activity-event-missing", la, "{}"),
    .fine("activity-event-missing", ["type: alert"], aps(#""content-state": {}"#)),
    .fine("activity-event-missing", [], Body.alert),

    .wrong("activity-timestamp-missing", [], aps(#""event": "update", "content-state": {}"#)),
    .wrong(
        "activity-timestamp-missing", [],
        #"{"aps": {"event": "update", "content-state": {}}, "timestamp": 1750000000}"#),
    .fine("activity-timestamp-missing", [], Body.update),
    .fine("activity-timestamp-missing", [], aps(#""event": "end", "time_stamp": 1"#)),
    .fine("activity-timestamp-missing", [], Body.alert),

    .wrong("activity-state-missing", [], aps(#""timestamp": 1750000000, "event": "update""#)),
    .wrong("activity-state-missing", [], aps(#""timestamp": 1750000000, "event": "start""#)),
    .fine("activity-state-missing", [], aps(#""timestamp": 1750000000, "event": "end""#)),
    .fine("activity-state-missing", [], aps(#""event": "update", "content_state": {}"#)),
    .fine(
        "activity-state-missing", [], #"{"aps": {"event": "update"}, "content-state": {}}"#),
    .wrong("activity-final-state-missing", [], aps(#""timestamp": 1750000000, "event": "end""#)),
    .fine("activity-final-state-missing", [], end),

    .wrong("activity-attributes-missing", [], Body.activity("start")),
    .wrong("activity-attributes-missing", [], Body.activity("start", #""attributes": {}"#)),
    .wrong("activity-attributes-missing", [], Body.activity("start", #""attributes-type": "A""#)),
    .fine("activity-attributes-missing", [], start),
    .fine("activity-attributes-missing", [], Body.update),
    .fine("activity-attributes-missing", ["channel: YWJj"], Body.activity("start")),
    .wrong("activity-start-without-alert", [], Body.activity("start")),
    .wrong(
        "activity-start-without-alert", [],
        Body.activity("start", #""alert": {"title": "", "body": " "}"#)),
    .wrong("activity-start-without-alert", [], Body.activity("start", #""alert": "" "#)),
    .wrong(
        "activity-start-without-alert", [],
        Body.activity("start", #""alert": {"sound": "default"}"#)),
    .fine(
        "activity-start-without-alert", [],
        Body.activity("start", #""alert": {"title": {"loc-key": "A"}, "body": "b"}"#)),
    .fine("activity-start-without-alert", [], start),
    .wrong(
        "activity-start-empty-text", [],
        Body.activity("start", #""alert": {"title": "", "body": "b"}"#)),
    .fine("empty-text", [], Body.activity("start", #""alert": {"title": "", "body": "b"}"#)),
    .fine("activity-start-empty-text", [], start),
    .fine(
        "activity-start-empty-text", [],
        Body.activity("update", #""alert": {"title": "", "body": "b"}"#)),
    .fine("activity-start-without-alert", [], Body.update),
]

@Test(arguments: required)
func `a Live Activity push must have what its event requires`(row: RuleCase) { row.check() }

private func time(_ key: String, _ value: String) -> String {
    Body.activity("end", #""\#(key)": \#(value)"#)
}

private func update(_ timestamp: String) -> String {
    aps(#""timestamp": \#(timestamp), "event": "update", "content-state": {}"#)
}

private let times: [RuleCase] = [
    .wrong("activity-time-in-milliseconds", [], update("1750000000000")),
    .wrong("activity-time-in-milliseconds", [], update("1750000000000000")),
    .wrong("activity-time-in-milliseconds", [], update("1.75e12")),
    .wrong("activity-time-in-milliseconds", [], time("stale-date", "1750003600000")),
    .wrong("activity-time-in-milliseconds", [], time("dismissal-date", "1750003600000")),
    .fine("activity-time-in-milliseconds", [], update("1750000000")),
    .fine("activity-time-in-milliseconds", [], update("\"1750000000000\"")),
    .fine("activity-time-in-milliseconds", [], time("dismissal-date", "64092211200")),
    .fine("activity-time-in-milliseconds", ["type: alert"], update("1750000000000")),
    .fine(
        "activity-time-in-milliseconds", [],
        #"{"aps": {"alert": "Hello"}, "timestamp": 1750000000000}"#),

    .wrong("activity-timestamp-too-old", [], update("771692800")),
    .wrong("activity-timestamp-too-old", [], update("0")),
    .fine("activity-timestamp-too-old", [], update("1168364460")),
    .fine("activity-timestamp-too-old", [], update("1750000000")),

    .wrong("activity-stale-from-the-start", [], Body.activity("update", #""stale-date": 1"#)),
    .wrong(
        "activity-stale-from-the-start", [], Body.activity("update", #""stale-date": 1750000000"#)),
    .fine(
        "activity-stale-from-the-start", [], Body.activity("update", #""stale-date": 1750000001"#)),
    .fine("activity-stale-from-the-start", [], Body.activity("end", #""stale-date": 1"#)),
    .fine(
        "activity-stale-from-the-start", [],
        aps(#""timestamp": 1750000000000, "event": "update", "stale-date": 1750000001"#)),

    .wrong("activity-dismissal-too-late", [], time("dismissal-date", "1750014401")),
    .fine("activity-dismissal-too-late", [], time("dismissal-date", "1750014400")),
    .fine("activity-dismissal-too-late", [], time("dismissal-date", "1663177260")),
    .fine("activity-dismissal-too-late", [], time("dismissal-date", "1750014401000")),
    .fine("activity-dismissal-too-late", [], time("dismissal-date", "\"1750014401\"")),

    .wrong(
        "activity-dismissal-outside-end", [], Body.activity("update", #""dismissal-date": 1"#)),
    .wrong("activity-dismissal-outside-end", [], Body.activity("start", #""dismissal-date": 1"#)),
    .fine("activity-dismissal-outside-end", [], time("dismissal-date", "1750000001")),
    .fine("activity-dismissal-outside-end", [], aps(#""content-state": {}, "dismissal-date": 1"#)),
]

@Test(arguments: times)
func `timestamps, stale dates and dismissal dates are checked`(row: RuleCase) { row.check() }

private let locations: [RuleCase] = [
    .wrong("activity-keys-elsewhere", ["type: alert"], Body.update),
    .wrong("activity-keys-elsewhere", ["type: background"], aps(#""content-state": {}"#)),
    .wrong(
        "activity-keys-elsewhere", ["topic: a.b.push-type.widgets"], aps(#""stale-date": 1"#)),
    .fine("activity-keys-elsewhere", la, Body.update),
    .fine("activity-keys-elsewhere", [], Body.update),
    .fine("activity-keys-elsewhere", ["type: Liveactivity"], Body.update),
    .fine("activity-keys-elsewhere", ["topic: com.example.voip"], Body.update),
    .fine(
        "activity-keys-elsewhere", ["type: alert"],
        #"{"aps": {"alert": "Hello"}, "event": "update", "timestamp": 1}"#),

    .wrong("activity-attributes-outside-start", [], Body.activity("update", Body.startMembers)),
    .wrong("activity-attributes-outside-start", [], Body.activity("end", #""attributes": {}"#)),
    .fine("activity-attributes-outside-start", [], start),
    .wrong("activity-input-outside-start", [], Body.activity("end", #""input-push-token": 1"#)),
    .fine("activity-input-outside-start", [], Body.activity("start", #""input-push-token": 1"#)),
    .wrong(
        "activity-two-inputs", [],
        Body.activity("start", #""input-push-token": 1, "input-push-channel": "YWJj""#)),
    .fine(
        "activity-two-inputs", [],
        Body.activity("start", #""input-push-token": 0, "input-push-channel": "YWJj""#)),
    .fine("activity-two-inputs", [], Body.activity("start", #""input-push-token": 1"#)),
    .wrong(
        "activity-channel-on-old-system", ["type: liveactivity", "min-os: 17.6"],
        Body.activity("start", #""input-push-channel": "YWJj""#)),
    .fine(
        "activity-channel-on-old-system", la,
        Body.activity("start", #""input-push-channel": "YWJj""#)),
    .fine(
        "activity-channel-on-old-system", ["type: liveactivity", "min-os: 17.6"],
        Body.activity("start", #""input-push-token": 1"#)),

    .wrong("activity-sound-outside-alert", [], Body.activity("update", #""sound": "a.caf""#)),
    .fine(
        "activity-sound-outside-alert", [],
        Body.activity("update", #""alert": {"title": "a", "body": "b", "sound": "a.caf"}"#)),
    .fine("activity-sound-outside-alert", [], aps(#""alert": "a", "sound": "a.caf""#)),
    .wrong("activity-ignored-key", [], Body.activity("update", #""badge": 1"#)),
    .wrong("activity-ignored-key", [], Body.activity("update", #""content-available": 1"#)),
    .wrong("activity-ignored-key", [], Body.activity("update", #""category": "a""#)),
    .fine("activity-ignored-key", [], Body.activity("update", #""mutable-content": 0"#)),
    .fine("activity-ignored-key", [], Body.activity("update", #""relevance-score": 75"#)),
    .fine("activity-ignored-key", ["type: alert"], Body.activity("update", #""badge": 1"#)),

    .wrong("activity-update-urgent", ["type: liveactivity", "priority: 10"], Body.update),
    .fine("activity-update-urgent", ["type: liveactivity", "priority: 5"], Body.update),
    .fine("activity-update-urgent", la, Body.update),
    .fine("activity-update-urgent", ["type: liveactivity", "priority: 10"], end),
    .fine(
        "activity-update-urgent", ["type: liveactivity", "priority: 10"],
        Body.activity("update", #""alert": {"title": "a", "body": "b"}"#)),
]

@Test(arguments: locations)
func `keys of Live Activities must be where they have an effect`(row: RuleCase) { row.check() }

@Test func `a time in milliseconds is converted to seconds`() throws {
    let text = update("1750000000123")
    let finding = try #require(
        RuleCase.findings(in: text).first { $0.rule == "activity-time-in-milliseconds" })
    let fixed = TextFix.apply([try #require(finding.fix)], to: Array(text.utf8)).text
    #expect(String(decoding: fixed, as: UTF8.self) == update("1750000000"))
    #expect(finding.location.keyPath == "aps.timestamp")
}

@Test func `a time in microseconds has no automatic fix`() throws {
    let finding = try #require(
        RuleCase.findings(in: update("1750000000000000")).first {
            $0.rule == "activity-time-in-milliseconds"
        })
    #expect(finding.fix == nil)
}
