// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI
import Testing

struct NearestWordTests {
    @Test(
        arguments: [
            ("titel", "title"), ("Title", "title"), ("thread-id", "thread_id"),
            ("threadID", "thread_id"),
            ("colapse_id", "collapse_id"), ("bagde", "badge"), ("zzzzzz", nil), ("", nil),
            (String(repeating: "x", count: 100_000), nil),
        ] as [(String, String?)])
    func `the intended word is found only if it is similar enough`(
        _ word: String, _ wanted: String?
    ) {
        #expect(NearestWord.of(word, among: MessageForm.keys) == wanted)
    }
}
