// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The sound of a notification. Apple: since iOS 10.0.
public class UNNotificationSound: ValueObject, RecordBacked, @unchecked Sendable {
    /// The values of a sound.
    public struct Record: ValueRecord {
        /// The file in the app; nil for the system's sound.
        package var name: String?
        package var isCritical = false
        package var isRingtone = false
        /// 0 to 1; nil leaves it to the system.
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

    /// The system's sound.
    public class var `default`: UNNotificationSound { UNNotificationSound(record: Record()) }

    /// The system's sound, heard even when the phone is muted. Since iOS 12.0.
    public class var defaultCritical: UNNotificationSound {
        UNNotificationSound(record: Record(isCritical: true))
    }

    /// The person's ringtone; for content that was updated from an ``INStartCallIntent``. Since
    /// iOS 15.2.
    public class var defaultRingtone: UNNotificationSound {
        UNNotificationSound(record: Record(isRingtone: true))
    }

    /// A sound file of the app.
    public convenience init(named name: UNNotificationSoundName) {
        self.init(record: Record(name: name.rawValue))
    }

    /// The system's critical sound.
    ///
    /// - Parameter volume: 0 to 1; what lies outside becomes the nearer end.
    public class func defaultCriticalSound(withAudioVolume volume: Float) -> Self {
        Self(record: Record(isCritical: true, volume: clamped(volume)))
    }

    /// A sound file, heard even when the phone is muted.
    public class func criticalSoundNamed(_ name: UNNotificationSoundName) -> Self {
        Self(record: Record(name: name.rawValue, isCritical: true))
    }

    /// A sound file, heard even when the phone is muted.
    ///
    /// - Parameter volume: 0 to 1; what lies outside becomes the nearer end.
    public class func criticalSoundNamed(
        _ name: UNNotificationSoundName, withAudioVolume volume: Float
    ) -> Self {
        Self(record: Record(name: name.rawValue, isCritical: true, volume: clamped(volume)))
    }

    /// A sound file as ringtone. Since iOS 15.2.
    public class func ringtoneSoundNamed(_ name: UNNotificationSoundName) -> Self {
        Self(record: Record(name: name.rawValue, isRingtone: true))
    }

    private class func clamped(_ volume: Float) -> Float { min(max(volume, 0), 1) }
}
