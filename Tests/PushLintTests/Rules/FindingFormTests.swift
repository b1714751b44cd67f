// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import Foundation
import PushLint
import Testing

/// Sets of headers for the payloads of the corpus: a valid and an unusual set for each push type.
private let headerSets: [[String]] =
    PushType.allCases.map { ["type: \($0.rawValue)", "min-os: 15"] }
    + PushType.allCases.map {
        [
            "topic: com.example.app\($0.traits.topicSuffix)", "priority: 1", "id: \u{7}x",
            "expiration: 9223372036854775807", "channel: ", "authorization: bearer s3cr3t",
        ]
    } + [
        ["channel: YWJj", "type: LiveActivity", "expiration: 1750000000", "min-os: 1"],
        ["apns-collapse-id: \(String(repeating: "ä", count: 500))", "apns-\u{1}: 1"],
    ]

@Test(arguments: headerSets.indices)
func `findings are phrases on one line for any headers and payload`(index: Int) throws {
    let headers = headerSets[index]
    // A quarter of the corpus for each set; four consecutive sets cover all of it.
    for payload in CorpusPayload.all.dropFirst(index % 4).enumerated()
        .filter({ $0.offset % 4 == 0 }).map(\.element)
    {
        let file = CorpusPayload.folder.appending(path: "payloads/\(payload.name).apns")
        let bytes = try Array(Data(contentsOf: file))
        let body = String(decoding: bytes[FrontMatter(reading: bytes).bodyOffset...], as: UTF8.self)
        for finding in RuleCase.findings(in: RuleCase.push(headers, body)) {
            for phrase in [finding.message, finding.remedy] {
                let isOneLine = phrase.allSatisfy { !$0.isNewline }
                #expect(isOneLine, "\(finding)")
                #expect(!phrase.contains("s3cr3t"), "\(finding)")
                #expect(phrase.last != ".", "\(finding)")
                #expect(phrase.count < 400, "\(finding)")
            }
            #expect(!finding.message.isEmpty)
        }
    }
}

@Test(arguments: LintRule.rows)
func `all rules are written in the same form`(row: DiagnosticRule) {
    let isPlainID = row.id.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }
    #expect(isPlainID)
    #expect(row.title.last != "." && row.remedy.last != ".")
    #expect(row.why.last == ".")
    #expect(row.title.first?.isUppercase == false || row.title.hasPrefix("APNs"))
}
