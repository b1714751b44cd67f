// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayModel
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct AudienceFilterTests {
    private static let alex = InstallationFacts(
        bundleID: "com.example.app", installation: "i1", user: "alex", tags: ["news", "beta"],
        attributes: ["age": .number(30), "city": .text("Köln"), "paid": .flag(true)])

    private static func read(_ text: String) throws -> AudienceFilter {
        try JSONDecoder().decode(AudienceFilter.self, from: Data(text.utf8))
    }

    @Test(arguments: [
        (#"{"all": true}"#, true), (#"{"app": "com.example.app"}"#, true),
        (#"{"app": "com.example.other"}"#, false), (#"{"users": ["sam", "alex"]}"#, true),
        (#"{"installations": ["i2"]}"#, false), (#"{"tags": ["vip", "beta"]}"#, true),
        (#"{"attribute": {"name": "age", "is": ">=", "value": 30}}"#, true),
        (#"{"attribute": {"name": "age", "is": "<", "value": 30}}"#, false),
        (#"{"attribute": {"name": "age", "is": "!=", "value": "30"}}"#, false),
        (#"{"attribute": {"name": "city", "value": "Köln"}}"#, true),
        (#"{"attribute": {"name": "paid", "value": true}}"#, true),
        (#"{"attribute": {"name": "none", "is": "!=", "value": 1}}"#, false),
        (#"{"not": {"tags": ["vip"]}}"#, true),
        (#"{"and": [{"tags": ["news"]}, {"not": {"users": ["alex"]}}]}"#, false),
        (#"{"or": [{"tags": ["vip"]}, {"users": ["alex"]}]}"#, true),
    ])
    func `a filter is read and applied, and is unchanged after encoding and decoding`(
        text: String, isIn: Bool
    ) throws {
        let filter = try Self.read(text)
        try filter.validate()
        #expect(filter.contains(Self.alex) == isIn)
        let again = try JSONDecoder().decode(
            AudienceFilter.self, from: JSONEncoder().encode(filter))
        #expect(again == filter)
    }

    @Test(arguments: [
        #"{}"#, #"{"all": true, "app": "x"}"#, #"{"everyone": true}"#, #"{"users": "alex"}"#,
        #"{"attribute": {"name": "age", "is": "~", "value": 1}}"#, #"{"not": [1]}"#, "[]",
    ])
    func `JSON that is not a filter is refused`(text: String) {
        #expect(throws: (any Error).self) { try Self.read(text) }
    }

    @Test(arguments: [
        AudienceFilter.and([]), .users([]), .tags([""]),
        .app(String(repeating: "x", count: 257)),
        .or(Array(repeating: .all, count: 100)),
        (0..<8).reduce(AudienceFilter.all) { filter, _ in .not(filter) },
        .users(Array(repeating: "x", count: 10_001)), .attribute("a", .less, .number(.nan)),
    ])
    func `a filter that is empty or beyond the limits is refused`(filter: AudienceFilter) {
        #expect(throws: AudienceFilterError.self) { try filter.validate() }
    }

    @Test func `very deeply nested JSON is refused as too deep`() {
        let depth = 400
        let text =
            String(repeating: #"{"not":"#, count: depth) + #"{"all":true}"#
            + String(repeating: "}", count: depth)
        #expect(throws: AudienceFilterError.tooDeep) { try Self.read(text) }
    }
}
