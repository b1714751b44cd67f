// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DeviceModel
import Testing

private let id = PhoneFixture.bundleID
private let launch: [Callback.Kind] = [.didFinishLaunching, .didReceiveResponse]
private let front: [Callback.Kind] = [.willEnterForeground, .didReceiveResponse, .didBecomeActive]
private let start: [Callback.Kind] = [.didFinishLaunching, .didReceiveResponse, .didBecomeActive]

private func choose(_ action: String, text: String? = nil) -> UserAction {
    .choose(actionID: action, notificationID: "n", text: text)
}

/// What a button does: the callbacks, and the app's state and the lock afterwards.
private struct Press: Sendable, CustomTestStringConvertible {
    let action: String
    let state: AppState
    let isLocked: Bool
    let rule: RuleID
    let callbacks: [Callback.Kind]
    let after: AppState
    let isLockedAfter: Bool

    var testDescription: String {
        "\(rule): \(action), \(state.rawValue), \(isLocked ? "locked" : "unlocked")"
    }

    init(
        _ rule: RuleID, _ action: String, _ state: AppState, locked: Bool = false,
        _ callbacks: [Callback.Kind], _ after: AppState, lockedAfter: Bool = false
    ) {
        self.rule = rule
        self.action = action
        self.state = state
        isLocked = locked
        self.callbacks = callbacks
        self.after = after
        isLockedAfter = lockedAfter
    }
}

private let presses = [
    Press("RSP-5", "plain", .foreground, [.didReceiveResponse], .foreground),
    Press("RSP-5", "plain", .background, [.didReceiveResponse], .background),
    Press("RSP-5", "plain", .suspended, [.didReceiveResponse], .background),
    Press("RSP-5", "plain", .terminated, launch, .background),
    Press("RSP-6", "plain", .forceQuit, launch, .background),
    Press(
        "RSP-5", "plain", .suspended, locked: true, [.didReceiveResponse], .background,
        lockedAfter: true),
    Press("RSP-5", "plain", .terminated, locked: true, launch, .background, lockedAfter: true),
    Press("RSP-7", "open", .foreground, [.didReceiveResponse], .foreground),
    Press("RSP-7", "open", .background, front, .foreground),
    Press("RSP-7", "open", .suspended, locked: true, front, .foreground),
    Press("RSP-7", "open", .terminated, locked: true, start, .foreground),
    Press("RSP-7", "open", .forceQuit, start, .foreground),
    Press("RSP-8", "secure", .suspended, locked: true, [.didReceiveResponse], .background),
    Press("RSP-8", "secure", .terminated, locked: true, launch, .background),
    Press("RSP-5", "secure", .suspended, [.didReceiveResponse], .background),
    Press("RSP-7", "both", .suspended, locked: true, front, .foreground),
    Press("RSP-5", "reply", .suspended, [.didReceiveResponse], .background),
]

@Test(arguments: presses)
private func `RSP-5 to RSP-8: a button reaches the app in the background or brings it to the front`(
    press: Press
) throws {
    var phone = try PhoneFixture.withButtons(press.state, isLocked: press.isLocked)
    let outcome = try phone.perform(choose(press.action))
    #expect(outcome.callbacks.map(\.kind) == press.callbacks)
    #expect(try phone.app.state == press.after)
    #expect(phone.device.isLocked == press.isLockedAfter)
    #expect(try phone.app.delivered.isEmpty)
    #expect(phone.device.banner == nil)
    let cited = outcome.reasons + outcome.callbacks.compactMap(\.rule)
    #expect(cited.contains(press.rule))
    let response = try #require(outcome.response)
    #expect(response.actionIdentifier == press.action)
    #expect(response.notification.id == "n")
    for callback in outcome.callbacks {
        switch callback.kind {
        case .didReceiveResponse: #expect(callback.subject == .response(response))
        case .didFinishLaunching: #expect(callback.subject == .launch(.response(response)))
        default: #expect(callback.subject == nil)
        }
    }
    phone.device.endBackgroundRun(of: id)
    #expect(try phone.app.state == (press.after == .background ? .suspended : press.after))
}

@Test
func `RSP-8: an action with authentication unlocks the phone; the app stays in the background`()
    throws
{
    var phone = try PhoneFixture.withButtons(.suspended)
    try phone.perform(.launch(bundleID: id))
    try phone.perform(.lock)
    let outcome = try phone.perform(choose("secure"))
    #expect(outcome.callbacks.map(\.kind) == [.didReceiveResponse])
    #expect(try phone.app.state == .background)
    #expect(!phone.device.isLocked)
}

@Test(arguments: ["plain", NotificationResponse.dismissActionIdentifier])
func `RSP-6: by choice, a background response does not launch an app that was force-quit`(
    action: String
) throws {
    var phone = try PhoneFixture.withButtons(.forceQuit)
    phone.device.choices.actionLaunchesForceQuitApp = false
    let outcome = try phone.perform(choose(action))
    #expect(outcome.callbacks.isEmpty)
    #expect(outcome.response == nil)
    #expect(outcome.summary?.contains("RSP-6") == true)
    #expect(try phone.app.state == .forceQuit)
    // An action that opens the app launches the app in any case.
    phone = try PhoneFixture.withButtons(.forceQuit)
    phone.device.choices.actionLaunchesForceQuitApp = false
    #expect(try phone.perform(choose("open")).callbacks.map(\.kind) == start)
}

@Test(arguments: [
    (AppState.foreground, false, [Callback.Kind.didReceiveResponse], AppState.foreground),
    (.suspended, false, [.didReceiveResponse], .background),
    (.terminated, true, launch, .background), (.forceQuit, false, launch, .background),
])
func `RSP-9, ACT-7: a dismissal is reported to the app in the background if the category asks`(
    state: AppState, isLocked: Bool, callbacks: [Callback.Kind], after: AppState
) throws {
    var phone = try PhoneFixture.withButtons(state, isLocked: isLocked)
    let outcome = try phone.perform(.dismiss(notificationID: "n"))
    #expect(outcome.callbacks.map(\.kind) == callbacks)
    #expect(
        outcome.response?.actionIdentifier == NotificationResponse.dismissActionIdentifier)
    #expect(try phone.app.state == after)
    #expect(phone.device.isLocked == isLocked)
    #expect(try phone.app.delivered.isEmpty)
}

@Test func `RSP-10: a dismissal without the option and flicking the banner away are not reported`()
    throws
{
    var phone = try PhoneFixture.withButtons()
    #expect(try phone.perform(.flickBannerAway).callbacks.isEmpty)
    phone.device.setCategories([NotificationCategory(id: "message")], of: id)
    let outcome = try phone.perform(.dismiss(notificationID: "n"))
    #expect(outcome.callbacks.isEmpty && outcome.response == nil)
    #expect(outcome.reasons.contains("RSP-10"))
}

@Test(arguments: [
    (AppState.suspended, true), (.background, true), (.terminated, true), (.forceQuit, true),
    (.foreground, false),
])
func `RSP-3: opening the app from a push with content-available runs the fetch callback again`(
    state: AppState, runs: Bool
) throws {
    let payload = #"{"aps":{"alert":"Hi","category":"message","content-available":1},"x":1}"#
    for action in [UserAction.tap(notificationID: "n"), choose("open")] {
        var phone = try PhoneFixture.withButtons(state, payload: payload)
        let userInfo = try #require(try phone.app.delivered.first?.userInfo)
        let kinds = try phone.perform(action).callbacks
        let repeated = kinds.filter { $0.kind == .didReceiveRemoteNotification }
        #expect(repeated.map(\.subject) == (runs ? [.userInfo(userInfo)] : []))
        let order = kinds.map(\.kind)
        if runs {
            #expect(
                Array(order.dropFirst()) == [
                    .didReceiveRemoteNotification, .didReceiveResponse, .didBecomeActive,
                ])
        }
    }
    // The callback does not run for a background action, nor for a push that contains the key only
    // in its text.
    var phone = try PhoneFixture.withButtons(state, payload: payload)
    #expect(
        try !phone.perform(choose("plain")).callbacks.contains {
            $0.kind == .didReceiveRemoteNotification
        })
    phone = try PhoneFixture.withButtons(
        state, payload: #"{"aps":{"alert":"\"content-available\":1"}}"#)
    #expect(
        try !phone.perform(.tap(notificationID: "n")).callbacks.contains {
            $0.kind == .didReceiveRemoteNotification
        })
}

@Test(arguments: AppState.allCases)
func `RSP-12: a delegate that is set after the launch misses the response`(state: AppState) throws {
    for action in [UserAction.tap(notificationID: "n"), choose("plain")] {
        var phone = try PhoneFixture.withButtons(state) { $0.behaviour.setsDelegateInTime = false }
        let outcome = try phone.perform(action)
        #expect((outcome.response == nil) == !state.isInMemory)
        let isCalled = outcome.callbacks.contains { $0.kind == .didReceiveResponse }
        #expect(isCalled == state.isInMemory)
        #expect(outcome.reasons.contains("RSP-12") == !state.isInMemory)
        #expect(try phone.app.delivered.isEmpty)
    }
    var phone = try PhoneFixture.withButtons(state) { $0.behaviour.hasCenterDelegate = false }
    #expect(try phone.perform(.tap(notificationID: "n")).response == nil)
    #expect(try phone.app.state == .foreground)
}

@Test func `RSP-13: a handled notification is removed from Notification Center`() throws {
    for action in [UserAction.tap(notificationID: "n"), choose("plain")] {
        var phone = try PhoneFixture.withButtons()
        let outcome = try phone.perform(action)
        #expect(outcome.reasons.contains("RSP-13"))
        #expect(try phone.app.delivered.isEmpty)
        #expect(throws: DeviceActionError.unknownNotification(id: "n", deliveredCount: 0)) {
            try phone.device.performing(action, at: PhoneFixture.now)
        }
    }
}

@Test func `ACT-2: an unknown category has no buttons`() throws {
    var phone = try PhoneFixture.withButtons()
    phone.device.setCategories([], of: id)
    let error = #expect(throws: DeviceActionError.unknownAction(id: "plain", known: [])) {
        try phone.device.performing(choose("plain"), at: PhoneFixture.now)
    }
    #expect(error?.description.contains("register the category first") == true)
    #expect(try phone.perform(.tap(notificationID: "n")).response != nil)
}

@Test func `the error for an unknown button names the existing buttons`() throws {
    let phone = try PhoneFixture.withButtons()
    let error = #expect(throws: DeviceActionError.self) {
        try phone.device.performing(choose("no\nsuch"), at: PhoneFixture.now)
    }
    #expect(
        error?.description
            == "This notification has no button no such. "
            + "Its buttons: plain, open, secure, both, reply."
    )
}

@Test func `ACT-3: ten buttons are shown, or two where there is little room`() throws {
    let actions = (1...12).map { NotificationAction(id: "\($0)", title: "\($0)") }
    let category = NotificationCategory(id: "message", actions: actions)
    #expect(category.shownActions(hasRoom: true).map(\.id) == (1...10).map { "\($0)" })
    #expect(category.shownActions(hasRoom: false).map(\.id) == ["1", "2"])
    var phone = try PhoneFixture.withButtons()
    phone.device.setCategories([category], of: id)
    #expect(throws: DeviceActionError.self) {
        try phone.device.performing(choose("11"), at: PhoneFixture.now)
    }
    #expect(try phone.perform(choose("10")).response?.actionIdentifier == "10")
}

@Test func `ACT-5: the foreground option of an action is enough to unlock the phone`() throws {
    for action in ["open", "both"] {
        var phone = try PhoneFixture.withButtons(isLocked: true)
        try phone.perform(choose(action))
        #expect(!phone.device.isLocked)
        #expect(try phone.app.state == .foreground)
    }
}

@Test(arguments: [("Yes", "Yes"), ("", ""), (nil, "")] as [(String?, String)])
func `ACT-6: a text-input action delivers the text, which by choice may be empty`(
    text: String?, given: String
) throws {
    var phone = try PhoneFixture.withButtons()
    phone.device.choices.emptyReplyIsSent = false
    if given.isEmpty {
        #expect(throws: DeviceActionError.needsText(actionID: "reply")) {
            try phone.device.performing(choose("reply", text: text), at: PhoneFixture.now)
        }
    }
    phone.device.choices.emptyReplyIsSent = true
    #expect(try phone.perform(choose("reply", text: text)).response?.text == given)
}

@Test func `a text for a button without a text field is refused`() throws {
    let phone = try PhoneFixture.withButtons()
    #expect(throws: DeviceActionError.takesNoText(actionID: "plain")) {
        try phone.device.performing(choose("plain", text: "x"), at: PhoneFixture.now)
    }
}

@Test func `ACT-7: the system's own action identifiers represent a tap and a dismissal`() throws {
    var phone = try PhoneFixture.withButtons()
    let tap = try phone.perform(choose(NotificationResponse.defaultActionIdentifier))
    #expect(tap.callbacks.map(\.kind) == front)
    #expect(tap.response?.actionIdentifier == NotificationResponse.defaultActionIdentifier)
    phone = try PhoneFixture.withButtons()
    let dismissal = try phone.perform(choose(NotificationResponse.dismissActionIdentifier))
    #expect(dismissal.callbacks.map(\.kind) == [.didReceiveResponse])
}

@Test func `ACT-8: clearing a stack reports at most one dismissal`() throws {
    var phone = try PhoneFixture.withButtons()
    try phone.take(PhoneFixture.message, collapseID: "m", number: 8)
    try phone.take(Sample.alert, collapseID: "other", number: 9)
    var whole = phone
    let outcome = try phone.perform(.clearAll(bundleID: id, threadID: "t"))
    #expect(outcome.callbacks.map(\.kind) == [.didReceiveResponse])
    #expect(outcome.response?.notification.id == "m")
    #expect(try phone.app.delivered.map(\.id) == ["other"])
    #expect(try whole.perform(.clearAll(bundleID: id)).callbacks.count == 1)
    #expect(try whole.app.delivered.isEmpty)
    #expect(whole.device.banner == nil)
    #expect(try whole.perform(.clearAll(bundleID: id)).callbacks.isEmpty)
    let error = #expect(throws: DeviceActionError.unknownThread(id: "x", known: [])) {
        try phone.device.performing(
            .clearAll(bundleID: id, threadID: "x"), at: PhoneFixture.now)
    }
    #expect(error?.description.contains("Clear without naming a thread.") == true)
}

@Test(arguments: AppState.allCases)
func `ACT-10: an action runs the same callback in every state of the app`(state: AppState) throws {
    var phone = try PhoneFixture.withButtons(state)
    let outcome = try phone.perform(choose("plain"))
    #expect(outcome.callbacks.filter { $0.kind == .didReceiveResponse }.count == 1)
    #expect(outcome.response?.actionIdentifier == "plain")
}

@Test func `LNK-1, LNK-2: the app gets the user info and the window to bring forward`() throws {
    let payload = #"{"aps":{"alert":"Hi","target-content-id":"window"},"url":"app://x"}"#
    var phone = try PhoneFixture.withButtons(payload: payload)
    let outcome = try phone.perform(.tap(notificationID: "n"))
    #expect(outcome.response?.notification.targetContentID == "window")
    #expect(outcome.response?.notification.userInfo.contains("app:") == true)
    #expect(outcome.reasons.contains("LNK-2"))
}

@Test func `LNK-3: at a cold start the response arrives before the app is active`() throws {
    var phone = try PhoneFixture.withButtons(.terminated)
    #expect(try phone.perform(.tap(notificationID: "n")).callbacks.map(\.kind) == start)
}

@Test func `LNK-6: opening the app from its icon clears neither the badge nor the list`() throws {
    var phone = try PhoneFixture.withButtons(
        payload: #"{"aps":{"alert":"Hi","badge":3,"category":"message"}}"#)
    let outcome = try phone.perform(.launch(bundleID: id))
    #expect(outcome.response == nil)
    #expect(try phone.app.badge == 3)
    #expect(try phone.app.delivered.count == 1)
}
