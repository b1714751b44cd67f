// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Testing

private let id = PhoneFixture.bundleID

@Test func `SF-9: an online phone shows every push separately, even many in a row`() throws {
    var phone = try PhoneFixture()
    for number in 1...100 as ClosedRange<UInt8> {
        let decision = try phone.take("{\"aps\":{\"alert\":\"\(number)\"}}", number: number)
        #expect(decision.outcome == .shown)
    }
    #expect(try phone.app.delivered.map(\.body) == (1...100).reversed().map { "\($0)" })
}

@Test func `SF-8: a push replaces the one with the same collapse identifier, and others stay`()
    throws
{
    var phone = try PhoneFixture()
    try phone.take(#"{"aps":{"alert":"0 : 0"}}"#, collapseID: "match", number: 1)
    try phone.take(#"{"aps":{"alert":"news"}}"#, number: 2)
    let decision = try phone.take(#"{"aps":{"alert":"1 : 0"}}"#, collapseID: "match", number: 3)
    #expect(decision.replaced == "match")
    #expect(try phone.app.delivered.map(\.body) == ["1 : 0", "news"])
}

@Test
func `LNK-7: a push that sets the badge to 0 clears the list, and one without a badge does not`()
    throws
{
    var phone = try PhoneFixture()
    try phone.take(#"{"aps":{"alert":"Hi","badge":2}}"#, number: 1)
    try phone.take(#"{"aps":{"alert":"Hi"}}"#, number: 2)
    #expect(try phone.app.delivered.count == 2)
    try phone.take(#"{"aps":{"badge":0}}"#, number: 3)
    #expect(try phone.app.delivered.isEmpty)
    #expect(try phone.app.badge == 0)
}

@Test func `LNK-8: launch-image is stored for the launch and changes nothing else`() throws {
    let phone = try PhoneFixture()
    let plain = try phone.decide(#"{"aps":{"alert":{"body":"Hi"}}}"#)
    let decision = try phone.decide(#"{"aps":{"alert":{"body":"Hi","launch-image":"Chat"}}}"#)
    #expect(decision.notification?.launchImage == "Chat")
    #expect(plain.notification?.launchImage == nil)
    #expect(decision.summary == plain.summary && decision.place == plain.place)
    #expect(decision.callbacks == plain.callbacks && decision.reasons == plain.reasons)
}

@Test(arguments: AppState.allCases)
func `N26-4: a push for widgets reloads them, shows nothing and runs no app`(state: AppState)
    throws
{
    let token = try PhoneFixture.token(3)
    let phone = try PhoneFixture(state) { $0.tokens[.widgets] = token }
    let push = try phone.push(
        #"{"aps":{"content-changed":true,"alert":"Hi"}}"#, pushType: .widgets, token: token,
        topic: id + ".push-type.widgets")
    let decision = phone.device.decide(.push(push), at: PhoneFixture.now)
    #expect(decision.summary.contains("the system reloads the app's widgets"))
    #expect(decision.place == .none && decision.notification == nil)
    #expect(decision.callbacks.isEmpty)
}

@Test func `OPT-5: announcement and timeSensitive are accepted and have no effect`() throws {
    for (isEntitled, setting) in [
        (true, SettingsSnapshot.Setting.enabled), (false, .notSupported),
    ] {
        var phone = try PhoneFixture(.foreground, authorization: .notDetermined) { app in
            app.capabilities.timeSensitive = isEntitled
        }
        var plain = phone
        _ = phone.request([.alert, .announcement, .timeSensitive])
        _ = plain.request([.alert])
        #expect(phone.device.prompts == plain.device.prompts)
        try phone.perform(.answerPrompt(.allow))
        try plain.perform(.answerPrompt(.allow))
        #expect(phone.snapshot == plain.snapshot)
        #expect(phone.snapshot.timeSensitive == setting, "the entitlement decides")
        #expect(phone.snapshot.announcement == .notSupported)
    }
}
