// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The sound of a notification: a file name, or an object for critical alerts.
public enum Sound: Hashable, Sendable {
    /// A file in the app's bundle or its `Library/Sounds`, or `default`.
    case named(String)
    indirect case critical(CriticalSound)

    /// The system's own sound.
    public static let systemDefault = Sound.named("default")

    init?(_ value: JSONValue) {
        switch value {
        case .string(let name): self = .named(name)
        case .object(let object): self = .critical(CriticalSound(object))
        default: return nil
        }
    }

    var json: JSONValue {
        switch self {
        case .named(let name): .string(name)
        case .critical(let sound): .object(sound.object)
        }
    }

    /// Appends the bytes of ``json``.
    func write(to output: inout OutputSpan<UInt8>) throws(JSONWriter.NoRoom) {
        switch self {
        case .named(let name): try output.put(quoted: name)
        case .critical(let sound): try output.put(json: .object(sound.object))
        }
    }

    /// The file name, if the sound has one.
    public var name: String? {
        switch self {
        case .named(let name): name
        case .critical(let sound): sound.name
        }
    }
}

/// The object form of `sound`. Source: "Generating a remote notification", keys of the sound
/// dictionary.
public struct CriticalSound: Hashable, Sendable {
    /// `critical`: `1` makes the notification a critical alert.
    public var isCritical: Bool?
    /// `name`: a file name or `default`.
    public var name: String?
    /// `volume`: from 0 (silent) to 1 (full).
    public var volume: Double?
    /// Keys that are not Apple's, and Apple's keys whose value has the wrong type.
    public var other = JSONObject()

    public init(isCritical: Bool? = true, name: String? = "default", volume: Double? = nil) {
        self.isCritical = isCritical
        self.name = name
        self.volume = volume
    }

    init(_ object: JSONObject) {
        for member in object.members {
            switch member.key {
            case "critical" where isCritical == nil && member.value.flagValue != nil:
                isCritical = member.value.flagValue
            case "name" where name == nil && member.value.stringValue != nil:
                name = member.value.stringValue
            case "volume" where volume == nil && member.value.doubleValue != nil:
                volume = member.value.doubleValue
            default: other.append(member.key, member.value)
            }
        }
    }

    var object: JSONObject {
        var object = JSONObject()
        if let isCritical { object.append("critical", .flag(isCritical)) }
        if let name { object.append("name", .string(name)) }
        if let volume { object.append("volume", .number(JSONNumber(volume))) }
        for member in other.members { object.append(member.key, member.value) }
        return object
    }
}
