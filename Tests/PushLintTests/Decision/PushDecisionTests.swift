// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import PushLint
import Testing

/// Every path through the tree of questions.
private let paths = PushDecision.allPaths

@Test func `the table has a row for each question, with distinct answers`() {
    #expect(PushDecision.table.map(\.id) == PushQuestion.ID.allCases)
    for question in PushDecision.table {
        #expect(Set(question.choices.map(\.word)).count == question.choices.count)
        #expect(question.choices.count > 1)
        #expect(PushDecision.question(question.id) == question)
    }
    #expect(
        Set(PushDecision.question(.kind).choices.map(\.word))
            == Set(PushKind.allCases.map(\.rawValue)))
    #expect(paths.count > 700)
}

@Test(arguments: [nil, "com.example.trains"])
func `lint finds no problem in the draft of any path`(bundleID: String?) throws {
    var contents = PushDraft.Contents.filled(epochSeconds: 1_768_377_600)
    contents.bundleID = bundleID
    let linter = PayloadLinter()
    for path in paths {
        let draft = try path.draft(contents)
        let found = linter.lint(SourceText(name: "new.apns", text: draft.file))
            .filter { $0.severity > .note }
        #expect(found == [], "\(path.answers): \(draft.file)")
        let file = try APNSFile(reading: Array(draft.file.utf8))
        #expect(file.frontMatter.fields.map(\.value) == draft.headers.map(\.value))
        #expect(try JSONReader.read(draft.json).value.objectValue == draft.payload)
        #expect(draft.options.count == 2 * draft.headers.count)
    }
}

@Test func `default answers are used only for questions that are not required`() throws {
    var decision = PushDecision()
    #expect(throws: PushDecisionError.isOpen(PushDecision.question(.kind))) {
        try decision.useDefaultAnswers()
    }
    try decision.answer(.kind, "alert")
    #expect(throws: PushDecisionError.isOpen(PushDecision.question(.urgency))) {
        try decision.useDefaultAnswers()
    }
    try decision.answer(.urgency, "active")
    try decision.useDefaultAnswers()
    #expect(decision.open == [])
    #expect(decision.answers[.text] == "plain")
    #expect(decision.answers[.event] == nil)
}

@Test func `invalid and superfluous answers are reported`() throws {
    var decision = PushDecision()
    #expect(throws: PushDecisionError.self) { try decision.answer(.kind, "Alert") }
    try decision.answer(.kind, "background")
    try decision.answer(.badge, "yes")
    #expect(decision.superfluous.map(\.id) == [.badge])
    #expect(
        PushDecisionError.isOpen(PushDecision.question(.urgency)).description
            .hasPrefix("--urgency is missing: How urgent is it for the person? Use one of active,"))
}

@Test func `there is no draft while a required question is open`() throws {
    var decision = PushDecision()
    try decision.answer(.kind, "live-activity")
    #expect(throws: PushDecisionError.isOpen(PushDecision.question(.event))) {
        try decision.draft(PushDraft.Contents(epochSeconds: 0))
    }
}

@Test func `the draft of a time-sensitive alert has the documented options and payload`() throws {
    var decision = PushDecision()
    try decision.answer(.kind, "alert")
    try decision.answer(.urgency, "time-sensitive")
    try decision.answer(.offline, "drop")
    try decision.useDefaultAnswers()
    var contents = PushDraft.Contents(epochSeconds: 0)
    contents[.title] = "Gate change"
    contents[.body] = "B22"
    contents.bundleID = "com.example.trains"
    let draft = try decision.draft(contents)
    #expect(
        draft.options == [
            "--type", "alert", "--priority", "10", "--topic", "com.example.trains", "--expiration",
            "0",
        ])
    #expect(
        draft.payload == [
            "aps": [
                "alert": ["title": "Gate change", "body": "B22"], "sound": "default",
                "interruption-level": "time-sensitive",
            ]
        ])
    #expect(draft.needs == ["the Time Sensitive Notifications capability"])
}

@Test func `the texts in a draft are given values, Apple's keywords or a fixed default text`()
    throws
{
    let contents = PushDraft.Contents.filled(epochSeconds: 1_768_377_600)
    let own: Set = ["default", "critical", "passive", "time-sensitive", "start", "update", "end"]
    let fixed: Set = ["New message", "Open the app to read it"]
    for path in paths {
        let draft = try path.draft(contents)
        let given = Set(path.fields.compactMap { contents[$0] })
        for text in texts(in: .object(draft.payload)) {
            let isFileProvider = text.hasPrefix("NSFileProvider")
            #expect(
                given.contains(text) || own.contains(text) || fixed.contains(text)
                    || text == "filled in" || isFileProvider, "\(path.answers): \(text)")
        }
        for header in draft.headers where header.name == APNSHeader.collapseID {
            #expect(given.contains(header.value))
        }
    }
}

@Test func `values that a draft requires must be given`() throws {
    var decision = PushDecision()
    try decision.answer(.kind, "alert")
    try decision.answer(.urgency, "active")
    try decision.answer(.buttons, "yes")
    try decision.answer(.badge, "yes")
    try decision.useDefaultAnswers()
    #expect(decision.fields == [.title, .body, .category, .badgeCount])
    var contents = PushDraft.Contents(epochSeconds: 0)
    contents[.title] = "  "
    contents[.category] = "message"
    contents[.badgeCount] = "many"
    #expect(throws: PushDecisionError.self) { try decision.draft(contents) }
    contents[.badgeCount] = "3"
    #expect(throws: PushDecisionError.isMissing(.title)) { try decision.draft(contents) }
    contents[.body] = "Lunch?"
    let draft = try decision.draft(contents)
    #expect(
        draft.payload == [
            "aps": [
                "alert": ["body": "Lunch?"], "sound": "default", "badge": 3, "category": "message",
            ]
        ])
    contents[.attributesType] = "Delivery"
    #expect(decision.superfluousFields(in: contents) == [.attributesType])
}

@Test func `a similar answer is suggested`() throws {
    var decision = PushDecision()
    do {
        try decision.answer(.kind, "live_activity")
        Issue.record("the invalid answer was accepted")
    } catch {
        #expect(
            error.description.contains("did you mean live-activity? Otherwise use one of alert"))
    }
}

/// The strings in a value.
private func texts(in value: JSONValue) -> [String] {
    switch value {
    case .string(let text): [text]
    case .array(let values): values.flatMap(texts)
    case .object(let object): object.members.flatMap { texts(in: $0.value) }
    case .null, .bool, .number: []
    }
}

extension PushDraft.Contents {
    /// A value for every field.
    static func filled(epochSeconds: Int) -> PushDraft.Contents {
        var contents = PushDraft.Contents(epochSeconds: epochSeconds)
        for field in PushField.allCases {
            switch field {
            case .badgeCount: contents[field] = "3"
            case .mediaURL: contents[field] = "https://example.com/gate.jpg"
            case .attributes, .contentState: contents[field] = #"{"gate": "filled in"}"#
            case .titleKey: contents[field] = "GATE_TITLE"
            case .bodyKey: contents[field] = "GATE_BODY"
            default: contents[field] = "gate"
            }
        }
        return contents
    }
}

extension PushDecision {
    /// The decisions for every sequence of answers after which no question is open.
    static var allPaths: [PushDecision] {
        var done: [PushDecision] = []
        var open = [PushDecision()]
        while let decision = open.popLast() {
            guard let question = decision.open.first else {
                done.append(decision)
                continue
            }
            for choice in question.choices {
                var next = decision
                try? next.answer(question.id, choice.word)
                open.append(next)
            }
        }
        return done
    }
}
