// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The options that a foreground app returns from `willPresent` for a notification that just
/// arrived.
///
/// In JSON, the options are a list of names: `["banner", "list", "sound", "badge"]`. Source:
/// `UNNotificationPresentationOptions`.
public struct PresentationOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let badge = PresentationOptions(rawValue: 1)
    public static let sound = PresentationOptions(rawValue: 2)
    public static let list = PresentationOptions(rawValue: 8)
    public static let banner = PresentationOptions(rawValue: 16)

    /// All options.
    public static let all: PresentationOptions = [.banner, .list, .sound, .badge]

    /// The options with their names, in the order in which they are written.
    public static let named: [(name: String, option: PresentationOptions)] = [
        ("banner", .banner), ("list", .list), ("sound", .sound), ("badge", .badge),
    ]

    /// The names of the options that are set.
    public var names: [String] { Self.named.filter { contains($0.option) }.map(\.name) }

    /// Creates the options with these names; `nil` when a name is unknown.
    public init?(names: some Sequence<String>) {
        var options: PresentationOptions = []
        for name in names {
            guard let option = Self.named.first(where: { $0.name == name })?.option else {
                return nil
            }
            options.insert(option)
        }
        self = options
    }
}

extension PresentationOptions: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let options = PresentationOptions(names: try container.decode([String].self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "This is not a presentation option. Use "
                    + Self.named.map(\.name).joined(separator: ", ") + ".")
        }
        self = options
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(names)
    }
}
