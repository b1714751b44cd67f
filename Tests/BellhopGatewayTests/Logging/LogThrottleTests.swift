// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import BellhopGateway

@Test func `one line a minute is logged, with the number of lines suppressed before it`() {
    var throttle = LogThrottle()
    #expect(throttle.count(at: .seconds(5)) == 0)
    for second in 6...64 { #expect(throttle.count(at: .seconds(second)) == nil) }
    #expect(throttle.count(at: .seconds(65)) == 59)
    #expect(throttle.count(at: .seconds(200)) == 0)
}
