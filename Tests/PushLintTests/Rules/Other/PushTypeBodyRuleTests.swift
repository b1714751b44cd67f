// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import PushLint
import Testing

private let target = "Simulator Target Bundle"

private let magic = "F0E1D2C3-0000-4000-8000-000000000000"

private let cases: [RuleCase] = [
    .wrong("background-with-alert", ["type: background"], Body.alert),
    .wrong("background-with-alert", ["type: background"], #"{"aps": {"badge": 0}}"#),
    .wrong(
        "background-with-alert", ["type: background"],
        #"{"aps": {"content-available": 1, "sound": ""}}"#),
    .fine("background-with-alert", ["type: background"], Body.silent),
    .fine(
        "background-with-alert", ["type: background"],
        #"{"aps": {"content-available": 1, "alert": null}}"#),
    .fine(
        "background-with-alert", ["type: background"],
        #"{"aps": {"content-available": 1}, "alert": "x", "badge": 1}"#),
    .fine("background-with-alert", [], #"{"aps": {"content-available": 1, "alert": "x"}}"#),

    .wrong("background-without-content-available", ["type: background"], #"{"aps": {}}"#),
    .wrong(
        "background-without-content-available", ["type: background"],
        #"{"aps": {"content-available": 0}}"#),
    .fine("background-without-content-available", ["type: background"], Body.silent),
    .fine(
        "background-without-content-available", ["type: background"],
        #"{"aps": {"content_available": 1}}"#),
    .fine(
        "background-without-content-available", ["type: background"],
        #"{"aps": {"content-available": true}}"#),
    .fine(
        "background-without-content-available", ["type: background"],
        #"{"aps": {}, "content-available": 1}"#),
    .fine("background-without-content-available", ["type: alert"], #"{"aps": {}}"#),

    .wrong("silent-push-budget", [], Body.silent),
    .wrong("silent-push-budget", ["type: background"], Body.silent),
    .fine("silent-push-budget", [], #"{"aps": {"content-available": 1, "alert": "x"}}"#),
    .fine("silent-push-budget", ["type: voip"], Body.silent),

    .wrong("unshown-alert", ["type: voip"], Body.alert),
    .wrong("unshown-alert", ["topic: a.b.location-query"], #"{"aps": {"sound": "default"}}"#),
    .fine("unshown-alert", ["type: voip"], Body.call),
    .fine("unshown-alert", ["type: alert"], Body.alert),
    .fine("unshown-alert", ["topic: com.example.voip"], Body.alert),

    .wrong("content-changed-missing", ["type: controls"], #"{"aps": {}}"#),
    .fine("content-changed-missing", ["type: widgets"], #"{"aps": {"content-changed": true}}"#),
    .fine("content-changed-missing", ["type: widgets"], #"{"aps": {"content_changed": true}}"#),
    .fine("content-changed-missing", ["type: alert"], #"{"aps": {}}"#),
    .wrong(
        "content-changed-elsewhere", ["type: background"],
        #"{"aps": {"content-available": 1, "content-changed": true}}"#),
    .fine("content-changed-elsewhere", [], #"{"aps": {"content-changed": true}}"#),
    .fine("content-changed-elsewhere", ["type: controls"], #"{"aps": {"content-changed": true}}"#),
    .fine(
        "content-changed-elsewhere", ["type: alert"],
        #"{"aps": {"alert": "x"}, "content-changed": true}"#),
    .wrong("apn-for-aps", [], #"{"apn": {"alert": "x"}}"#),
    .fine("apn-for-aps", [], #"{"aps": {"alert": "x"}, "apn": {"alert": "x"}}"#),
    .fine("apn-for-aps", ["type: voip"], #"{"apn": {"caller": "x"}}"#),
    .fine("apn-for-aps", ["type: voip"], #"{"apn": "x"}"#),

    .wrong("mdm-body", ["type: mdm"], "{}"),
    .wrong("mdm-body", ["type: mdm"], #"{"mdm": 7}"#),
    .fine("mdm-body", ["type: mdm"], #"{"mdm": "7"}"#),
    .fine("mdm-body", [], #"{"mdm": 7}"#),
    .wrong("mdm-with-aps", ["type: mdm"], #"{"mdm": "7", "aps": {}}"#),
    .wrong("mdm-with-aps", ["type: mdm"], #"{"aps": {"mdm": "7"}}"#),
    .wrong("mdm-with-aps", [], #"{"aps": {}, "mdm": "\#(magic)"}"#),
    .wrong("mdm-with-aps", [], #"{"aps": {"mdm": "\#(magic)"}}"#),
    .fine("mdm-with-aps", ["type: mdm"], #"{"mdm": "7"}"#),
    .fine("mdm-with-aps", [], #"{"aps": {"alert": "x"}, "mdm": "\#(magic)"}"#),
    .fine("mdm-with-aps", [], #"{"aps": {"content-available": 1}, "mdm": "yes"}"#),
    .fine("mdm-with-aps", ["type: background"], #"{"aps": {}, "mdm": "\#(magic)"}"#),
    .fine("unknown-aps-key", [], #"{"aps": {"mdm": "\#(magic)"}}"#),
    .fine("nothing-to-show", [], #"{"aps": {"mdm": "\#(magic)"}}"#),
    .wrong("fileprovider-body", ["type: fileprovider"], #"{"aps": {}}"#),
    .fine("fileprovider-body", ["type: fileprovider"], #"{"container-identifier": "a"}"#),
    .fine("fileprovider-body", [], #"{"aps": {}}"#),

    .wrong("simulator-target-bundle", ["type: alert"], #"{"aps": {}, "\#(target)": "a.b"}"#),
    // In a file for the Simulator, the key is expected.
    .fine("simulator-target-bundle", [], #"{"aps": {}, "\#(target)": "a.b"}"#),
    .fine("simulator-target-bundle", ["type: alert"], Body.alert),
    .wrong("bad-simulator-target-bundle", [], #"{"aps": {}, "\#(target)": 7}"#),
    .wrong("bad-simulator-target-bundle", [], #"{"aps": {}, "\#(target)": "my app"}"#),
    .wrong("bad-simulator-target-bundle", [], #"{"aps": {"\#(target)": "a.b"}}"#),
    .wrong("bad-simulator-target-bundle", [], #"{"aps": {}, "Simulator target bundle": "a.b"}"#),
    .fine("bad-simulator-target-bundle", [], #"{"aps": {}, "\#(target)": "a.b"}"#),
    .fine("bad-simulator-target-bundle", [], #"{"aps": {}, "target": "a.b"}"#),
    .wrong("bad-simulator-target-bundle", [], #"{"aps": {}, "Simulate Target Bundle": "a.b"}"#),
    .wrong("bad-simulator-target-bundle", [], #"{"aps": {}, "Simulation Target Bundle": "a.b"}"#),
    .wrong("bad-simulator-target-bundle", [], #"{"aps": {}, "Simulator Bundle": "a.b"}"#),
    .wrong("bad-simulator-target-bundle", [], #"{"aps": {}, "\#(target)": "a.b_c"}"#),
    .fine("bad-simulator-target-bundle", [], #"{"aps": {}, "target_bundle": "summer"}"#),
    .fine("bad-simulator-target-bundle", [], #"{"aps": {}, "\#(target)": "a.b-c"}"#),
]

@Test(arguments: cases)
func `the body must match the push type`(row: RuleCase) { row.check() }

@Test(arguments: [
    #"{"apn": {"content-changed": true}}"#, #"{"SimulatorTargetBundle": "a.b", "aps": {}}"#,
    #"{"Simulate Target Bundle": "a.b", "aps": {}}"#,
])
func `a misspelled key is replaced by the correct one`(text: String) throws {
    let rules = ["apn-for-aps", "bad-simulator-target-bundle"]
    let finding = try #require(RuleCase.findings(in: text).first { rules.contains($0.rule) })
    let fixed = TextFix.apply([try #require(finding.fix)], to: Array(text.utf8)).text
    let after = RuleCase.findings(in: String(decoding: fixed, as: UTF8.self))
    #expect(!after.contains { rules.contains($0.rule) })
    #expect(try Payload(reading: fixed).aps != nil)
}
