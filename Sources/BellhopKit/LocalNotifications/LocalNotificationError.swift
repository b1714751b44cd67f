// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import Foundation

/// Why a local notification was not planned. Nothing of it remains planned; an earlier notification
/// with the same identifier is left unchanged.
public enum LocalNotificationError: Error, Hashable, Sendable {
    /// Notifications are off, or the person has not been asked yet.
    case notAllowed
    /// It has no identifier, or a longer one than ``LocalSchedule/identifierByteCountMax``.
    case identifier
    /// It has no text, sound or badge.
    case nothingToShow
    /// Its time has passed.
    case timeIsOver
    /// Its day or time does not exist, for instance hour 25.
    case noSuchTime
    /// It repeats more often than once a minute.
    case repeatsTooOften
    /// The region is not on Earth or has no radius.
    case noSuchPlace
    /// The app is not permitted to use the person's location.
    case locationNotAllowed
    /// The region is too small for an app without access to the precise location.
    case locationNotPrecise
    /// This system has no location triggers: only iPhone and iPad have them.
    case placesUnavailable
    /// More regions than the system monitors for one app.
    case tooManyPlaces(countMax: Int)
    /// The plan is full.
    case tooMany(countMax: Int)
    /// More data than one notification may add to the plan.
    case tooLarge(byteCountMax: Int)
    /// A file cannot be shown: it is missing, too large or of a type that the system does not show.
    case attachment(String)
    /// The plan cannot be read or written: the disk is full, or the phone has not been unlocked
    /// since it was started.
    case storage
    /// The notification center refused it.
    case system(code: Int)
}

extension LocalNotificationError: CustomStringConvertible, LocalizedError {
    public var description: String {
        switch self {
        case .notAllowed:
            "notifications are not allowed; ask for permission where the person sees why"
        case .identifier:
            "the identifier is empty or longer than \(LocalSchedule.identifierByteCountMax) bytes; "
                + "give a short one of your own"
        case .nothingToShow: "the notification has no text, sound or badge; give it one of them"
        case .timeIsOver: "the time is over; give one to come"
        case .noSuchTime: "there is no such day or time; check month, day, hour and minute"
        case .repeatsTooOften: "what repeats is at least 60 s apart; give a longer interval"
        case .noSuchPlace: "the circle is not on earth; check its degrees, and a radius above 0"
        case .locationNotAllowed:
            "the app may not know where the person is; ask for location access While Using first"
        case .locationNotPrecise:
            "without Precise Location a circle has "
                + "\(Int(saturating: LocalRegion.impreciseRadiusMin)) m or more; "
                + "widen it, or ask for the exact place"
        case .placesUnavailable: "notifications for places exist on iPhone and iPad; give a time"
        case .tooManyPlaces(let countMax):
            "the system watches \(countMax) places of an app; cancel one first"
        case .tooMany(let countMax):
            "the plan holds \(countMax) notifications; let one repeat, or cancel some"
        case .tooLarge(let byteCountMax):
            "the notification has more than \(byteCountMax) bytes; keep data in the app's files"
        case .attachment(let name):
            "the file \(name) cannot be shown; check that it exists, its type and its size"
        case .storage: "the plan's file cannot be used; free space, or try after unlocking"
        case .system(let code): "the notification center refused it with UNError \(code); see there"
        }
    }

    public var errorDescription: String? { description }
}
