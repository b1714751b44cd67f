// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import BellhopKit

extension PushActionID {
    /// Writes back without opening the app.
    public static let thank: PushActionID = "THANK"
}

extension PushCategory {
    /// New postcards. The server writes `POSTCARDS` into `aps.category`; the content extension's
    /// Info.plist names it too.
    public static let postcards = PushCategory(
        "POSTCARDS",
        actions: [.textInput(.thank, "Say thanks", send: "Send", placeholder: "Thank you!")],
        hiddenPreviewsBodyPlaceholder: "%u postcards")
}

extension PermissionReason {
    /// What the person reads before the system asks.
    public static let newPostcards = PermissionReason(
        feature: "new-postcards", title: "Know when a postcard arrives",
        message: "One notification for each postcard, and nothing else.")
}
