// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Testing

/// One row of the table of arrivals with permission granted, on an unlocked phone.
struct ArrivalRow: Sendable, CustomTestStringConvertible {
    let row: String
    let payload: String
    let rule: RuleID
    /// The callbacks in the foreground, in the background (also suspended and terminated), and
    /// after a force-quit.
    let foreground: [Callback.Kind]
    let background: [Callback.Kind]
    let forceQuit: [Callback.Kind]
    let isShown: Bool
    let badge: Int?
    let sound: String?

    var testDescription: String { "\(row) (\(rule))" }

    init(
        _ row: String, _ rule: RuleID, aps: String, foreground: [Callback.Kind],
        background: [Callback.Kind], forceQuit: [Callback.Kind] = [], isShown: Bool = false,
        badge: Int? = nil, sound: String? = nil
    ) {
        self.row = row
        self.rule = rule
        payload = #"{"aps":{\#(aps)},"custom":{"a":1}}"#
        self.foreground = foreground
        self.background = background
        self.forceQuit = forceQuit
        self.isShown = isShown
        self.badge = badge
        self.sound = sound
    }

    func callbacks(in state: AppState) -> [Callback.Kind] {
        switch state {
        case .foreground: foreground
        case .background, .suspended, .terminated: background
        case .forceQuit: forceQuit
        }
    }

    static let fetch = Callback.Kind.didReceiveRemoteNotification

    static let all = [
        ArrivalRow(
            "LT-1", "LC-1", aps: #""alert":"Hi""#, foreground: [.willPresent], background: [],
            isShown: true
        ),
        ArrivalRow(
            "LT-1 with sound, badge and a category", "LC-1",
            aps: #""alert":{"title":"Hi"},"sound":"default","badge":4,"category":"MAIL""#,
            foreground: [.willPresent], background: [], isShown: true, badge: 4, sound: "default"),
        ArrivalRow(
            "LT-1 by localization key", "LC-1", aps: #""alert":{"loc-key":"K"}"#,
            foreground: [.willPresent], background: [], isShown: true),
        ArrivalRow(
            "LT-1 with mutable-content and no extension", "LC-1",
            aps: #""alert":"Hi","mutable-content":1"#,
            foreground: [.willPresent], background: [], isShown: true),
        ArrivalRow(
            "LT-2", "LC-2", aps: #""alert":"Hi","content-available":1"#,
            foreground: [.willPresent, fetch], background: [fetch], isShown: true),
        ArrivalRow(
            "LT-2 with badge", "LC-2", aps: #""alert":"Hi","badge":2,"content-available":1"#,
            foreground: [.willPresent, fetch], background: [fetch], isShown: true, badge: 2),
        ArrivalRow(
            "LT-5 badge", "LC-6", aps: #""badge":3"#, foreground: [.willPresent], background: [],
            badge: 3),
        ArrivalRow(
            "LT-5 sound", "LC-6", aps: #""sound":"chime.caf""#, foreground: [.willPresent],
            background: [],
            sound: "chime.caf"),
        ArrivalRow(
            "LT-5 both, with mutable-content", "LC-6",
            aps: #""badge":0,"sound":"default","mutable-content":1"#,
            foreground: [.willPresent], background: [], badge: 0, sound: "default"),
        ArrivalRow(
            "LT-6", "LC-7", aps: #""badge":3,"content-available":1"#,
            foreground: [.willPresent, fetch],
            background: [fetch], badge: 3),
        ArrivalRow(
            "LT-6 with mutable-content", "LC-7",
            aps: #""sound":"default","content-available":1,"mutable-content":1"#,
            foreground: [.willPresent, fetch], background: [fetch], sound: "default"),
        ArrivalRow(
            "LT-7", "LC-5", aps: #""content-available":1"#, foreground: [fetch], background: [fetch]
        ),
        ArrivalRow(
            "LT-7 with mutable-content and a category", "LC-5",
            aps: #""content-available":1,"mutable-content":1,"category":"X""#, foreground: [fetch],
            background: [fetch]),
        ArrivalRow("LT-8", "LC-9", aps: "", foreground: [fetch], background: []),
        ArrivalRow(
            "LT-8 with mutable-content", "LC-9", aps: #""mutable-content":1,"category":"X""#,
            foreground: [fetch], background: []),
        ArrivalRow(
            "LT-8 with an alert that has no text", "LC-9",
            aps: #""alert":{"title":""},"content-available":0"#,
            foreground: [fetch], background: []),
    ]
}

@Test(arguments: ArrivalRow.all, AppState.allCases)
func `with permission, a push has the effect that its row states, in every app state`(
    row: ArrivalRow, state: AppState
) throws {
    let decision = try PhoneFixture(state).decide(row.payload)

    #expect(decision.callbacks.map(\.kind) == row.callbacks(in: state))
    #expect(decision.reasons.contains(row.rule))
    #expect((decision.place == .banner) == row.isShown)
    #expect(decision.isKept == row.isShown)
    #expect(decision.badge == row.badge)
    #expect(decision.sound == row.sound)
    #expect(decision.bundleID == PhoneFixture.bundleID)
    #expect(
        decision.outcome.isDelivered
            == (row.isShown || row.badge != nil || row.sound != nil
                || !row.callbacks(in: state).isEmpty))
}

@Test(arguments: AppState.allCases, ArrivalRow.all.filter(\.isShown))
func `on a locked phone, the alert is on the Lock Screen, and willPresent is not called`(
    state: AppState, row: ArrivalRow
) throws {
    let decision = try PhoneFixture(state, isLocked: true).decide(row.payload)
    #expect(decision.place == .lockScreen)
    #expect(decision.outcome == .shown)
    #expect(!decision.callsWillPresent)
}

@Test(arguments: [
    (AppState.background, ArrivalDecision.Wake?.some(.woken), false),
    (.suspended, .some(.woken), true), (.terminated, .some(.launched), true),
    (.foreground, .some(.inUse), false),
    (.forceQuit, nil, false),
])
func `SIL-1, SIL-7: content-available wakes or launches the app, but not after a force-quit`(
    state: AppState, wake: ArrivalDecision.Wake?, startsRun: Bool
) throws {
    var phone = try PhoneFixture(state)
    let decision = try phone.take(Sample.silent)
    #expect(decision.wake == wake)
    #expect(decision.startsBackgroundRun == startsRun)
    #expect(try phone.app.state == (startsRun ? .background : state))
    phone.device.endBackgroundRun(of: PhoneFixture.bundleID)
    #expect(try phone.app.state == (startsRun || state == .background ? .suspended : state))
}

/// One row of the table of arrivals without permission.
struct RefusedRow: Sendable, CustomTestStringConvertible {
    let name: String
    let aps: String
    let authorization: Authorization
    let state: AppState
    let callbacks: [Callback.Kind]
    let rule: RuleID
    let outcome: Arrival.Outcome

    var testDescription: String { "\(name), \(authorization.rawValue), \(state.rawValue)" }

    private static let alert = #""alert":"Hi","badge":5,"sound":"default""#
    private static let both = #""alert":"Hi","content-available":1"#
    private static let fetch = [Callback.Kind.didReceiveRemoteNotification]

    static let all: [RefusedRow] = AppState.allCases.flatMap { state -> [RefusedRow] in
        let runs = state != .forceQuit
        let ran: Arrival.Outcome =
            state == .foreground ? .handledByApp : runs ? .ranInBackground : .discarded
        return [
            RefusedRow(
                name: "LC-20 alert", aps: alert, authorization: .denied, state: state,
                callbacks: [],
                rule: "AUTH-23", outcome: .discarded),
            RefusedRow(
                name: "LC-20 alert", aps: alert, authorization: .notDetermined, state: state,
                callbacks: state == .foreground ? fetch : [], rule: "AUTH-24",
                outcome: state == .foreground ? .handledByApp : .discarded),
            RefusedRow(
                name: "LC-21 alert + content-available", aps: both, authorization: .denied,
                state: state,
                callbacks: runs ? fetch : [], rule: "LC-21", outcome: ran),
            RefusedRow(
                name: "LC-21 alert + content-available", aps: both, authorization: .notDetermined,
                state: state, callbacks: runs ? fetch : [], rule: "LC-21", outcome: ran),
            RefusedRow(
                name: "LC-22 content-available", aps: #""content-available":1"#,
                authorization: .denied,
                state: state, callbacks: runs ? fetch : [], rule: runs ? "LC-22" : "SIL-7",
                outcome: ran),
            RefusedRow(
                name: "LC-22 content-available", aps: #""content-available":1"#,
                authorization: .notDetermined, state: state, callbacks: runs ? fetch : [],
                rule: runs ? "LC-22" : "SIL-7", outcome: ran),
            RefusedRow(
                name: "badge and sound only", aps: #""badge":5,"sound":"default""#,
                authorization: .denied,
                state: state, callbacks: [], rule: "AUTH-23", outcome: .discarded),
        ]
    }
}

@Test(arguments: RefusedRow.all)
func `without permission, nothing is shown, and content-available still runs the app`(
    row: RefusedRow
) throws {
    // All settings are on: the missing permission alone must suppress the notification.
    var phone = try PhoneFixture(row.state, authorization: row.authorization) {
        $0.settings = .allOn
    }
    let decision = try phone.take("{\"aps\":{\(row.aps)}}")
    #expect(decision.callbacks.map(\.kind) == row.callbacks)
    #expect(decision.reasons.contains(row.rule))
    #expect(decision.outcome == row.outcome)
    #expect(decision.place == .none)
    #expect(decision.sound == nil)
    #expect(try phone.app.badge == 0)
    #expect(try phone.app.delivered.isEmpty)
    #expect(phone.device.banner == nil)
}
