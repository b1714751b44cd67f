// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import BellhopSeal

/// Opens sealed messages, in the service extension and in an app that fetches messages.
///
/// ``MessageOpener`` is the kit's implementation.
public protocol MessageOpening: Sendable {
    /// Opens the sealed message in a payload.
    ///
    /// - Returns: `nil` when the payload contains no sealed message.
    /// - Throws: an error when the message cannot be shown. The payload's own alert, a neutral
    ///   text, is then shown instead.
    func open(_ payload: PushPayload) async throws -> OpenedContent?
}

/// A sealed message that was opened.
public struct OpenedContent: Hashable, Sendable {
    public var content: SealedContent
    /// The key of this installation with which the message was opened.
    public var keyID: String
    /// The trusted key that proves the sender; `nil` when the message has no such proof. A shared
    /// key is not a proof, because everyone who has it can seal messages.
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

    /// Returns the payload as the app should see it from now on, pushed or fetched. The sealed
    /// value is removed. The content's ``/BellhopSeal/SealedContent/data`` is added next to `aps`,
    /// replacing keys of the same name, and the content's image replaces the unencrypted image. In
    /// `aps`, the content's texts, thread and category replace the neutral values, so that
    /// handlers, routes and presentation rules see the same values as for an unencrypted message.
    ///
    /// - Parameter keys: the payload keys of the sealed value and of an image's URL.
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
