// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension PushDecision {
    /// All questions, in the order in which they are asked.
    public static let table: [PushQuestion] = [
        row(
            .kind, "Who must notice it?",
            [
                ("alert", "the person: a notification with text"),
                ("background", "the app only: it fetches something, nothing is shown"),
                ("live-activity", "whoever follows a Live Activity on the Lock Screen"),
                ("call", "the person, now: an incoming call of a VoIP app"),
                ("push-to-talk", "the members of a Push to Talk channel"),
                ("widgets", "the app's widgets: they load anew"),
                ("controls", "the app's controls: they load anew"),
                ("location", "the app's location push extension: where is the device?"),
                ("complication", "a watch complication of a WatchKit app"),
                ("file-provider", "a file provider: files changed on the server"),
            ], isRequired: true, kinds: Set(PushKind.allCases)),
        row(
            .urgency, "How urgent is it for the person?",
            [
                ("active", "as most are: it lights the screen and may sound"),
                ("passive", "it can wait: no sound, no light, seen when the phone is next used"),
                ("time-sensitive", "it needs action within the hour: it gets through a Focus"),
                ("critical", "health or safety: it sounds even when muted; Apple must approve"),
            ], isRequired: true),
        row(
            .text, "Where does its text come from?",
            [
                ("plain", "the server writes it in the person's language"),
                ("localized", "the app's strings: the payload names keys and arguments"),
            ]),
        row(
            .change, "Does code of the app change it before it is shown?",
            [
                ("no", "it is shown as it is sent"),
                ("picture", "a service extension adds a picture, sound or video"),
                ("decrypt", "a service extension decrypts it"),
            ]),
        row(
            .buttons, "Does it have buttons of its own?",
            [("no", "a tap opens the app"), ("yes", "a category with actions")]),
        row(
            .badge, "Does it set the number on the app's icon?",
            [("no", "the number stays"), ("yes", "to a number that the server knows")]),
        row(
            .wake, "Does the app also get time to fetch, before it is opened?",
            [("no", "it fetches when it is opened"), ("yes", "content-available beside the text")]),
        row(
            .replaces, "Does it replace an earlier one about the same thing?",
            [("no", "each stands alone"), ("yes", "by apns-collapse-id")]),
        row(
            .offline, "Is it still of use when the phone was offline?",
            [
                ("keep", "yes: APNs keeps it for the phone"),
                ("drop", "no: apns-expiration 0, one attempt"),
            ], kinds: [.alert, .background]),
        row(
            .event, "What happens to the Live Activity?",
            [
                ("update", "it shows something new"), ("start", "it begins, without the app"),
                ("end", "it is over"),
            ], isRequired: true, kinds: [.liveActivity]),
        row(
            .loud, "Must the person look at once?",
            [
                ("no", "it changes quietly, priority 5"),
                ("yes", "it lights the screen and sounds, priority 10"),
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
