// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// A payload as a phone reads it, to be read once and decided about on many phones.
public struct ReadPayload: Hashable, Sendable {
    /// What it says and asks for.
    public let content: NotificationContent
    /// `content-available`.
    public let asksToRun: Bool
    /// `mutable-content`.
    public let isMutable: Bool
    /// As the sender wrote it.
    let text: String

    /// Reads the body of a push.
    ///
    /// - Throws: `PayloadError` when the bytes are not a JSON object.
    public init(reading body: [UInt8]) throws(PayloadError) {
        let aps = try Payload(reading: body).aps ?? APS()
        text = String(decoding: body, as: UTF8.self)
        content = NotificationContent(aps, userInfo: text)
        asksToRun = aps.contentAvailable == true
        isMutable = aps.mutableContent == true
    }
}
