// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import GatewayModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The content of a campaign in its stored form: JSON with the payload as text.
struct StoredCampaignContent: Codable {
    private let payload: String
    /// The payloads of the variants after the first; `nil` if there is only one.
    private let variants: [String]?
    private let topic: String
    private let pushType: String
    private let priority: Int
    private let expiration: Int?
    private let collapseID: String?
    /// The template from which the payloads are made; `nil` if the content consists of payloads.
    private let template: StoredBoundTemplate?
    /// Whether nothing is sent; `nil` for `false`.
    private let isDryRun: Bool?
    /// The changes of the message for FCM and Web Push, as JSON; `nil` if there are none.
    private let platforms: String?
    /// The channel of a broadcast, with its environment; `nil` for notifications to installations.
    private let channel: String?
    private let environment: String?

    /// - Parameters:
    ///   - variants: the messages of the variants after the first, which have the same headers.
    ///   - template: the template of the only variant; `nil` for payloads.
    ///   - isDryRun: whether the notifications are made but not sent.
    ///   - broadcast: the channel of a broadcast; `nil` for notifications to installations.
    init(
        _ message: NewMessage, variants: [NewMessage] = [], template: BoundTemplate? = nil,
        isDryRun: Bool = false, broadcast: BroadcastTarget? = nil
    ) {
        self.isDryRun = isDryRun ? true : nil
        channel = broadcast?.channel.text
        environment = broadcast?.environment.rawValue
        platforms = message.platforms.bytes.map { String(decoding: $0, as: UTF8.self) }
        self.variants =
            variants.isEmpty ? nil : variants.map { String(decoding: $0.body, as: UTF8.self) }
        self.template = template.map {
            StoredBoundTemplate($0, id: message.carriesID ? message.id : nil)
        }
        // With a template, the message's body serves only to check the maximum size, so it is not
        // stored.
        payload = template == nil ? String(decoding: message.body, as: UTF8.self) : "{}"
        topic = message.topic.text
        pushType = message.pushType.rawValue
        priority = message.priority.rawValue
        expiration = message.expiration?.epochSeconds
        collapseID = message.collapseID?.text
    }

    init(bytes: [UInt8]) throws {
        self = try GatewayJSON.decode(Self.self, from: Data(bytes))
    }

    var bytes: [UInt8] {
        get throws { Array(try GatewayJSON.encode(self)) }
    }

    /// Whether the notifications have their own expiration, rather than the gateway's default.
    var hasExpiration: Bool { expiration != nil }

    /// Compiles the content. Nodes cache the result.
    func compiled() throws -> CampaignContent {
        guard let pushType = PushType(rawValue: pushType) else {
            throw GatewayStoreError.foreignValue("campaign.content")
        }
        var content = CampaignContent(
            variants: try template.map { [try $0.compiled()] }
                ?? ([payload] + (variants ?? [])).map {
                    .init(standard: try PayloadTemplate(Array($0.utf8)))
                },
            topic: Topic(topic), pushType: pushType, priority: PushPriority(rawValue: priority),
            expiration: expiration.map(PushExpiration.init(epochSeconds:)),
            collapseID: try collapseID.map { try CollapseID($0) },
            isDryRun: isDryRun ?? false)
        content.platforms = platforms.map { Array($0.utf8) }
        if let channel {
            guard let id = ChannelID(channel) else {
                throw GatewayStoreError.foreignValue("campaign.content")
            }
            content.channel = id
        }
        return content
    }
}
