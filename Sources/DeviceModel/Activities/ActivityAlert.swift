// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// An alert of a Live Activity as the phone presents it: on the Lock Screen, which lights up, or
/// over the foreground app (`LA-18`).
///
/// A real phone hides the alert after some seconds. Here, the alert stays until the next alert,
/// until the phone is locked or unlocked, or until the person opens or collapses the activity.
public struct ActivityAlert: Hashable, Sendable, Codable {
    /// How the alert is presented.
    public enum Style: String, Hashable, Sendable, Codable, CaseIterable {
        /// The Dynamic Island shows the activity at full size.
        case expandedIsland = "expanded-island"
        /// On a phone without a Dynamic Island, a banner shows the activity's Lock Screen view.
        case banner
        /// The screen lights up with the activity on it.
        case lockScreen = "lock-screen"
    }

    public let activityID: String
    public let bundleID: String
    public let style: Style
    /// The title for an Apple Watch, localized with the app's strings.
    public let title: String
    public let body: String

    enum CodingKeys: String, CodingKey {
        case style, title, body
        case activityID = "activity_id"
        case bundleID = "bundle_id"
    }
}

extension Device {
    /// The alert of a Live Activity that is presented now.
    public var activityAlert: ActivityAlert? {
        guard let alert = lastActivityAlert, (alert.style == .lockScreen) == isLocked,
            foregroundApp?.bundleID != alert.bundleID,
            activities.contains(where: { $0.id == alert.activityID && $0.isOnScreen })
        else { return nil }
        return alert
    }

    /// Returns how the phone presents an alert in its current state; `nil` while the alert's app is
    /// in the foreground.
    func presentation(_ alert: LiveActivity.Alert, of activity: LiveActivity) -> ActivityAlert? {
        guard let app = self[activity.bundleID], effectiveState(of: app) != .foreground else {
            return nil
        }
        return ActivityAlert(
            activityID: activity.id, bundleID: activity.bundleID,
            style: isLocked ? .lockScreen : hasDynamicIsland ? .expandedIsland : .banner,
            title: localized(alert.title, in: app.bundleID),
            body: localized(alert.body, in: app.bundleID))
    }

    /// Returns a text as the phone shows it: from the app's strings in the phone's language
    /// (`LOC-1`), or the key itself if the app has no string for it (`LOC-4`).
    public func localized(_ text: NotificationText, in bundleID: String) -> String {
        var texts = LocalizedText(
            strings: self[bundleID]?.bundle.strings(for: language) ?? [:],
            plainWins: choices.plainTextWinsOverKey)
        return texts.resolve(text).plain
    }

    /// Returns the keys of an alert for which the app has no string.
    func missingKeys(of alert: LiveActivity.Alert, in app: InstalledApp) -> [String] {
        let strings = app.bundle.strings(for: language)
        return [alert.title, alert.body].filter(\.plain.isEmpty).compactMap(\.key)
            .filter { strings[$0] == nil }
    }

    /// Returns the sound of a presented alert: a file or `default`; `nil` for none (`LA-18`).
    func sound(of alert: LiveActivity.Alert, in app: InstalledApp) -> String? {
        guard !isMuted, let sound = alert.sound else { return nil }
        guard case .named(let name) = sound else { return "default" }
        return app.bundle.findSound(name).name
    }
}
