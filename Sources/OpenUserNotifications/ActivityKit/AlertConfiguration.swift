// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The alert that goes with an update. Apple: since iOS 16.1.
public struct AlertConfiguration: Equatable, Sendable {
    /// What is heard.
    public struct AlertSound: Equatable, Sendable {
        /// The file in the app; nil for the system's sound.
        package let name: String?

        /// The system's sound.
        public static var `default`: AlertSound { AlertSound(name: nil) }

        /// A sound file of the app.
        public static func named(_ name: String) -> AlertSound { AlertSound(name: name) }
    }

    /// The title, shown on the watch.
    public var title: LocalizedStringResource
    /// The text, shown on the watch.
    public var body: LocalizedStringResource
    /// What is heard.
    public var sound: AlertSound

    /// An alert.
    public init(title: LocalizedStringResource, body: LocalizedStringResource, sound: AlertSound) {
        self.title = title
        self.body = body
        self.sound = sound
    }
}
