// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// What the kit itself reads of Apple's part ("Generating a remote notification").
extension PushPayload {
    /// The alert's title; `nil` when it has none, or one by a key of the app's strings.
    public var alertTitle: String? { string("aps.alert.title") }

    /// The alert's text; `nil` when it has none, or one by a key of the app's strings.
    public var alertBody: String? { string(anyOf: ["aps.alert.body", "aps.alert"]) }

    /// The category whose buttons it has.
    public var category: PushCategoryID? {
        string("aps.category").map(PushCategoryID.init(rawValue:))
    }

    /// The group it belongs to (rule `GRP-1`).
    public var threadID: String? { string("aps.thread-id") }

    /// The scene it is for (rule `LNK-2`).
    public var targetContentID: String? { string("aps.target-content-id") }

    /// The number for the icon.
    public var badge: Int? {
        guard case .number(let number)? = self["aps.badge"] else { return nil }
        return number.intValue
    }

    /// Whether the person is told: text, sound or badge. What has none of them only wakes the app
    /// (rule `SIL-1`).
    public var isSilent: Bool {
        guard let aps = self["aps"]?.objectValue else { return false }
        return aps["content-available"] != nil && aps["alert"] == nil && aps["sound"] == nil
            && aps["badge"] == nil
    }

    /// Whether there is a text to show.
    var hasAlert: Bool { self["aps.alert"] != nil }

    /// Whether a key says yes: `true`, or a number that is not 0.
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
