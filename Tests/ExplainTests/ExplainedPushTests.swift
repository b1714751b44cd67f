// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Explain
import Testing

@Test func `a push without headers has none of its own`() throws {
    let push = ExplainedPush(try APNSFile(reading: Array(#"{"aps":{}}"#.utf8)))
    #expect(push.topic == nil && push.pushType == nil && push.priority == nil)
}
