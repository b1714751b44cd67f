// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import BellhopSeal

/// Opens sealed messages: a step of the service extension, and of an app that fetches messages.
///
/// ``MessageOpener`` is the kit's.
public protocol MessageOpening: Sendable {
    /// Opens what a payload carries sealed.
    ///
    /// - Returns: `nil` when the payload carries nothing sealed.
    /// - Throws: when it does and it cannot be shown. The payload's own alert, a neutral text,
    ///   stays then.
    func open(_ payload: PushPayload) async throws -> OpenedContent?
}

/// A sealed message that was opened.
public struct OpenedContent: Hashable, Sendable {
    public var content: SealedContent
    /// The key of this installation that opened it.
    public var keyID: String
    /// The trusted key that proves who sealed it; `nil` when the message has no such proof. A
    /// shared key is no such proof: everybody who has it can seal.
    public var senderKeyID: String?
    /// Whether this message was opened before, as happens when a push is delivered twice.
    public var isRepeat: Bool

    public init(
        content: SealedContent, keyID: String, senderKeyID: String? = nil, isRepeat: Bool = false
    ) {
        self.content = content
        self.keyID = keyID
        self.senderKeyID = senderKeyID
        self.isRepeat = isRepeat
    }

    /// The payload as the app should see it from now on, pushed or fetched: the sealed value is
    /// gone, the content's ``SealedContent/data`` stands beside `aps` in the place of keys of the
    /// same name, and its picture where a picture stands in the clear. In `aps` the neutral text,
    /// thread and category give way to those of the content, so that handlers, routes and
    /// presentation rules see what they would see of an open message.
    ///
    /// - Parameter keys: where the sealed value stands, and the address of a picture.
    public func payload(
        in payload: PushPayload, keys: PayloadKeys = PayloadKeys()
    ) -> PushPayload {
        var payload = payload
        for key in keys.encrypted { payload.remove(key) }
        for member in content.data.members where member.key != "aps" {
            payload.object[member.key] = member.value
        }
        if let image = content.image {
            for key in keys.media { payload.remove(key) }
            payload.object[keys.media.first ?? "media-url"] = .string(image)
        }
        let aps = aps(in: payload)
        if !aps.isEmpty { payload.object["aps"] = .object(aps) }
        return payload
    }

    private func aps(in payload: PushPayload) -> JSONObject {
        var aps = payload["aps"]?.objectValue ?? JSONObject()
        var alert = aps["alert"]?.objectValue ?? JSONObject()
        if let text = aps["alert"]?.stringValue { alert["body"] = .string(text) }
        func show(_ text: String?, _ key: String, insteadOf prefix: String) {
            guard let text else { return }
            alert[key] = .string(text)
            alert[prefix + "loc-key"] = nil
            alert[prefix + "loc-args"] = nil
        }
        show(content.title, "title", insteadOf: "title-")
        show(content.subtitle, "subtitle", insteadOf: "subtitle-")
        show(content.body, "body", insteadOf: "")
        if !alert.members.isEmpty { aps["alert"] = .object(alert) }
        if let thread = content.thread { aps["thread-id"] = .string(thread) }
        if let category = content.category { aps["category"] = .string(category) }
        return aps
    }
}
