public import BellhopKit

extension PushActionID {
    /// Replies without opening the app.
    public static let thank: PushActionID = "THANK"
}

extension PushCategory {
    /// New letters. The server writes `LETTERS` into `aps.category`; the content extension's
    /// Info.plist names it too.
    public static let letters = PushCategory(
        "LETTERS",
        actions: [.textInput(.thank, "Say thanks", send: "Send", placeholder: "Thank you!")],
        hiddenPreviewsBodyPlaceholder: "%u letters")
}

extension PermissionReason {
    /// The text that the person reads before the system's prompt.
    public static let newLetters = PermissionReason(
        feature: "new-letters", title: "Know when a letter arrives",
        message: "One notification for each letter, and nothing else.")
}
