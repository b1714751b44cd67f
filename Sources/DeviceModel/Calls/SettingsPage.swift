// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A page of the Settings app that an app opens with a URL (`LNK-4`).
public struct SettingsPage: Hashable, Sendable, Codable {
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// The app's page. Source: `UIApplication.openSettingsURLString`.
        case app
        /// The app's notification page. Source: `UIApplication.openNotificationSettingsURLString`.
        case notifications
    }

    public let kind: Kind
    /// The bundle identifier of the app that the page belongs to.
    public let bundleID: String

    enum CodingKeys: String, CodingKey {
        case kind
        case bundleID = "bundle_id"
    }
}

extension Device {
    /// Opens a page in Settings for the foreground app, and brings Settings to the front (`LNK-4`).
    /// Does nothing for an app that is not in the foreground.
    public func openingSettings(
        _ kind: SettingsPage.Kind, of bundleID: String, at now: Date
    ) -> ActionOutcome {
        var outcome = ActionOutcome(device: self, at: now)
        guard foregroundApp?.bundleID == bundleID else { return outcome }
        outcome.leaveForeground(bundleID)
        outcome.device.settingsPage = SettingsPage(kind: kind, bundleID: bundleID)
        outcome.cite("LNK-4")
        return outcome
    }
}
