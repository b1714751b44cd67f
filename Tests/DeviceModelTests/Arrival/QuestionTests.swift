// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

private let everything =
    #"{"aps":{"alert":"secret","mutable-content":1,"content-available":1,"badge":2}}"#

private func phone(
    _ state: AppState, edit: (inout InstalledApp) -> Void = { _ in }
) throws -> PhoneFixture {
    try PhoneFixture(state) { app in
        app.capabilities.serviceExtension = true
        edit(&app)
    }
}

@Test(arguments: AppState.allCases, AppBehaviour.Extension.allCases)
func `answering questions one by one gives the same decision as the described behaviour`(
    state: AppState, kind: AppBehaviour.Extension
) throws {
    let phone = try phone(state) { $0.behaviour.serviceExtension = kind }
    let behaviour = try phone.app.behaviour
    let push = Incoming.push(try phone.push(everything))
    var answers = ArrivalAnswers()
    var questions: [String] = []
    var decision = phone.device.decide(push, at: PhoneFixture.now, answers: answers)
    while let question = decision.question {
        if case .serviceExtension = question { questions.append("extension") }
        if case .willPresent = question { questions.append("willPresent") }
        var applied = phone.device
        applied.apply(decision)
        #expect(applied == phone.device, "a decision with a question changes nothing")
        behaviour.answer(question, &answers)
        try #require(questions.count <= 2)
        decision = phone.device.decide(push, at: PhoneFixture.now, answers: answers)
    }
    #expect(questions == (state == .foreground ? ["extension", "willPresent"] : ["extension"]))
    #expect(decision == phone.device.decide(push, at: PhoneFixture.now))
}

@Test func `a background run that was started before the answers is not repeated`() throws {
    var phone = try phone(.suspended)
    let push = Incoming.push(try phone.push(everything))
    let first = phone.device.decide(push, at: PhoneFixture.now, answers: ArrivalAnswers())
    #expect(first.question != nil && first.wake == .woken && first.startsBackgroundRun)
    #expect(first.backgroundCallback != nil)
    phone.device.startBackgroundRun(first)
    #expect(try phone.app.state == .background)

    let answers = ArrivalAnswers(serviceExtension: .timedOut, startedWake: first.wake)
    let final = phone.device.decide(push, at: PhoneFixture.now, answers: answers)
    #expect(final.question == nil && final.backgroundCallback == nil)
    #expect(!final.startsBackgroundRun && final.wake == .woken)
    #expect(final.summary.hasSuffix("background for content-available (LC-4)."))
    phone.device.endBackgroundRun(of: PhoneFixture.bundleID, result: .newData, at: PhoneFixture.now)
    phone.device.apply(final)
    #expect(try phone.app.state == .suspended)
    #expect(try phone.app.delivered.count == 1)
}

struct UnansweredCase: Sendable, CustomTestStringConvertible {
    var testDescription: String { "\(rule)" }

    let answer: PresentationAnswer
    let rule: RuleID
    let callbacks: [Callback.Kind]
    let summary: String

    static let all = [
        UnansweredCase(
            answer: .notImplemented, rule: "FG-1", callbacks: [],
            summary: "The app was in the foreground and has no willPresent, so nothing was "
                + "shown (FG-1)."),
        UnansweredCase(
            answer: .options([]), rule: "FG-2", callbacks: [.willPresent],
            summary: "The app was in the foreground and its willPresent returned no options, so "
                + "nothing was shown (FG-2)."),
        UnansweredCase(
            answer: .timedOut, rule: "FG-8", callbacks: [.willPresent],
            summary: "The app was in the foreground and its willPresent did not return in time, "
                + "so nothing was shown (FG-8)."),
        UnansweredCase(
            answer: .fellThrough, rule: "FG-11", callbacks: [.didReceiveRemoteNotification],
            summary: "The app was in the foreground and has no notification center delegate, so "
                + "nothing was shown (FG-11). The app delegate received the push (FG-11)."),
    ]
}

@Test(arguments: UnansweredCase.all)
func `without options from willPresent, nothing is shown, listed, played or badged`(
    row: UnansweredCase
) throws {
    var phone = try PhoneFixture(.foreground)
    let push = try phone.push(#"{"aps":{"alert":"Hi","sound":"default","badge":3}}"#)
    let decision = phone.device.decide(
        .push(push), at: PhoneFixture.now, answers: ArrivalAnswers(presentation: row.answer))
    phone.device.apply(decision)
    #expect(decision.reasons.contains(row.rule))
    #expect(decision.callbacks.map(\.kind) == row.callbacks)
    #expect(decision.summary == row.summary)
    #expect(decision.outcome == .handledByApp)
    #expect(decision.place == .none && decision.sound == nil && decision.badge == nil)
    #expect(try phone.app.delivered.isEmpty && phone.app.badge == 0)
}

@Test func `FG-1, FG-11: the answer for willPresent reflects missing delegates and methods`() {
    var behaviour = AppBehaviour()
    #expect(behaviour.presentationAnswer == .options(.all))
    behaviour.implementsWillPresent = false
    #expect(behaviour.presentationAnswer == .notImplemented)
    behaviour.hasCenterDelegate = false
    #expect(behaviour.presentationAnswer == .fellThrough)
    behaviour.implementsBackgroundCallback = false
    #expect(behaviour.presentationAnswer == .notImplemented)
}

@Test func `the question for willPresent contains the content that the extension changed`() throws {
    let phone = try phone(.foreground)
    let changed = NotificationContent(title: "Alex", body: "Lunch?")
    let decision = phone.device.decide(
        .push(try phone.push(everything)), at: PhoneFixture.now,
        answers: ArrivalAnswers(serviceExtension: .delivered(changed)))
    guard case .willPresent(let notification) = decision.question else {
        Issue.record("the decision has no question: \(decision.summary)")
        return
    }
    #expect(notification.title == "Alex" && notification.body == "Lunch?")
    #expect(decision.callbacks.last?.kind == .didReceiveRemoteNotification)
    #expect(decision.callsWillPresent)
}
