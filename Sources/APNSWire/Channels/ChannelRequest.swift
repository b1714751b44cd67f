// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// One request to manage the channels of an app, as it is sent to the channel management host
/// (``APNSEnvironment/channelHost``).
///
/// The `apns-channel-id` header identifies the channel; the path does not. Source: "Sending channel
/// management requests to APNs".
public struct ChannelRequest: Hashable, Sendable {
    public enum Operation: Hashable, Sendable {
        /// Creates a channel; APNs chooses its identifier. The storage policy cannot be changed
        /// later.
        case create(ChannelStorage)
        /// Reads the storage policy of a channel.
        case read(ChannelID)
        /// Lists the identifiers of all channels of the app.
        case list
        /// Deletes a channel permanently; its identifier is never used again.
        case delete(ChannelID)
    }

    public var operation: Operation
    /// The app's bundle identifier, without the suffix of a push type.
    public var bundleID: String
    /// The value of `apns-request-id`; if `nil`, APNs generates an identifier.
    public var id: APNSID?

    public init(_ operation: Operation, bundleID: String, id: APNSID? = nil) {
        self.operation = operation
        self.bundleID = bundleID
        self.id = id
    }

    public var method: String {
        switch operation {
        case .create: "POST"
        case .read, .list: "GET"
        case .delete: "DELETE"
        }
    }

    public var path: String {
        let suffix =
            operation == .list ? APNSHeader.allChannelsPathSuffix : APNSHeader.channelsPathSuffix
        return APNSHeader.managementPathPrefix + bundleID + suffix
    }

    /// All headers except the pseudo-headers and `authorization`, in a fixed order.
    public var headerFields: [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        switch operation {
        case .read(let channel), .delete(let channel):
            fields.append((APNSHeader.channelID, channel.text))
        case .create, .list: break
        }
        if let id { fields.append((APNSHeader.requestID, id.text)) }
        return fields
    }

    /// The body; it is empty except for ``Operation/create(_:)``.
    public var body: [UInt8] {
        if case .create(let storage) = operation { ChannelBody.settings(storage) } else { [] }
    }
}
