// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The sound of a notification. Available since iOS 10.0.
public class UNNotificationSound: ValueObject, RecordBacked, @unchecked Sendable {
    /// The stored values of a sound.
    public struct Record: ValueRecord {
        /// The name of a sound file in the app; `nil` for the system's sound.
        package var name: String?
        package var isCritical = false
        package var isRingtone = false
        /// The volume, 0 to 1; `nil` for the system's default.
        package var volume: Float?

        package init(
            name: String? = nil, isCritical: Bool = false, isRingtone: Bool = false,
            volume: Float? = nil
        ) {
            self.name = name
            self.isCritical = isCritical
            self.isRingtone = isRingtone
            self.volume = volume
        }
    }

    /// The system's default sound.
    public class var `default`: UNNotificationSound { UNNotificationSound(record: Record()) }

    /// The system's default sound, played even when the phone is muted. Available since iOS 12.0.
    public class var defaultCritical: UNNotificationSound {
        UNNotificationSound(record: Record(isCritical: true))
    }

    /// The person's ringtone, for content that was updated from an ``INStartCallIntent``. Available
    /// since iOS 15.2.
    public class var defaultRingtone: UNNotificationSound {
        UNNotificationSound(record: Record(isRingtone: true))
    }

    /// Creates a sound from a sound file of the app.
    public convenience init(named name: UNNotificationSoundName) {
        self.init(record: Record(name: name.rawValue))
    }

    /// Returns the system's critical sound.
    ///
    /// - Parameter volume: 0 to 1; a value outside this range is clamped.
    public class func defaultCriticalSound(withAudioVolume volume: Float) -> Self {
        Self(record: Record(isCritical: true, volume: clamped(volume)))
    }

    /// Returns the sound of a file in the app, played even when the phone is muted.
    public class func criticalSoundNamed(_ name: UNNotificationSoundName) -> Self {
        Self(record: Record(name: name.rawValue, isCritical: true))
    }

    /// Returns the sound of a file in the app, played even when the phone is muted.
    ///
    /// - Parameter volume: 0 to 1; a value outside this range is clamped.
    public class func criticalSoundNamed(
        _ name: UNNotificationSoundName, withAudioVolume volume: Float
    ) -> Self {
        Self(record: Record(name: name.rawValue, isCritical: true, volume: clamped(volume)))
    }

    /// Returns the sound of a file in the app, played as a ringtone. Available since iOS 15.2.
    public class func ringtoneSoundNamed(_ name: UNNotificationSoundName) -> Self {
        Self(record: Record(name: name.rawValue, isRingtone: true))
    }

    private class func clamped(_ volume: Float) -> Float { min(max(volume, 0), 1) }
}
