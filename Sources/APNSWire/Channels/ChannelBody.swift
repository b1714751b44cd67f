// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The JSON bodies of channel management requests and responses. Both the clients and the service
/// write and read the bodies with these functions.
///
/// Source: "Sending channel management requests to APNs".
public enum ChannelBody {
    /// The key of the storage policy, 0 or 1; see ``ChannelStorage``.
    public static let storageKey = "message-storage-policy"
    public static let pushTypeKey = "push-type"
    /// The value of ``pushTypeKey``. The `apns-push-type` header spells it `liveactivity`.
    public static let pushTypeWord = "LiveActivity"
    /// The key of the identifiers in the response that lists channels. One passage of Apple's page
    /// describes the body of that response as empty, but the page's example contains this key.
    public static let channelsKey = "channels"

    /// Returns the body with the settings of one channel:
    /// `{"message-storage-policy":1,"push-type":"LiveActivity"}`. A client sends this body to
    /// create a channel, and APNs returns it when a client reads the channel.
    public static func settings(_ storage: ChannelStorage) -> [UInt8] {
        JSONWriter.write(
            .object([
                storageKey: .number(JSONNumber(storage.rawValue)),
                pushTypeKey: .string(pushTypeWord),
            ]))
    }

    /// Reads the storage policy of one channel. Returns `nil` when the body has none.
    public static func storage(in body: some Sequence<UInt8>) -> ChannelStorage? {
        try? JSONReader.read(body).value.objectValue?[storageKey]?.intValue
            .flatMap { ChannelStorage(rawValue: $0) }
    }

    /// Returns the body with the list of an app's channels:
    /// `{"channels":["dHN0LXNyY2gtY2hubA=="]}`.
    public static func list(_ channels: [ChannelID]) -> [UInt8] {
        JSONWriter.write(.object([channelsKey: .array(channels.map { .string($0.text) })]))
    }

    /// Reads a list of channels. Returns `nil` when the body is not such a list or when an element
    /// is not an identifier, because skipping the element would make an incomplete list look
    /// complete.
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
