// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Testing

struct SummaryCase: Sendable, CustomTestStringConvertible {
    let text: String
    let outcome: Arrival.Outcome
    let aps: String
    let state: AppState
    let isLocked: Bool
    let authorization: Authorization
    let edit: @Sendable (inout InstalledApp) -> Void

    var testDescription: String { text }

    init(
        _ text: String, _ outcome: Arrival.Outcome, aps: String, state: AppState = .suspended,
        isLocked: Bool = false, authorization: Authorization = .authorized,
        edit: @escaping @Sendable (inout InstalledApp) -> Void = { _ in }
    ) {
        self.text = text
        self.outcome = outcome
        self.aps = aps
        self.state = state
        self.isLocked = isLocked
        self.authorization = authorization
        self.edit = edit
    }

    private static let alert =
        #""alert":{"title":"Alex","body":"Can you ship the build before standup?"}"#
    private static let silent = #""content-available":1"#

    static let shown = [
        SummaryCase(
            "A banner appeared on the Lock Screen: “\(Sample.line)”", .shown, aps: alert,
            isLocked: true),
        SummaryCase(
            "A banner appeared over the app in the foreground: “\(Sample.line)”", .shown,
            aps: alert,
            state: .foreground),
        SummaryCase("A banner appeared: “\(Sample.line)”", .shown, aps: alert),
        SummaryCase(
            "A banner appeared: “\(Sample.line)” The app was launched in the background for "
                + "content-available (LC-2).", .shown,
            aps: alert + "," + silent, state: .terminated),
        SummaryCase(
            "A banner appeared: “\(Sample.line)” The app was not woken, because the app was "
                + "force-quit (SIL-7).", .shown,
            aps: alert + "," + silent, state: .forceQuit),
        SummaryCase(
            "The notification went only to Notification Center, because the app has "
                + "provisional permission (AUTH-21).",
            .listedQuietly,
            aps: alert, isLocked: true, authorization: .provisional),
        SummaryCase(
            "The notification went only to Notification Center, because the app has "
                + "provisional permission (AUTH-21).",
            .listedQuietly,
            aps: alert, state: .foreground, authorization: .provisional),
        SummaryCase(
            "The notification went only to Notification Center, because its "
                + "interruption level is passive (LVL-1).", .listedQuietly,
            aps: alert + #","interruption-level":"passive""#),
        SummaryCase(
            "The notification went only to Notification Center, because banners are "
                + "off in Settings (AUTH-26).", .listedQuietly,
            aps: alert,
            edit: { $0.settings.alert = false }),
        SummaryCase(
            "The notification went only to Notification Center, because the Lock "
                + "Screen is off in Settings (AUTH-20).",
            .listedQuietly,
            aps: alert, isLocked: true, edit: { $0.settings.lockScreen = false }),
        SummaryCase(
            "The notification went only to Notification Center, because willPresent "
                + "did not return the banner option (FG-4).",
            .listedQuietly,
            aps: alert, state: .foreground, edit: { $0.foregroundPresentation = [.list] }),
        SummaryCase(
            "The notification went only to Notification Center, because banners are "
                + "off in Settings (FG-7).", .listedQuietly,
            aps: alert,
            state: .foreground, edit: { $0.settings.alert = false }),
    ]

    static let others = [
        SummaryCase(
            "The background push was not delivered, because the app was force-quit (SIL-7).",
            .discarded, aps: silent,
            state: .forceQuit),
        SummaryCase(
            "The background push was not delivered, because Background App Refresh is off for the "
                + "app (SIL-8). The phone holds the push until the app may run (SIL-4).",
            .held,
            aps: silent, edit: { $0.backgroundRefreshEnabled = false }),
        SummaryCase(
            "The background push was not delivered, because the app does not have the "
                + "remote-notification background mode (SIL-2).",
            .discarded, aps: silent,
            edit: { $0.capabilities.remoteNotificationBackgroundMode = false }),
        SummaryCase(
            "The app in the foreground ran its background callback for content-available (LC-5).",
            .handledByApp,
            aps: silent, state: .foreground, edit: { $0.backgroundRefreshEnabled = false }),
        SummaryCase(
            "The app was woken in the background for content-available (LC-5).", .ranInBackground,
            aps: silent),
        SummaryCase(
            "The app was launched in the background for content-available (LC-5).",
            .ranInBackground,
            aps: silent,
            state: .terminated),
        SummaryCase(
            "The badge was set to 3; nothing was shown (LC-6).", .soundOrBadgeOnly,
            aps: #""badge":3"#),
        SummaryCase(
            "The badge was removed and the sound chime.caf played; nothing was shown (LC-6).",
            .soundOrBadgeOnly,
            aps: #""badge":0,"sound":"chime.caf""#),
        SummaryCase(
            "The badge was set to 3; nothing was shown (LC-7). The app was woken in the background "
                + "for content-available (LC-7).",
            .soundOrBadgeOnly,
            aps: #""badge":3,"content-available":1"#),
        SummaryCase(
            "The sound or badge had no effect, because the app's switch for it is off in Settings "
                + "(AUTH-20).",
            .discarded,
            aps: #""badge":3"#,
            edit: { $0.settings.badge = false }),
        SummaryCase(
            "The badge was not changed, because its number is negative (BDG-4).", .discarded,
            aps: #""badge":-1"#),
        SummaryCase(
            "The sound or badge had no effect, because the app has provisional permission "
                + "(AUTH-21).", .discarded,
            aps: #""badge":3"#, authorization: .provisional),
        SummaryCase(
            "Nothing was shown, because notifications are denied for the app (AUTH-23).",
            .discarded,
            aps: alert,
            authorization: .denied),
        SummaryCase(
            "Nothing was shown, because notifications are denied for the app (AUTH-23). The app "
                + "was woken in the background for content-available (LC-21).", .ranInBackground,
            aps: alert + "," + silent,
            authorization: .denied),
        SummaryCase(
            "Nothing was shown, because notifications are denied for the app (AUTH-23). The app "
                + "was not woken, because the app was force-quit (SIL-7).",
            .discarded, aps: alert + "," + silent, state: .forceQuit, authorization: .denied),
        SummaryCase(
            "Nothing was shown, because the app has not requested permission (AUTH-24).",
            .discarded,
            aps: alert,
            authorization: .notDetermined),
        SummaryCase(
            "The app was in the foreground and its willPresent returned no options, so nothing was "
                + "shown (FG-2).", .handledByApp, aps: alert,
            state: .foreground, edit: { $0.foregroundPresentation = [] }),
        SummaryCase(
            "Nothing was shown, because banners and Notification Center are off in Settings "
                + "(AUTH-20).",
            .discarded, aps: alert, edit: { $0.settings = .allOff }),
        SummaryCase(
            "Nothing was shown, because the Lock Screen and Notification Center are off in "
                + "Settings (AUTH-20).", .discarded, aps: alert, isLocked: true,
            edit: { $0.settings = .allOff }),
        SummaryCase(
            "Nothing was shown, because its interruption level is passive and Notification "
                + "Center is off in Settings (LVL-1).", .discarded,
            aps: alert + #","interruption-level":"passive""#,
            edit: { $0.settings.notificationCenter = false }),
        SummaryCase(
            "The payload contains nothing to show and no content-available, so nothing happened "
                + "(LC-9).",
            .discarded,
            aps: ""),
        SummaryCase(
            "The app in the foreground received the push, which contains nothing to show (LC-9).",
            .handledByApp, aps: "",
            state: .foreground),
    ]
}

@Test(arguments: SummaryCase.shown + SummaryCase.others)
func `the summary states where the notification went or why it was not shown, with the rule`(
    row: SummaryCase
) throws {
    let phone = try PhoneFixture(
        row.state, authorization: row.authorization, isLocked: row.isLocked, edit: row.edit)
    let decision = try phone.decide("{\"aps\":{\(row.aps)}}")
    #expect(decision.summary == row.text)
    #expect(decision.outcome == row.outcome)
    if let open = row.text.lastIndex(of: "("), row.text.hasSuffix(").") {
        let cited = RuleID(rawValue: String(row.text[open...].dropFirst().dropLast(2)))
        #expect(decision.reasons.contains(cited))
    }
}

@Test(arguments: [
    (
        TokenFamily.location,
        "The push arrived on the location token: the location push service extension runs, in any "
            + "state of the app (REG-16)."
    ),
    (
        .widgets,
        "The push arrived on the widget token: the system reloads the app's widgets (REG-16)."
    ),
    (
        .controls,
        "The push arrived on the control token: the system reloads the app's controls (REG-16)."
    ),
])
func `a push to a token of another family is only recorded`(
    family: TokenFamily, text: String
) throws {
    let other = try PhoneFixture.token(2)
    var phone = try PhoneFixture(.forceQuit) { $0.tokens[family] = other }
    let push = try phone.push(Sample.alert, token: other)
    let decision = phone.device.decide(.push(push), at: PhoneFixture.now)
    let before = phone.device
    phone.device.apply(decision)
    #expect(decision.summary == text)
    #expect(decision.outcome == .receiptOnly)
    #expect(decision.outcome.isDelivered)
    #expect(decision.callbacks.isEmpty)
    #expect(phone.device == before)
}

@Test func `a push for an app that is not installed is discarded with a reason`() throws {
    let phone = try PhoneFixture()
    let push = try phone.push(
        Sample.alert, token: PhoneFixture.token(9), topic: "com.example.gone\u{1B}[31m")
    let decision = phone.device.decide(.push(push), at: PhoneFixture.now)
    #expect(decision.outcome == .discarded)
    #expect(decision.reasons == ["ARR-1"])
    #expect(
        decision.summary
            == "The notification was discarded, because com.example.gone[31m is not installed on "
            + "the phone (ARR-1). Install it and send to its new token.")
}

@Test func `a push to a token from before a reinstallation is discarded with a reason`() throws {
    let phone = try PhoneFixture()
    let push = try phone.push(Sample.alert, token: PhoneFixture.token(9))
    let decision = phone.device.decide(.push(push), at: PhoneFixture.now)
    #expect(decision.outcome == .discarded)
    #expect(decision.reasons == ["ARR-1", "REG-6"])
}

@Test(arguments: [
    "", "hello", "[1]", "{\"aps\":", "{\"aps\":{\"alert\":\"x\"}} trailing", "\u{0}\u{1}",
])
func `a body that is not a payload is discarded, and the summary says why`(body: String) throws {
    var phone = try PhoneFixture(.foreground)
    let before = phone.device
    let decision = try phone.take(body)
    #expect(decision.outcome == .discarded)
    #expect(decision.reasons == ["ARR-2"])
    let start = "The notification was discarded, because its body is not a valid payload (ARR-2). "
    #expect(decision.summary.hasPrefix(start + "Line 1, column"))
    #expect(phone.device == before)
}

@Test func `an arrival has the result of its push and the identifier of its notification`() throws {
    let phone = try PhoneFixture()
    let push = try phone.push(Sample.alert, collapseID: "chat-1")
    let arrival = Arrival(
        phone.device.decide(.push(push), at: PhoneFixture.now), of: .push(push),
        at: PhoneFixture.now)
    #expect(arrival.isDelivered)
    #expect(arrival.notificationID == "chat-1")
    #expect(arrival.bundleID == PhoneFixture.bundleID)
    #expect(arrival.reasons.first == "LC-1")

    let silent = try phone.push(Sample.silent)
    let quiet = Arrival(
        phone.device.decide(.push(silent), at: PhoneFixture.now), of: .push(silent),
        at: PhoneFixture.now)
    #expect(quiet.notificationID == nil)
}
