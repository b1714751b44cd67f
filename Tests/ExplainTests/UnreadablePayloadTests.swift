// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Diagnostics
import Explain
import Testing

/// Texts that are not payloads: APNs accepts them, but no phone can read them.
@Test(arguments: [
    #"{"aps":{"alert":"Hi"}"#, "Hello", "[1]", #"{"aps":{"alert":“Hi”}}"#, "\u{FEFF}", "\0",
])
func `ARR-2: a body that is not a JSON object is accepted, and nothing appears`(
    text: String
) throws {
    let explanation = try ExplainFixture.explain(ExplainFixture.push(text: text))
    #expect(explanation.service.status == 200)
    #expect(!explanation.isDelivered)
    #expect(explanation.decision == nil)
    #expect(explanation.rules.first == "ARR-2")
    #expect(explanation.result.hasPrefix("accepted; then nothing appears: "))
    #expect(!explanation.remedies.contains { $0.contains("apns-expiration") })
    #expect(explanation.json["delivered"] == false)
    #expect(explanation.text().contains("documented: ") || explanation.text().contains("ARR-2"))
}

@Test func `the syntax error of an unreadable payload is reported with its position`() throws {
    let explanation = try ExplainFixture.explain(
        ExplainFixture.push(text: "{\"aps\":\n  {\"alert\": nope}}"))
    #expect(explanation.faults.contains { $0.location.position?.line == 2 })
    #expect(explanation.result.contains("line 2, column 13"))
    let json = explanation.json["faults"]?.arrayValue?.first?.objectValue
    #expect(json?["line"]?.intValue == 2)
    #expect(json?["severity"]?.stringValue == "error")
}

@Test func `an empty body is rejected`() throws {
    let explanation = try ExplainFixture.explain(ExplainFixture.push(text: ""))
    #expect(explanation.service.result == .refused(.payloadEmpty))
    #expect(explanation.result.hasPrefix("APNs returns 400 PayloadEmpty: "))
}

@Test(arguments: ["{}", #"{"alert":"Hi"}"#, #"{"aps":7}"#])
func `a payload without aps is explained as the phone handles it`(text: String) throws {
    let explanation = try ExplainFixture.explain(ExplainFixture.push(text: text))
    #expect(explanation.service.isAccepted)
    #expect(!explanation.isDelivered)
    #expect(explanation.effects.isEmpty)
    #expect(explanation.result.hasPrefix("accepted; then on the phone: "))
}

@Test func `headers above the JSON are not part of the body`() throws {
    let explanation = try ExplainFixture.explain(
        ExplainFixture.push(text: "---\ntype: alert\n---\n{\"aps\":{\"alert\":\"Hi\"}}"))
    #expect(explanation.byteCount == #"{"aps":{"alert":"Hi"}}"#.utf8.count)
    #expect(explanation.isDelivered)
}
