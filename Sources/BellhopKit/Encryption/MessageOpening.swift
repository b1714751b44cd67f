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
    /// same name, and its picture where a picture stands in the clear. `aps` itself stays as it
    /// was.
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
        return payload
    }
}
