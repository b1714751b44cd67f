// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DeviceModel
import Explain
import Testing

/// Contradictory options, and the text that the error must suggest.
struct ContradictionCase: Sendable, CustomTestStringConvertible {
    let text: String
    let offers: String
    let isMatrix: Bool
    let edit: @Sendable (inout Scenario) -> Void

    var testDescription: String { text }

    init(
        _ text: String, offers: String, isMatrix: Bool = false,
        _ edit: @escaping @Sendable (inout Scenario) -> Void
    ) {
        self.text = text
        self.offers = offers
        self.isMatrix = isMatrix
        self.edit = edit
    }

    static let all: [ContradictionCase] = [
        ContradictionCase("a locked phone has no app in the foreground", offers: "--unlocked") {
            $0.state = .foreground
            $0.isLocked = true
        },
        ContradictionCase(
            "willPresent is not called for a force-quit app", offers: "--state foreground"
        ) {
            $0.state = .forceQuit
            $0.presentation = [.banner]
        },
        ContradictionCase(
            "willPresent is not called for a suspended app", offers: "--state foreground"
        ) {
            $0.presentation = []
        },
        ContradictionCase(
            "willPresent is not called for a denied app", offers: "authorized, provisional"
        ) {
            $0.state = .foreground
            $0.permission = .denied
            $0.presentation = .all
        },
        ContradictionCase("an allowed app without a Focus", offers: "--focus NAME") {
            $0.focusAllowsApp = true
        },
        ContradictionCase("an allowed person without a Focus", offers: "--focus NAME") {
            $0.focusPeople = ["Alex"]
        },
        ContradictionCase("time-sensitive held without a Focus", offers: "--focus NAME") {
            $0.focusHoldsTimeSensitive = true
        },
        ContradictionCase("a summary of a provisional app", offers: "--permission authorized") {
            $0.permission = .provisional
            $0.isInSummary = true
        },
        ContradictionCase("one state and all states", offers: "--state", isMatrix: true) {
            $0.state = .suspended
        },
    ]
}

@Test(arguments: ContradictionCase.all)
func `the error for contradictory options names valid options`(rejected: ContradictionCase) throws {
    var scenario = Scenario()
    rejected.edit(&scenario)
    let error = #expect(throws: Contradiction.self) {
        try scenario.validate(isMatrix: rejected.isMatrix)
    }
    #expect(error?.description.contains(rejected.offers) == true, "\(String(describing: error))")
    #expect(error?.description.contains("\n") == false)
}

@Test func `compatible options are accepted`() throws {
    var scenario = Scenario(state: .foreground)
    scenario.presentation = [.banner]
    scenario.isLocked = false
    scenario.permission = .ephemeral
    scenario.focusName = "Work"
    scenario.focusAllowsApp = true
    try scenario.validate()
    var all = Scenario()
    all.presentation = [.list]
    all.isLocked = true
    try all.validate(isMatrix: true)
}
