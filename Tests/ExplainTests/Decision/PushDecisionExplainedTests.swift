// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Diagnostics
import Explain
import Foundation
import PushLint
import Testing

/// Answers that lead to a push of each kind and urgency, without and with optional parts.
private let walks: [[(PushQuestion.ID, String)]] = PushDecision.question(.kind).choices.flatMap {
    kind -> [[(PushQuestion.ID, String)]] in
    let head = (PushQuestion.ID.kind, kind.word)
    switch kind.word {
    case "alert":
        return PushDecision.question(.urgency).choices.flatMap { urgency in
            ["no", "yes"].map { extra in
                [
                    head, (.urgency, urgency.word), (.buttons, extra), (.badge, extra),
                    (.wake, extra),
                ]
            }
        }
    case "live-activity":
        return PushDecision.question(.event).choices.map { [head, (.event, $0.word)] }
    default: return [[head]]
    }
}

@Test(arguments: walks.indices)
func `a payload from the command bellhop new is delivered`(index: Int) throws {
    var decision = PushDecision()
    for (id, word) in walks[index] { try decision.answer(id, word) }
    try decision.useDefaultAnswers()
    var contents = PushDraft.Contents(epochSeconds: ExplainFixture.now.wholeEpochSeconds)
    contents[.title] = "Gate change"
    contents[.body] = "B22"
    contents[.category] = "gate"
    contents[.badgeCount] = "3"
    contents[.attributesType] = "Flight"
    contents[.attributes] = #"{"flight": "LH123"}"#
    contents[.contentState] = #"{"gate": "B22"}"#
    let draft = try decision.draft(contents)
    let file = try APNSFile(reading: Array(draft.file.utf8))
    let push = ExplainedPush(
        reading: SourceText(name: "new.apns", text: draft.file),
        pushType: file.frontMatter[APNSHeader.pushType].flatMap { PushType(rawValue: $0.value) },
        priority: file.frontMatter[APNSHeader.priority].flatMap { Int($0.value) }
            .flatMap(PushPriority.init))
    let explanation = try Explanation(of: push, in: Scenario(), now: ExplainFixture.now)
    #expect(explanation.isDelivered, "\(draft.file)\(explanation.result)")
}
