// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

struct PercentCodingTests {
    @Test(arguments: [
        ("alex", "alex"), ("Alex's iPhone", "Alex%27s%20iPhone"), ("a/b?c#d", "a%2Fb%3Fc%23d"),
        ("é😀", "%C3%A9%F0%9F%98%80"), ("100%", "100%25"), ("", ""),
    ])
    func `encoding and decoding a component returns it unchanged`(text: String, encoded: String) {
        #expect(PercentCoding.encode(text) == encoded)
        #expect(PercentCoding.decode(encoded) == text)
    }

    @Test(arguments: ["%", "%4", "abc%zz", "%FF", "%C3"])
    func `invalid percent-encoding is rejected`(text: String) {
        #expect(PercentCoding.decode(text) == nil)
    }
}
