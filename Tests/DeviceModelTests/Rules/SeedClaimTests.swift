// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Testing

// Claims of articles and guides about notifications, one by one, tested on the phone. Each claim
// has a number, so that a list can refer to the test that shows it. Where a claim is wrong or only
// partly right, the test shows what is true.

private let id = PhoneFixture.bundleID

@Test(arguments: [Authorization.denied, .notDetermined])
func `T035, LC-22: a silent push needs no permission`(authorization: Authorization) throws {
    let decision = try PhoneFixture(authorization: authorization).decide(Sample.silent)
    #expect(decision.callbacks.map(\.kind) == [.didReceiveRemoteNotification])
    #expect(decision.place == .none)
}

@Test func `T036, ARR-1, REG-1: a silent push needs a valid token`() throws {
    let phone = try PhoneFixture { $0.tokens = [:] }
    #expect(try phone.decide(Sample.silent).outcome == .discarded)
    #expect(try phone.decide(Sample.silent).callbacks.isEmpty)
}

@Test(arguments: [true, false], [true, false])
func `T037, LC-1, LC-6: alert, sound and badge may be combined in any way`(
    hasAlert: Bool, hasSound: Bool
) throws {
    for hasBadge in [true, false] where hasAlert || hasSound || hasBadge {
        let keys = [
            hasAlert ? #""alert":"Hi""# : nil, hasSound ? #""sound":"chime.caf""# : nil,
            hasBadge ? #""badge":4"# : nil,
        ]
        let aps = keys.compactMap { $0 }.joined(separator: ",")
        let decision = try PhoneFixture().decide("{\"aps\":{\(aps)}}")
        #expect((decision.place == .banner) == hasAlert)
        #expect(decision.sound == (hasSound ? "chime.caf" : nil))
        #expect(decision.badge == (hasBadge ? 4 : nil))
        #expect(decision.reasons.contains(hasAlert ? "LC-1" : "LC-6"))
    }
}

@Test(arguments: [AppState.suspended, .terminated, .forceQuit])
func `T082, LC-1: an alert reaches the person while the app does not run`(state: AppState) throws {
    let decision = try PhoneFixture(state).decide(Sample.alert)
    #expect(decision.outcome == .shown)
    #expect(decision.callbacks.isEmpty)
}

@Test func `T100, LOC-1, LOC-2, LOC-4: localization keys and arguments are resolved on the phone`()
    throws
{
    let phone = try PhoneFixture {
        $0.bundle.strings["en"] = ["T": "%@ wrote", "B": "%2$@ after %1$@"]
    }
    let alert =
        #"{"title-loc-key":"T","title-loc-args":["Kim"],"loc-key":"B","loc-args":["a","b"]}"#
    let shown = try phone.decide("{\"aps\":{\"alert\":\(alert)}}").notification
    #expect(shown?.title == "Kim wrote")
    #expect(shown?.body == "b after a")
    let unknown = try phone.decide(#"{"aps":{"alert":{"loc-key":"GONE"}}}"#).notification
    #expect(unknown?.body == "GONE")
}

@Test func `T104, T217, BDG-1, BDG-2: a badge number is shown, and 0 removes the badge`() throws {
    var phone = try PhoneFixture()
    try phone.take(#"{"aps":{"badge":7}}"#)
    #expect(try phone.app.badge == 7)
    try phone.take(#"{"aps":{"badge":0}}"#)
    #expect(try phone.app.badge == 0)
}

@Test func `T105, T199, GRP-1: the notifications of one thread form one group`() throws {
    var phone = try PhoneFixture()
    for (number, thread) in ["deal-1", "deal-2", "deal-1"].enumerated() {
        try phone.take(
            "{\"aps\":{\"alert\":\"Hi\",\"thread-id\":\"\(thread)\"}}", number: UInt8(number))
    }
    #expect(try phone.app.groups.map(\.threadID) == ["deal-1", "deal-2"])
    #expect(try phone.app.groups.map(\.notifications.count) == [2, 1])
}

@Test(arguments: ["15.0", "18.6", "26.0"])
func `T111, T234, INT-10, N26-1, N26-8: iOS 26 changed neither ranking nor silent pushes`(
    version: String
) throws {
    var phone = try PhoneFixture()
    let alert = #"{"aps":{"alert":"Hi","relevance-score":0.7}}"#
    let expected = try (phone.decide(alert), phone.decide(Sample.silent))
    phone.device.systemVersion = version
    #expect(try phone.decide(alert) == expected.0)
    #expect(try phone.decide(alert).notification?.relevanceScore == 0.7)
    #expect(try phone.decide(Sample.silent) == expected.1)
}

@Test func `T170, FG-1, FG-2: in the foreground, nothing is shown unless willPresent requests it`()
    throws
{
    let phone = try PhoneFixture(.foreground)
    let silent = phone.device.decide(
        .push(try phone.push(Sample.alert)), at: PhoneFixture.now,
        answers: ArrivalAnswers(presentation: .notImplemented))
    #expect(silent.place == .none && !silent.isKept && silent.reasons.contains("FG-1"))
    let decision = try phone.decide(Sample.alert, presentation: [])
    #expect(decision.place == .none && !decision.isKept)
    #expect(try phone.decide(Sample.alert, presentation: [.banner]).place == .banner)
}

@Test(arguments: [
    (AppState.forceQuit, RuleID("RSP-1")), (.terminated, "RSP-1"), (.suspended, "RSP-2"),
    (.background, "RSP-2"), (.foreground, "RSP-4"),
])
func `T174, T179, T180, T181, ACT-7: a tap opens the app with data and the default action`(
    state: AppState, rule: RuleID
) throws {
    var phone = try PhoneFixture(state)
    try phone.take(#"{"aps":{"alert":"Hi"},"order":42}"#, collapseID: "n")
    let outcome = try phone.perform(.tap(notificationID: "n"))
    let call = try #require(outcome.callbacks.first { $0.kind == .didReceiveResponse })
    #expect(call.rule == rule)
    #expect(outcome.response?.actionIdentifier == NotificationResponse.defaultActionIdentifier)
    let userInfo = try JSONReader.read(outcome.response?.notification.userInfo ?? "").value
    #expect(userInfo.objectValue?["order"] == 42)
    #expect(try phone.app.state == .foreground)
}

@Test
func `T174, LC-1, RSP-4: in the foreground, the delegate is called for arrivals and for taps`()
    throws
{
    var phone = try PhoneFixture(.foreground) { $0.foregroundPresentation = [.banner] }
    let arrival = try phone.take(Sample.alert, collapseID: "n")
    #expect(arrival.callbacks.map(\.kind) == [.willPresent])
    let tap = try phone.perform(.tap(notificationID: "n"))
    #expect(tap.callbacks.map(\.kind) == [.didReceiveResponse])
}

@Test func `T212, ID-2: a notification with the same identifier replaces the delivered one`() throws
{
    var phone = try PhoneFixture()
    try phone.take(#"{"aps":{"alert":"0 : 0"}}"#, collapseID: "match", number: 1)
    let decision = try phone.take(
        #"{"aps":{"alert":"1 : 0"}}"#, collapseID: "match", number: 2)
    #expect(decision.replaced == "match")
    #expect(try phone.app.delivered.map(\.body) == ["1 : 0"])
}

@Test func `T218, LVL-1: a passive alert is only listed, without a banner or a sound`() throws {
    let decision = try PhoneFixture().decide(
        #"{"aps":{"alert":"Hi","sound":"default","interruption-level":"passive"}}"#)
    #expect(decision.place == .notificationCenter)
    #expect(decision.sound == nil)
}

@Test(arguments: ["", #","interruption-level":"active""#])
func `T219, LVL-2: without a level, a notification is active, with a banner and a sound`(
    key: String
) throws {
    let decision = try PhoneFixture().decide(
        "{\"aps\":{\"alert\":\"Hi\",\"sound\":\"default\"\(key)}}")
    #expect(decision.place == .banner)
    #expect(decision.sound == "default")
    #expect(decision.notification?.level == .active)
}

@Test(arguments: [
    ("chime.caf", "chime.caf"), ("ding.wav", "ding.wav"), ("ding.aiff", "ding.aiff"),
    ("ding.mp3", "default"), ("gone.caf", "default"), ("half.caf", "default"),
    ("almost.caf", "almost.caf"), ("hidden.caf", "default"),
])
func `T228, SND-1, SND-3, SND-4: a sound is a short AIFF, WAV or CAF file of the app`(
    name: String, played: String
) throws {
    let phone = try PhoneFixture {
        $0.bundle.sounds = ["chime.caf", "ding.wav", "ding.aiff", "ding.mp3"].map {
            AppBundle.Sound(name: $0)
        }
        $0.bundle.sounds += [
            AppBundle.Sound(name: "half.caf", seconds: 30),
            AppBundle.Sound(name: "almost.caf", seconds: 29.9),
            // The file in the container takes precedence, although only the other one could be
            // played.
            AppBundle.Sound(name: "hidden.caf"),
            AppBundle.Sound(name: "hidden.caf", place: .container, seconds: 31),
        ]
    }
    let decision = try phone.decide("{\"aps\":{\"alert\":\"Hi\",\"sound\":\"\(name)\"}}")
    #expect(decision.sound == played)
}

@Test
func `T239, SIL-7, LC-2: a force-quit app is not woken until its launch; its alerts are shown`()
    throws
{
    var phone = try PhoneFixture(.forceQuit)
    #expect(try phone.decide(Sample.silent).callbacks.isEmpty)
    let both = try phone.decide(#"{"aps":{"alert":"Hi","content-available":1}}"#)
    #expect(both.outcome == .shown && both.callbacks.isEmpty)
    // The app's service extension still runs. A restart ends the force-quit state, and so does a
    // launch.
    phone.device[id]?.capabilities.serviceExtension = true
    let mutable = try phone.decide(#"{"aps":{"alert":"Hi","mutable-content":1}}"#)
    #expect(mutable.callbacks.map(\.kind) == [.serviceExtension])
    var restarted = phone
    try restarted.perform(.reboot)
    #expect(!(try restarted.decide(Sample.silent).callbacks.isEmpty))
    try phone.perform(.launch(bundleID: id))
    try phone.perform(.bring(bundleID: id, to: .suspended))
    #expect(!(try phone.decide(Sample.silent).callbacks.isEmpty))
}

@Test(arguments: AppState.allCases)
func `T240, T282, LT-1, LT-7: the payload and the app's state determine which code runs`(
    state: AppState
) throws {
    let phone = try PhoneFixture(state)
    let alert = try phone.decide(Sample.alert).callbacks.map(\.kind)
    let silent = try phone.decide(Sample.silent).callbacks.map(\.kind)
    #expect(alert == (state == .foreground ? [.willPresent] : []))
    #expect(silent == (state == .forceQuit ? [] : [.didReceiveRemoteNotification]))
}

@Test(arguments: [
    (AppState.background, ArrivalDecision.Wake.woken), (.suspended, .woken),
    (.terminated, .launched),
])
func `T242, LC-5: a silent push wakes or launches the app in the background`(
    state: AppState, wake: ArrivalDecision.Wake
) throws {
    let decision = try PhoneFixture(state).decide(Sample.silent)
    #expect(decision.wake == wake)
    #expect(decision.reasons.contains("LC-5"))
}
