// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// A payload that is parsed once and used for decisions on many phones.
public struct ReadPayload: Hashable, Sendable {
    /// The content of the notification.
    public let content: NotificationContent
    /// Whether the payload contains `content-available`.
    public let isContentAvailable: Bool
    /// Whether the payload contains `mutable-content`.
    public let isMutable: Bool
    /// The body as the sender wrote it.
    let text: String

    /// Parses the body of a push.
    ///
    /// - Throws: `PayloadError` when the bytes are not a JSON object.
    public init(reading body: [UInt8]) throws(PayloadError) {
        let aps = try Payload(reading: body).aps ?? APS()
        text = String(decoding: body, as: UTF8.self)
        content = NotificationContent(aps, userInfo: text)
        isContentAvailable = aps.contentAvailable == true
        isMutable = aps.mutableContent == true
    }
}
