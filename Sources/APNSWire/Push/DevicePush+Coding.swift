// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// The encoding in which APNs and the phone save the pushes that they store.
extension DevicePush: Codable {
    private enum CodingKeys: String, CodingKey {
        case token, topic, priority, expiration, id, body
        case pushType = "push_type"
        case collapseID = "collapse_id"
        case acceptedAt = "accepted_at"
        case wasStored = "was_stored"
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            deviceToken: try fields.decode(DeviceToken.self, forKey: .token),
            topic: Topic(try fields.decode(String.self, forKey: .topic)),
            pushType: try fields.decode(PushType.self, forKey: .pushType),
            priority: try fields.decode(PushPriority.self, forKey: .priority),
            expiration: try fields.decodeIfPresent(Int.self, forKey: .expiration)
                .map { PushExpiration(epochSeconds: $0) },
            collapseID: try fields.decodeIfPresent(String.self, forKey: .collapseID)
                .map { try CollapseID($0) },
            id: try fields.decode(APNSID.self, forKey: .id),
            body: Array(try fields.decode(Data.self, forKey: .body)),
            acceptedAt: try fields.decode(Date.self, forKey: .acceptedAt),
            wasStored: try fields.decode(Bool.self, forKey: .wasStored))
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(deviceToken, forKey: .token)
        try fields.encode(topic.text, forKey: .topic)
        try fields.encode(pushType, forKey: .pushType)
        try fields.encode(priority, forKey: .priority)
        try fields.encodeIfPresent(expiration?.epochSeconds, forKey: .expiration)
        try fields.encodeIfPresent(collapseID?.text, forKey: .collapseID)
        try fields.encode(id, forKey: .id)
        try fields.encode(Data(body), forKey: .body)
        try fields.encode(acceptedAt, forKey: .acceptedAt)
        try fields.encode(wasStored, forKey: .wasStored)
    }
}
