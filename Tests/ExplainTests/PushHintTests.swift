// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import Explain
import Testing

private func push(_ aps: String, type: PushType? = nil) -> ExplainedPush {
    var push = ExplainFixture.push(aps: aps)
    push.pushType = type
    return push
}

@Test(arguments: [
    (#"{"alert":"Hi"}"#, PushType.background),
    (#"{"content-available":1}"#, .alert),
    (#"{"alert":"Hi","badge":"3"}"#, .alert),
    (#"{"event":"update","content-state":{},"timestamp":1768377600000}"#, .liveactivity),
    (#"{"event":"update","content-state":{}}"#, .liveactivity),
    (#"{"content-available":1,"mutable-content":1}"#, .background),
])
func `SIL-1, LA-4: a mistake in the payload or the headers gets a hint with a remedy`(
    aps: String, type: PushType
) throws {
    let hints = PushHint.hints(for: push(aps, type: type))
    #expect(!hints.isEmpty)
    for hint in hints {
        #expect(!hint.remedy.isEmpty && hint.summary.hasSuffix("; \(hint.remedy)"))
        #expect(hint.summary.contains("[\(try #require(hint.rule))]"))
    }
    // The explanation contains the same findings and hints.
    let explanation = try ExplainFixture.explain(push(aps, type: type))
    #expect(explanation.faults == push(aps, type: type).faults)
    let text = explanation.text()
    for hint in hints { #expect(text.contains(hint.text)) }
}

@Test(arguments: [
    #"{"alert":"Hi"}"#, #"{"alert":"Hi","content-available":1}"#, #"{"badge":1}"#,
    #"{"content-available":1}"#,
])
func `a valid payload gets no hint`(aps: String) {
    #expect(PushHint.hints(for: push(aps)).isEmpty)
    #expect(push(aps).faults.isEmpty)
}

@Test func `SIL-3: a silent payload gets a note about the budget of silent pushes`() throws {
    let explanation = try ExplainFixture.explain(aps: #"{"content-available":1}"#)
    #expect(explanation.notes.contains { $0.rule?.contains("budget") == true })
    #expect(explanation.isDelivered)
}

@Test func `headers that the sender specifies are checked, too`() throws {
    var push = push(#"{"content-available":1}"#)
    push.priority = .immediate
    let problem = try #require(push.faults.first)
    #expect(problem.location.file == "command line")
}

@Test func `values that the push command adds or removes cause no finding`() throws {
    let file = SourceText(
        name: "a.apns", text: #"{"Simulator Target Bundle":"a.b","aps":{"content-available":1}}"#)
    var push = ExplainedPush(reading: file)
    push.expiration = .oneAttempt
    #expect(push.findings.map(\.rule) == ["silent-push-budget"])
}

@Test func `a broadcast of an alert gets hints about what a channel accepts`() {
    var alert = push(#"{"alert":"Goal"}"#)
    alert.channelID = "dHN0LXNyY2gtY2hubA=="
    let rules = Set(PushHint.hints(for: alert).compactMap(\.rule))
    #expect(rules.isSuperset(of: ["activity-event-missing", "activity-timestamp-missing"]))
    // Headers that the push command adds are not reported.
    #expect(!rules.contains("broadcast-push-type") && !rules.contains("broadcast-header-missing"))
    var update = push(#"{"event":"update","content-state":{},"timestamp":1768392000}"#)
    update.channelID = "dHN0LXNyY2gtY2hubA=="
    #expect(PushHint.hints(for: update).isEmpty)
}

@Test func `the number of hints about many errors is limited`() {
    let keys = (0..<9).map { "\"content_available\($0 == 0 ? "" : " ")\":\($0)" }
    let hints = PushHint.hints(for: push("{\"alert\":7,\(keys.joined(separator: ","))}"))
    // The last one states the number of the others.
    #expect(hints.count == PushHint.countMax + 1)
}
