// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import PushLint
import Testing

/// Rules that examine many payloads together.
struct FolderLinterTests {
    private func rules(_ payloads: [String]) -> [String] {
        var folder = FolderLinter()
        for text in payloads {
            let traits = PayloadLinter().examine(SourceText(name: "a", text: text)).traits
            if let traits { folder.add(traits) }
        }
        let all = folder.findings(in: "payloads")
        #expect(all.allSatisfy { $0.location.file == "payloads" && $0.location.range == nil })
        return all.map(\.rule)
    }

    private let urgent = #"""
        {"aps": {"alert": "a", "interruption-level": "time-sensitive", "thread-id": "t",
        "category": "c"}}
        """#
    private let calm = #"{"aps": {"alert": "a", "thread-id": "t", "category": "c"}}"#
    private let silent = #"{"aps": {"content-available": 1}}"#

    private func times(_ count: Int, _ text: String) -> [String] {
        Array(repeating: text, count: count)
    }

    @Test(arguments: [(7, 0, false), (8, 0, true), (8, 2, true), (8, 3, false), (6, 2, true)])
    func `time-sensitive is found if it is in three quarters of at least eight alerts`(
        urgentCount: Int, calmCount: Int, isFound: Bool
    ) {
        let found = rules(times(urgentCount, urgent) + times(calmCount, calm))
        #expect(found == (isFound ? ["mostly-time-sensitive"] : []))
    }

    @Test func `silent pushes and invalid files do not count`() {
        #expect(rules(times(7, urgent) + times(20, silent) + times(5, "{")) == [])
        #expect(rules(times(50, silent)) == [])
        #expect(rules([]) == [])
    }

    @Test func `priority 10 is found only if every payload has it`() {
        let ten = "---\npriority: 10\n---\n" + calm
        #expect(rules(times(8, ten)) == ["all-priority-10"])
        #expect(rules(times(8, ten) + [calm]) == [])
        #expect(rules(times(8, ten) + ["---\npriority: 5\n---\n" + calm]) == [])
    }

    @Test func `a collapse identifier is found only if all payloads share it`() {
        let one = "---\ncollapse-id: a\n---\n" + calm
        #expect(rules(times(8, one)) == ["one-collapse-id"])
        #expect(rules(times(8, one) + [calm]) == [])
        #expect(rules(times(7, one) + ["---\ncollapse-id: b\n---\n" + calm]) == [])
    }

    @Test func `notes are given if no payload has a thread or a category`() {
        let plain = #"{"aps": {"alert": "a"}}"#
        #expect(rules(times(8, plain)) == ["no-thread-ids", "no-categories"])
        #expect(rules(times(8, plain) + [calm]) == [])
    }
}
