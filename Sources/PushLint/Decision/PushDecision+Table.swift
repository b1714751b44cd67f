// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension PushDecision {
    /// All questions, in the order in which they are asked.
    public static let table: [PushQuestion] = [
        row(
            .kind, "What is the push for?",
            [
                ("alert", "a notification with text for the person"),
                ("background", "the app, which fetches data and shows nothing"),
                ("live-activity", "a Live Activity on the Lock Screen"),
                ("call", "an incoming call of a VoIP app"),
                ("push-to-talk", "a transmission in a Push to Talk channel"),
                ("widgets", "the app's widgets, which reload"),
                ("controls", "the app's controls, which reload"),
                (
                    "location",
                    "the app's location push extension, which finds the device's "
                        + "location"
                ),
                ("complication", "a watch complication of a WatchKit app"),
                ("file-provider", "a file provider whose files changed on the server"),
            ], isRequired: true, kinds: Set(PushKind.allCases)),
        row(
            .urgency, "How urgent is it for the person?",
            [
                (
                    "active",
                    "the usual level: the notification lights up the screen and can play a "
                        + "sound"
                ),
                (
                    "passive",
                    "it can wait: the notification makes no sound and does not light up "
                        + "the screen"
                ),
                (
                    "time-sensitive",
                    "the person must act within an hour: the notification breaks "
                        + "through a Focus"
                ),
                (
                    "critical",
                    "health or safety: the notification plays its sound even on a "
                        + "silenced phone; needs Apple's approval"
                ),
            ], isRequired: true),
        row(
            .text, "Where does the text come from?",
            [
                ("plain", "the server writes it in the person's language"),
                (
                    "localized",
                    "from the app's localized strings: the payload contains keys and "
                        + "arguments"
                ),
            ]),
        row(
            .change, "Does the app's code change the notification before it is shown?",
            [
                ("no", "the notification is shown unchanged"),
                ("picture", "a service extension adds a picture, sound or video"),
                ("decrypt", "a service extension decrypts the notification"),
            ]),
        row(
            .buttons, "Does the notification have buttons?",
            [("no", "a tap opens the app"), ("yes", "its category has actions")]),
        row(
            .badge, "Does the notification set the number on the app's icon?",
            [("no", "the number does not change"), ("yes", "to a number that the server sends")]),
        row(
            .wake, "Does the app also run in the background to fetch data before it is opened?",
            [
                ("no", "the app fetches data when it is opened"),
                ("yes", "the payload contains content-available in addition to the text"),
            ]),
        row(
            .replaces,
            "Does the notification replace an earlier notification about the same "
                + "subject?",
            [("no", "each notification is shown separately"), ("yes", "by apns-collapse-id")]),
        row(
            .offline, "Is the push still useful if the phone was offline and receives it later?",
            [
                ("keep", "yes: APNs stores it until the phone is online"),
                ("drop", "no: apns-expiration 0, one attempt"),
            ], kinds: [.alert, .background]),
        row(
            .event, "What happens to the Live Activity?",
            [
                ("update", "its content changes"),
                ("start", "it starts, even if the app does not run"),
                ("end", "it ends"),
            ], isRequired: true, kinds: [.liveActivity]),
        row(
            .loud, "Does the update need attention immediately?",
            [
                ("no", "the content changes without a sound, with priority 5"),
                ("yes", "the update lights up the screen and plays a sound, with priority 10"),
            ], kinds: [.liveActivity]),
    ]

    private static func row(
        _ id: PushQuestion.ID, _ text: String, _ choices: [(String, String)],
        isRequired: Bool = false, kinds: Set<PushKind> = [.alert]
    ) -> PushQuestion {
        PushQuestion(
            id: id, text: text,
            choices: choices.map { PushQuestion.Choice(word: $0.0, meaning: $0.1) },
            isRequired: isRequired, kinds: kinds)
    }
}
