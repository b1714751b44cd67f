// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import PushLint
import Testing

private let cases: [RuleCase] = [
    .wrong("header-in-payload", [], #"{"aps": {"alert": "a"}, "apns-priority": "5"}"#),
    .wrong("header-in-payload", [], #"{"aps": {"alert": "a"}, "apns_collapse_id": "x"}"#),
    .wrong("header-in-payload", [], #"{"aps": {"alert": "a"}, "apnsPushType": "alert"}"#),
    .wrong(
        "header-in-payload", [], #"{"aps": {"alert": "a"}, "headers": {"apns-topic": "a.b"}}"#),
    .fine("header-in-payload", [], #"{"aps": {"alert": "a"}, "priority": 5, "topic": "news"}"#),
    .fine("header-in-payload", [], #"{"aps": {"alert": "a"}, "headers": {"accept": "x"}}"#),
    .fine("header-in-payload", ["apns-priority: 5"], Body.alert),
    .wrong("misspelled-header", ["apns-prority: 5"], Body.alert),
    .wrong("misspelled-header", ["apns_priority: 5"], Body.alert),
    .wrong("misspelled-header", ["apnspriority: 5"], Body.alert),
    .wrong("misspelled-header", ["priorty: 5"], Body.alert),
    .wrong("misspelled-header", ["apns-pushtype: alert"], Body.alert),
    .wrong("misspelled-header", ["apns-collapse_id: a"], Body.alert),
    .wrong("misspelled-header", ["collapse_key: a"], Body.alert),
    .wrong("misspelled-header", ["apns-expiry: 0"], Body.alert),
    .wrong("misspelled-header", ["ttl: 0"], Body.alert),
    .fine("misspelled-header", ["APNS-Priority: 5"], Body.alert),
    .fine("misspelled-header", ["type: alert", "id: \(uuid)"], Body.alert),
    .fine("misspelled-header", ["min-os: 17"], Body.alert),
    .fine("misspelled-header", ["title: A parcel", "name: x", "date: today"], Body.alert),
    .fine("misspelled-header", ["content-type: application/json"], Body.alert),
    .fine("misspelled-header", ["apns-thread-id: a"], Body.alert),
    .wrong("unknown-header", ["apns-thread-id: a"], Body.alert),
    .wrong("unknown-header", ["apns-unique-id: \(uuid)"], Body.alert),
    .fine("unknown-header", ["apns-prority: 5"], Body.alert),
    .fine("unknown-header", ["content-type: application/json", "host: a"], Body.alert),
    .fine("unknown-header", ["apns-request-id: \(uuid)"], Body.alert),
    .fine("unknown-header", ["note: for the tests"], Body.alert),
    .wrong("repeated-header", ["priority: 5", "apns-priority: 5"], Body.alert),
    .wrong("repeated-header", ["topic: a.b", "type: alert", "topic: a.b"], Body.alert),
    .fine("repeated-header", ["priority: 5", "type: alert"], Body.alert),
    .fine("repeated-header", ["note: a", "note: b"], Body.alert),
    .wrong("unreadable-header-line", ["priority 5"], Body.alert),
    .wrong("unreadable-header-line", [": 5"], Body.alert),
    .fine("unreadable-header-line", ["# priority 5", "", "priority: 5"], Body.alert),
    .wrong("header-without-value", ["apns-priority:"], Body.alert),
    .wrong("header-without-value", ["collapse-id: "], Body.alert),
    .fine("header-without-value", ["note:"], Body.alert),
    .wrong("compressed-body", ["content-encoding: gzip"], Body.alert),
    .fine("compressed-body", ["content-encoding: identity"], Body.alert),
    .wrong("authorization-in-file", ["authorization: bearer abc"], Body.alert),
    .fine("authorization-in-file", ["type: alert"], Body.alert),
    .wrong("token-not-for-type", ["type: mdm", "authorization: bearer a"], #"{"mdm": "a"}"#),
    .fine("token-not-for-type", ["type: alert", "authorization: bearer a"], Body.alert),
]

private let uuid = "1f0c2b6e-5d1a-4c3e-9b7a-0a8f3f9d2c11"

@Test(arguments: cases)
func `header names are checked`(row: RuleCase) { row.check() }

@Test func `a misspelled header has a suggestion and a fix`() throws {
    let text = RuleCase.push(["apns-prority: 5"], Body.alert)
    let finding = try #require(RuleCase.findings(in: text).first { $0.rule == "misspelled-header" })
    #expect(finding.remedy == "did you mean apns-priority?")
    #expect(finding.location.position == SourcePosition(line: 2, column: 15))
    let fixed = TextFix.apply([try #require(finding.fix)], to: Array(text.utf8)).text
    #expect(String(decoding: fixed, as: UTF8.self).hasPrefix("---\napns-priority: 5\n"))
}

@Test func `a misspelled header has no fix if the correct one is present`() throws {
    let text = RuleCase.push(["apns-prority: 5", "apns-priority: 10"], Body.alert)
    let finding = try #require(RuleCase.findings(in: text).first { $0.rule == "misspelled-header" })
    #expect(finding.fix == nil)
}

@Test func `a header of the command line takes precedence and has no position in the file`() throws
{
    var context = LintContext()
    context.give(APNSHeader.priority, "7")
    let text = RuleCase.push(["priority: 5"], Body.alert)
    let findings = RuleCase.findings(in: text, context: context)
    let finding = try #require(findings.first { $0.rule == "bad-priority" })
    #expect(finding.location.file == "command line")
    #expect(finding.location.range == nil)
    #expect(!findings.contains { $0.rule == "repeated-header" })
}

@Test func `findings never repeat a provider token`() {
    let text = RuleCase.push(["authorization: bearer s3cr3t-value"], Body.alert)
    for finding in RuleCase.findings(in: text) {
        #expect(!finding.description.contains("s3cr3t"))
    }
}
