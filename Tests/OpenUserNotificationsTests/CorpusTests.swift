// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The files that `scripts/promise.sh` compiles.
private func corpus() throws -> [(name: String, lines: [String])] {
    let folder = APIFacts.folder.appending(path: "Corpus")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
        let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        return (name, text.components(separatedBy: "\n"))
    }
}

@Test func `the corpus has at least 120 files`() throws {
    #expect(try corpus().count >= 120)
}

@Test func `a file of the corpus imports UserNotifications or else OpenUserNotifications`() throws {
    for (name, lines) in try corpus() {
        let body = lines.drop { $0.hasPrefix("// ") }
        #expect(body.first == "#if canImport(UserNotifications)", "\(name)")
        #expect(lines.filter { $0.hasPrefix("#else") }.count == 1, "\(name)")
        #expect(lines.filter { $0 == "import OpenUserNotifications" }.count == 1, "\(name)")
    }
}

/// The minimum number of files of each kind, in the proportions of the real apps that were tried
/// (docs/promise.md).
private let minimumCounts = [
    "app delegate": 20, "SwiftUI app": 11, "scene delegate": 7, "center delegate": 6,
    "scheduler": 22, "permission and settings": 24, "service extension": 7,
    "content extension": 2, "PushKit and CallKit": 5, "Live Activity": 4, "background task": 3,
]

@Test func `each file states its kind, and each kind has its minimum number of files`() throws {
    var counts: [String: Int] = [:]
    for (name, lines) in try corpus() {
        let kind = try #require(lines.first { $0.hasPrefix("// kind: ") }, "\(name)").dropFirst(9)
        #expect(minimumCounts[String(kind)] != nil, "\(name): \(kind)")
        counts[String(kind), default: 0] += 1
    }
    for (kind, least) in minimumCounts { #expect((counts[kind] ?? 0) >= least, "\(kind)") }
}

@Test func `lines that expect a failure state the mode and the reason in a fixed form`() throws {
    let form = /\/\/ (expect|apple): fails in (swift5|swift6|mainactor) \(.{10,}\)/
    for (name, lines) in try corpus() {
        for line in lines where line.hasPrefix("// expect") || line.hasPrefix("// apple") {
            #expect(line.wholeMatch(of: form) != nil, "\(name): \(line)")
        }
    }
}
