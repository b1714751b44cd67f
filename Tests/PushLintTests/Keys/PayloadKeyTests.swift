// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

@testable import PushLint

@Test func `every key of aps has one row in the table of keys`() {
    let names = PayloadKey.rows(of: .aps).map(\.name)
    #expect(names.sorted() == APSKey.allCases.map(\.rawValue).sorted())
}

@Test(arguments: PayloadKey.Place.allCases)
func `no two keys of a location have names that differ only in spelling`(
    place: PayloadKey.Place
) {
    let rows = PayloadKey.rows(of: place)
    #expect(Set(rows.map(\.plainName)).count == rows.count)
    for row in rows { #expect(PayloadKey.named(row.name, in: place) == row) }
}

@Test(arguments: [
    ("content_available", "content-available", true),
    ("contentAvailable", "content-available", true),
    ("Thread ID", "thread-id", true), ("titel", "title", true), ("tilte", "title", true),
    ("relevence-score", "relevance-score", true), ("bagde", "badge", true),
    ("interuption-levl", "interruption-level", true), ("ablert", "alert", true),
    ("round", "sound", false), ("found", "sound", false), ("team", "title", false),
    ("url", "title", false), ("bold", "body", false), ("bond", "body", false),
    ("message", "badge", false), ("order", "alert", false), ("", "alert", false),
])
func `a typing error is distinguished from another word`(
    word: String, key: String, isMeant: Bool
) {
    #expect((KeySpelling.nearest(to: word, among: [key]) == key) == isMeant)
}
