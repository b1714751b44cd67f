// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Explain
import Testing

/// One row of the table of arrivals: the calls in order in the foreground, in the background (also
/// suspended and terminated) and after a force-quit.
struct MatrixRow: Sendable, CustomTestStringConvertible {
    let row: String
    let aps: String
    let foreground: [String]
    let background: [String]
    let forceQuit: [String]
    /// What the person sees or hears while the app is not in the foreground.
    let sees: Set<String>

    var testDescription: String { "\(row) \(aps)" }

    private static let ask = "will-present"
    private static let run = "did-receive-remote-notification"
    private static let change = "service-extension"
    private static let alert = #""alert":{"title":"Hi"}"#
    private static let shown: Set<String> = ["lock-screen", "notification-center"]

    static let all: [MatrixRow] = [
        MatrixRow(
            row: "LT-1", aps: "{\(alert)}", foreground: [ask], background: [], forceQuit: [],
            sees: shown),
        MatrixRow(
            row: "LT-1", aps: #"{"alert":"Hi","sound":"default","badge":2}"#, foreground: [ask],
            background: [], forceQuit: [], sees: shown.union(["sound", "badge"])),
        MatrixRow(
            row: "LT-2", aps: #"{\#(alert),"content-available":1}"#, foreground: [ask, run],
            background: [run], forceQuit: [], sees: shown),
        MatrixRow(
            row: "LT-3", aps: #"{\#(alert),"mutable-content":1}"#, foreground: [change, ask],
            background: [change], forceQuit: [change], sees: shown),
        MatrixRow(
            row: "LT-4", aps: #"{\#(alert),"mutable-content":1,"content-available":1}"#,
            foreground: [change, ask, run], background: [change, run], forceQuit: [change],
            sees: shown),
        MatrixRow(
            row: "LT-5", aps: #"{"sound":"default","badge":2}"#, foreground: [ask], background: [],
            forceQuit: [], sees: ["sound", "badge"]),
        MatrixRow(
            row: "LT-5", aps: #"{"badge":2,"mutable-content":1}"#, foreground: [ask],
            background: [], forceQuit: [], sees: ["badge"]),
        MatrixRow(
            row: "LT-6", aps: #"{"badge":2,"content-available":1}"#, foreground: [ask, run],
            background: [run], forceQuit: [], sees: ["badge"]),
        MatrixRow(
            row: "LT-7", aps: #"{"content-available":1}"#, foreground: [run], background: [run],
            forceQuit: [], sees: []),
        MatrixRow(
            row: "LT-8", aps: "{}", foreground: [run], background: [], forceQuit: [], sees: []),
        MatrixRow(
            row: "LT-8", aps: #"{"mutable-content":1}"#, foreground: [run], background: [],
            forceQuit: [], sees: []),
    ]
}

@Test(arguments: MatrixRow.all)
func `the matrix shows which code runs in every state`(row: MatrixRow) throws {
    let matrix = try ExplanationMatrix(
        of: ExplainFixture.push(aps: row.aps), in: Scenario(), now: ExplainFixture.now)
    let states = try #require(matrix.json["states"]?.objectValue)
    #expect(states.keys == AppState.allCases.map(\.rawValue))
    for state in AppState.allCases {
        let column = try #require(states[state.rawValue]?.objectValue)
        let calls = column["runs"]?.arrayValue?.compactMap {
            $0.objectValue?["callback"]?.stringValue
        }
        let places = column["sees"]?.arrayValue?.compactMap {
            $0.objectValue?["place"]?.stringValue
        }
        switch state {
        case .foreground: #expect(calls == row.foreground, "\(state)")
        case .background, .suspended, .terminated: #expect(calls == row.background, "\(state)")
        case .forceQuit: #expect(calls == row.forceQuit, "\(state)")
        }
        if state != .foreground { #expect(Set(places ?? []) == row.sees, "\(state)") }
    }
}

@Test(arguments: [Authorization.denied, .notDetermined])
func `LC-23: without permission, nothing is shown in any state`(permission: Authorization) throws {
    var scenario = Scenario()
    scenario.permission = permission
    for row in MatrixRow.all {
        let matrix = try ExplanationMatrix(
            of: ExplainFixture.push(aps: row.aps), in: scenario, now: ExplainFixture.now)
        for column in matrix.columns {
            #expect(column.explanation.effects.isEmpty)
            #expect(!column.explanation.calls.contains(.serviceExtension))
            #expect(!column.explanation.calls.contains(.willPresent))
        }
    }
}

@Test func `the matrix unlocks a locked phone for the foreground state`() throws {
    var scenario = Scenario()
    scenario.isLocked = true
    let matrix = try ExplanationMatrix(
        of: try ExplainFixture.example("message"), in: scenario, now: ExplainFixture.now)
    let locked = matrix.columns.filter(\.explanation.phone.isLocked).map(\.state)
    #expect(locked == [.background, .suspended, .terminated, .forceQuit])
}
