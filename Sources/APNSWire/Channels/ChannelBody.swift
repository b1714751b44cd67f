// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The JSON of channel management, as both ends write and read it.
///
/// Source: "Sending channel management requests to APNs".
public enum ChannelBody {
    /// The policy, 0 or 1: see ``ChannelStorage``.
    public static let storageKey = "message-storage-policy"
    public static let pushTypeKey = "push-type"
    /// The push type as this body spells it.
    public static let pushTypeWord = "LiveActivity"
    /// The list of identifiers. Apple's page calls that body empty once, and shows this key.
    public static let channelsKey = "channels"

    /// One channel: `{"message-storage-policy":1,"push-type":"LiveActivity"}`, sent to create it
    /// and answered when it is read.
    public static func settings(_ storage: ChannelStorage) -> [UInt8] {
        JSONWriter.write(
            .object([
                storageKey: .number(JSONNumber(storage.rawValue)),
                pushTypeKey: .string(pushTypeWord),
            ]))
    }

    /// Reads what one channel stores; `nil` when the body does not say.
    public static func storage(in body: some Sequence<UInt8>) -> ChannelStorage? {
        try? JSONReader.read(body).value.objectValue?[storageKey]?.intValue
            .flatMap { ChannelStorage(rawValue: $0) }
    }

    /// Every channel of an app: `{"channels":["dHN0LXNyY2gtY2hubA=="]}`.
    public static func list(_ channels: [ChannelID]) -> [UInt8] {
        JSONWriter.write(.object([channelsKey: .array(channels.map { .string($0.text) })]))
    }

    /// Reads a list; `nil` when it is none, or when a member is no identifier: a list with channels
    /// missing would look complete.
    public static func channels(in body: some Sequence<UInt8>) -> [ChannelID]? {
        guard
            let members = try? JSONReader.read(body).value.objectValue?[channelsKey]?.arrayValue
        else { return nil }
        var channels: [ChannelID] = []
        channels.reserveCapacity(members.count)
        for member in members {
            guard let channel = member.stringValue.flatMap({ ChannelID($0) }) else { return nil }
            channels.append(channel)
        }
        return channels
    }
}
