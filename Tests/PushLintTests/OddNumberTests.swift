// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import PushLint
import Simulation
import Testing

/// Keys of `aps` that hold numbers.
private let numberKeys = [
    "badge", "content-available", "mutable-content", "relevance-score", "timestamp", "stale-date",
    "dismissal-date",
]

@Test(arguments: ["update", "end", "start"])
func `any number in any location can be linted`(event: String) {
    for text in OddNumbers.edges + OddNumbers.random(seed: 11, count: 60) {
        for key in numberKeys {
            let time = key == "timestamp" ? "" : #""timestamp":1750000000,"#
            let aps =
                #"{\#(time)"\#(key)":\#(text),"event":"\#(event)","content-state":{"n":\#(text)}}"#
            let findings = PayloadFindings(
                #"{"aps":\#(aps),"card":\#(text)}"#, "type: liveactivity", "expiration: 1750003600")
            #expect(!findings.rules.contains("internal-error"))
        }
        _ = PayloadFindings(
            #"{"aps":{"alert":"Hi","sound":{"critical":\#(text),"volume":\#(text)}}}"#,
            "expiration: \(text)", "priority: \(text)")
        _ = PayloadFindings(
            #"{"aps":{"timestamp":\#(text),"event":"update","content-state":{}}}"#,
            "type: liveactivity", "expiration: \(text)")
    }
}
