// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import Foundation

/// The reason why a local notification was not scheduled. When this error is thrown, nothing was
/// scheduled, and an earlier notification with the same identifier is left unchanged.
public enum LocalNotificationError: Error, Hashable, Sendable {
    /// Notifications are off, or the person has not been asked yet.
    case notAllowed
    /// The identifier is empty or longer than ``LocalSchedule/identifierByteCountMax``.
    case identifier
    /// The notification has no text, sound or badge.
    case nothingToShow
    /// The time of the notification has passed.
    case timeHasPassed
    /// The day or time does not exist, for instance hour 25.
    case invalidTime
    /// The notification repeats more often than once a minute.
    case repeatsTooOften
    /// The region is not on Earth or has no radius.
    case invalidRegion
    /// The app is not permitted to use the person's location.
    case locationNotAllowed
    /// The region is too small for an app without access to the precise location.
    case locationNotPrecise
    /// This system has no location triggers: only iPhone and iPad have them.
    case regionsUnavailable
    /// The plan would have more regions than the system monitors for one app.
    case tooManyRegions(countMax: Int)
    /// The maximum number of local notifications is already planned.
    case tooMany(countMax: Int)
    /// The notification is larger than ``LocalSchedule/notificationByteCountMax``.
    case tooLarge(byteCountMax: Int)
    /// A file cannot be shown: it is missing, too large or of a type that the system does not show.
    case attachment(String)
    /// The plan cannot be read or written: the disk is full, or the phone has not been unlocked
    /// since it was started.
    case storage
    /// The notification center refused the notification.
    case system(code: Int)
}

extension LocalNotificationError: CustomStringConvertible, LocalizedError {
    public var description: String {
        switch self {
        case .notAllowed:
            "notifications are not allowed. Request permission where the person sees why."
        case .identifier:
            "the identifier is empty or longer than \(LocalSchedule.identifierByteCountMax) bytes. "
                + "Set an identifier within these limits."
        case .nothingToShow: "the notification has no text, sound or badge. Set one of them."
        case .timeHasPassed: "the time has passed. Set a time in the future."
        case .invalidTime: "the day or time does not exist. Check month, day, hour and minute."
        case .repeatsTooOften:
            "the interval of a repeating notification must be at least 60 s. "
                + "Set a longer interval."
        case .invalidRegion:
            "the region is invalid. Check latitude and longitude, and set a radius above 0."
        case .locationNotAllowed:
            "the app may not use the person's location. Request permission (While Using the App) "
                + "first."
        case .locationNotPrecise:
            "without Precise Location the radius of a region must be at least "
                + "\(Int(saturating: LocalRegion.impreciseRadiusMin)) m. "
                + "Set a larger radius, or request the precise location."
        case .regionsUnavailable:
            "location triggers are available on iPhone and iPad only. Use a time instead."
        case .tooManyRegions(let countMax):
            "the system monitors at most \(countMax) regions for an app. Cancel one first."
        case .tooMany(let countMax):
            "at most \(countMax) local notifications can be planned. Cancel some, or use a "
                + "repeating notification instead."
        case .tooLarge(let byteCountMax):
            "the notification has more than \(byteCountMax) bytes. Store large data in a "
                + "file of the app, and put only the file's name into the notification."
        case .attachment(let name):
            "the file \(name) cannot be shown. Check that it exists, and check its type and size."
        case .storage:
            "the plan's file cannot be read or written. Free up storage, or try again when the "
                + "phone is unlocked."
        case .system(let code):
            "the notification center refused the notification with UNError \(code)"
        }
    }

    public var errorDescription: String? { description }
}
