// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// What an app's code asks about permission.
extension Device {
    /// The app asks for permission (`AUTH-1` to `AUTH-6`, `AUTH-11`).
    public mutating func requestAuthorization(
        _ options: AuthorizationOptions, of bundleID: String, at now: Date
    ) -> AuthorizationAnswer {
        .answered(isGranted: false)
    }

    /// What the app reads about its settings.
    public func settingsSnapshot(of bundleID: String) -> SettingsSnapshot { SettingsSnapshot() }
}

/// What comes of asking for permission.
public enum AuthorizationAnswer: Hashable, Sendable {
    /// At once, without a question.
    case answered(isGranted: Bool)
    /// When the person has answered the question of this identifier.
    case asking(promptID: Int)
    /// It cannot be asked, with words.
    case failed(NotificationFailure)
}
