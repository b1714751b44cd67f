// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Explain
import Testing

/// Numbers at the edges of integers, doubles and calendars.
private let oddNumbers = [
    "0", "-1", "0.5", "1e300", "-1e300", "1e400", "9223372036854775807", "-9223372036854775808",
    "9223372036854775808", "18446744073709551616", "253402300800", "-62135596801",
]

@Test(arguments: oddNumbers)
func `a push with any number as a time is explained or refused`(number: String) throws {
    for event in ["start", "update", "end"] {
        for key in ["timestamp", "stale-date", "dismissal-date"] {
            let time = key == "timestamp" ? "" : #""timestamp":1768392000,"#
            let state = #""content-state":{"a":\#(number)}"#
            let aps =
                #"{\#(time)"\#(key)":\#(number),"event":"\#(event)",\#(state),"#
                + #""attributes-type":"A","attributes":{},"alert":{"title":"T","body":"B"}}"#
            for headers in ["", "expiration: \(number)\n"] {
                let text = "---\ntype: liveactivity\n\(headers)---\n{\"aps\":\(aps)}"
                // Whether the push is explained or refused does not matter here: neither may trap.
                _ = try? ExplainFixture.explain(ExplainFixture.push(text: text))
            }
        }
    }
    _ = try? ExplainFixture.explain(
        aps: #"{"alert":"Hi","badge":\#(number),"relevance-score":\#(number)}"#)
}
