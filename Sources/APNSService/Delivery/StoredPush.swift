// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The one notification that waits for an app on a device.
///
/// Documented: APNs keeps one for each app and device, until its expiration or 30 days at most
/// ("Sending notification requests to APNs").
struct StoredPush: Hashable, Sendable {
    /// Where it waits.
    struct Slot: Hashable, Sendable, Codable {
        let deviceID: String
        let bundleID: String
    }

    let slot: Slot
    var push: DevicePush
    /// Its entry in the log.
    let logSequence: Int

    /// When it is dropped.
    var expiresAt: Date {
        let latest = push.acceptedAt + PushExpiration.storageMax.inSeconds
        return min(push.expiration?.date ?? latest, latest)
    }
}

extension StoredPush: Codable {
    private enum CodingKeys: String, CodingKey {
        case slot, token, topic, pushType, priority, expiration, collapseID, id, body, acceptedAt,
            logSequence
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        slot = try fields.decode(Slot.self, forKey: .slot)
        logSequence = try fields.decode(Int.self, forKey: .logSequence)
        push = DevicePush(
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
            acceptedAt: try fields.decode(Date.self, forKey: .acceptedAt))
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(slot, forKey: .slot)
        try fields.encode(logSequence, forKey: .logSequence)
        try fields.encode(push.deviceToken, forKey: .token)
        try fields.encode(push.topic.text, forKey: .topic)
        try fields.encode(push.pushType, forKey: .pushType)
        try fields.encode(push.priority, forKey: .priority)
        try fields.encodeIfPresent(push.expiration?.epochSeconds, forKey: .expiration)
        try fields.encodeIfPresent(push.collapseID?.text, forKey: .collapseID)
        try fields.encode(push.id, forKey: .id)
        try fields.encode(Data(push.body), forKey: .body)
        try fields.encode(push.acceptedAt, forKey: .acceptedAt)
    }
}
