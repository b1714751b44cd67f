// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import Foundation
import Simulation
import Testing

@testable import PushLint

/// The random seeds; `make test-long` uses many more.
private let seeds: [UInt64] = Array(
    1...(ProcessInfo.processInfo.environment["BELLHOP_LONG"] == nil ? 40 : 4000))
private let mutationCountPerSeed = 100

@Test(arguments: seeds)
func `mutated payloads never crash a reader, and fixes never change the value`(
    seed: UInt64
) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<mutationCountPerSeed {
        var bytes = JSONWriter.write(
            .random(depth: 3, using: &generator),
            style: Bool.random(using: &generator) ? .indented : .compact)
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            PayloadMutation.mutate(&bytes, using: &generator)
        }
        try check(bytes)
    }
}

@Test(arguments: seeds)
func `both readers read valid JSON alike`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<mutationCountPerSeed {
        let style: JSONWriter.Style = Bool.random(using: &generator) ? .indented : .compact
        let bytes = JSONWriter.write(.random(depth: 4, using: &generator), style: style)
        let result = TolerantReader.read(bytes, from: 0)
        #expect(result.errors == [])
        #expect(try result.root == JSONReader.read(bytes))
    }
}

@Test func `stored cases of former failures pass`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "FailCases")
    let files = try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil)
    let cases = files.filter { $0.pathExtension != "md" }
    #expect(!cases.isEmpty)
    for file in cases { try check(Array(try Data(contentsOf: file))) }
}

/// Checks properties that hold for every text.
private func check(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self).debugDescription
    let source = SourceText(name: "x", bytes: bytes)
    let document = LintDocument(reading: source, from: 0)
    let strict = try? JSONReader.read(bytes)
    let isFaulty = document.diagnostics.contains { $0.severity == .error || $0.rule == "too-deep" }
    #expect(isFaulty || strict != nil, "an error was missed in \(text)")
    if let strict {
        #expect(TolerantReader.read(bytes, from: 0).root == strict, "the readers differ: \(text)")
        #expect(document.root == (strict.members == nil ? nil : strict), "\(text)")
    }
    for diagnostic in document.diagnostics {
        let range = try #require(diagnostic.location.range, "\(diagnostic)")
        #expect(range.upperBound <= bytes.count, "\(diagnostic) of \(text)")
        #expect(!diagnostic.message.isEmpty)
    }
    checkFixes(bytes, document)
}

/// Applies all fixes until none is left; this must terminate and change no value.
private func checkFixes(_ bytes: [UInt8], _ first: LintDocument) {
    var document = first
    var bytes = bytes
    let value = first.root.map { normalized($0.value) }
    for _ in 0..<6 {
        let fixes = document.diagnostics.compactMap(\.fix)
        if fixes.isEmpty { return }
        let (text, count) = TextFix.apply(fixes, to: bytes)
        #expect(count > 0)
        let before = String(decoding: bytes, as: UTF8.self).debugDescription
        bytes = text
        document = LintDocument(reading: SourceText(name: "x", bytes: bytes), from: 0)
        #expect(document.root.map { normalized($0.value) } == value, "changed: \(before)")
    }
    #expect(
        document.diagnostics.allSatisfy { $0.fix == nil },
        "fixes do not terminate: \(String(decoding: bytes, as: UTF8.self).debugDescription)")
}

/// The value with one member for each key, as readers decode it.
private func normalized(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): return .array(elements.map(normalized))
    case .object(let object):
        var result = JSONObject()
        for member in object.members { result[member.key] = normalized(member.value) }
        return .object(result)
    default: return value
    }
}
