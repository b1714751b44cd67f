// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The values of `aps` that the kit itself reads ("Generating a remote notification").
extension PushPayload {
    /// The alert's title; `nil` when there is none, or when it is given as a localization key.
    public var alertTitle: String? { string("aps.alert.title") }

    /// The alert's body; `nil` when there is none, or when it is given as a localization key.
    public var alertBody: String? { string(anyOf: ["aps.alert.body", "aps.alert"]) }

    /// The category, which determines the notification's buttons.
    public var category: PushCategoryID? {
        string("aps.category").map(PushCategoryID.init(rawValue:))
    }

    /// The thread that the notification belongs to (rule `GRP-1`).
    public var threadID: String? { string("aps.thread-id") }

    /// The scene that the notification is for (rule `LNK-2`).
    public var targetContentID: String? { string("aps.target-content-id") }

    /// The badge number.
    public var badge: Int? {
        guard case .number(let number)? = self["aps.badge"] else { return nil }
        return number.intValue
    }

    /// Whether the push shows and plays nothing: it has no alert, sound or badge, and only wakes
    /// the app (rule `SIL-1`).
    public var isSilent: Bool {
        guard let aps = self["aps"]?.objectValue else { return false }
        return aps["content-available"] != nil && aps["alert"] == nil && aps["sound"] == nil
            && aps["badge"] == nil
    }

    /// Whether there is an alert to show.
    var hasAlert: Bool { self["aps.alert"] != nil }

    /// Returns whether one of several keys is `true`, or a number that is not 0.
    func flag(anyOf paths: [String]) -> Bool {
        paths.contains { path in
            switch self[path] {
            case .bool(let flag)?: flag
            case .number(let number)?: number.doubleValue != 0
            default: false
            }
        }
    }
}
