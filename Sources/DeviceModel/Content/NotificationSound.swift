// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The sound of a notification. Source: `UNNotificationSound`.
public enum NotificationSound: Hashable, Sendable, Codable {
    /// The system's own sound.
    case `default`
    /// A sound file of the app.
    case named(String)
    /// A sound that plays although the phone is silenced, at a volume of 0 to 1; `nil` for the
    /// default sound and the phone's volume.
    case critical(name: String?, volume: Double?)
    /// The ringtone of a call, for content that was updated from a call intent; `nil` for the
    /// default ringtone.
    case ringtone(name: String?)

    /// Creates the sound of a payload. If `critical` is 0, the result is an ordinary sound.
    public init(_ sound: Sound) {
        switch sound {
        case .named("default"): self = .default
        case .named(let name): self = .named(name)
        case .critical(let object) where object.isCritical == true:
            self = .critical(name: object.name, volume: object.volume)
        case .critical(let object):
            self = object.name.map { $0 == "default" ? .default : .named($0) } ?? .default
        }
    }

    /// The file name; `nil` for the system's sound.
    public var name: String? {
        switch self {
        case .default: nil
        case .named(let name): name
        case .critical(let name, _), .ringtone(let name): name
        }
    }
}
