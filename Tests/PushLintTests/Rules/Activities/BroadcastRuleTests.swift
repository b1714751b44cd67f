// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import PushLint
import Testing

private let channel = "channel: dHN0LXNyY2gtY2hubA=="
private let full = [channel, "type: liveactivity", "priority: 5", "expiration: 0"]

private func without(_ name: String) -> [String] { full.filter { !$0.hasPrefix(name) } }

private let cases: [RuleCase] = [
    .wrong("broadcast-push-type", without("type"), Body.update),
    .wrong("broadcast-push-type", without("type") + ["type: background"], Body.update),
    .fine("broadcast-push-type", full, Body.update),
    .fine("broadcast-push-type", without("type") + ["type: Liveactivity"], Body.update),
    .fine("broadcast-push-type", ["type: alert"], Body.alert),
    .wrong("broadcast-header-missing", without("priority"), Body.update),
    .wrong("broadcast-header-missing", without("expiration"), Body.update),
    .fine("broadcast-header-missing", full, Body.update),
    .fine("broadcast-header-missing", ["type: liveactivity"], Body.update),
    .wrong("broadcast-topic", full + ["topic: com.example.app"], Body.update),
    .fine("broadcast-topic", full, Body.update),
    .fine("broadcast-topic", ["topic: com.example.app"], Body.alert),
    .wrong("broadcast-start", full, Body.activity("start", Body.startMembers)),
    .fine("broadcast-start", full, Body.activity("end")),
    .fine("broadcast-start", ["type: liveactivity"], Body.activity("start", Body.startMembers)),
    .wrong("bad-channel-id", ["channel: match 7"], Body.update),
    .wrong("bad-channel-id", ["channel: a-b_"], Body.update),
    .wrong("bad-channel-id", ["channel: ===="], Body.update),
    .wrong("bad-channel-id", ["channel: YWJjZ"], Body.update),
    .wrong("bad-channel-id", [], Body.activity("start", #""input-push-channel": "match-7""#)),
    .fine("bad-channel-id", ["channel: YWJj"], Body.update),
    .fine("bad-channel-id", ["channel: YWI="], Body.update),
    .fine("bad-channel-id", ["channel: YWI"], Body.update),
    .fine("bad-channel-id", [], Body.activity("start", #""input-push-channel": "YW+/""#)),
    .fine("bad-channel-id", [], #"{"aps": {"alert": "a", "input-push-channel": "-"}}"#),
    .wrong("activity-data-too-large", full, state(4090)),
    .fine("activity-data-too-large", full, state(4088)),
    .fine("activity-data-too-large", ["type: liveactivity"], state(4200)),
]

/// An update whose content state is eight bytes longer than `byteCount`.
private func state(_ byteCount: Int) -> String {
    #"{"aps":{"timestamp":1750000000,"event":"update","content-state":{"m":"\#(x(byteCount))"}}}"#
}

private func x(_ count: Int) -> String { String(repeating: "x", count: count) }

@Test(arguments: cases)
func `headers and events of broadcasts are checked`(row: RuleCase) { row.check() }

@Test func `a correct broadcast has no findings`() {
    #expect(RuleCase.findings(in: RuleCase.push(full, Body.update)) == [])
}
