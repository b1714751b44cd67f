// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The alert that accompanies an update. Available since iOS 16.1.
public struct AlertConfiguration: Equatable, Sendable {
    /// The sound of an alert.
    public struct AlertSound: Equatable, Sendable {
        /// The name of a sound file in the app; `nil` for the system's default sound.
        package let name: String?

        /// The system's default sound.
        public static var `default`: AlertSound { AlertSound(name: nil) }

        /// Returns a sound from a sound file of the app.
        public static func named(_ name: String) -> AlertSound { AlertSound(name: name) }
    }

    /// The title, which is shown on the watch.
    public var title: LocalizedStringResource
    /// The text, which is shown on the watch.
    public var body: LocalizedStringResource
    /// The alert's sound.
    public var sound: AlertSound

    /// Creates an alert.
    public init(title: LocalizedStringResource, body: LocalizedStringResource, sound: AlertSound) {
        self.title = title
        self.body = body
        self.sound = sound
    }
}
