// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A request about an app's broadcast channels: create, read, delete one, or list all.
///
/// It goes to ``APNSEnvironment/channelHost`` and its port. Source: "Sending channel management
/// requests to APNs".
public struct ChannelRequest: Hashable, Sendable {
    /// What is asked.
    public enum Operation: Hashable, Sendable {
        /// Make a channel; its storage cannot be changed later. An app has 10,000 at most in each
        /// environment.
        case create(ChannelStorage)
        /// Ask what a channel stores.
        case read(ChannelID)
        /// Delete a channel, for good.
        case delete(ChannelID)
        /// List every channel of the app.
        case list
    }

    /// The app's bare bundle identifier, without the suffix of a push type.
    public var bundleID: String
    public var operation: Operation
    /// `apns-request-id`; `nil` lets APNs make one.
    public var id: APNSID?

    public init(_ operation: Operation, bundleID: String, id: APNSID? = nil) {
        self.operation = operation
        self.bundleID = bundleID
        self.id = id
    }

    /// The request method.
    public var method: String {
        switch operation {
        case .create: "POST"
        case .read, .list: "GET"
        case .delete: "DELETE"
        }
    }

    /// The request path, for instance `/1/apps/com.example.app/channels`.
    public var path: String {
        let suffix =
            operation == .list ? APNSHeader.allChannelsPathSuffix : APNSHeader.channelsPathSuffix
        return APNSHeader.managementPathPrefix + bundleID + suffix
    }

    /// The headers besides the pseudo-headers and `authorization`, in a fixed order. A channel is
    /// named by a header, never by the path.
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

    /// The body; empty for everything but ``Operation/create(_:)``.
    public var body: [UInt8] {
        if case .create(let storage) = operation { ChannelBody.settings(storage) } else { [] }
    }

    /// The status that means success: 201 created, 204 deleted, else 200.
    public var successStatus: Int {
        switch operation {
        case .create: 201
        case .delete: 204
        case .read, .list: 200
        }
    }

    /// Finds what makes the request impossible.
    ///
    /// - Throws: ``ChannelRequestError/badBundleID(_:)``.
    public func validate() throws(ChannelRequestError) {
        try ChannelRequestError.check(bundleID: bundleID)
    }
}

/// Why a broadcast or a request about channels cannot be made; nothing was sent.
public enum ChannelRequestError: Error, Hashable, Sendable, CustomStringConvertible {
    case emptyBody
    case bodyTooLong(byteCount: Int, limit: Int)
    case badBundleID(String)
    /// The event of a payload that a broadcast cannot carry; `nil` when it has none.
    case notForBroadcast(LiveActivityEvent?)

    static func check(bundleID: String) throws(ChannelRequestError) {
        guard Topic.isPlausible(bundleID),
            !bundleID.hasSuffix(PushType.liveactivity.topicSuffix)
        else { throw .badBundleID(bundleID) }
    }

    public var description: String {
        switch self {
        case .emptyBody: "the broadcast is empty; send a Live Activity update or end"
        case .bodyTooLong(let count, let limit):
            "the broadcast has \(count) bytes, APNs takes \(limit); shorten it by \(count - limit)"
        case .badBundleID(let text):
            "\"\(text)\" cannot stand in the path; send the bare bundle identifier, such as "
                + "com.example.app, without \(PushType.liveactivity.topicSuffix)"
        case .notForBroadcast(.start?):
            "a broadcast cannot start an activity; send start to a push-to-start token"
        case .notForBroadcast:
            "a broadcast is a Live Activity update or end; use Payload.liveActivity to make one"
        }
    }
}
