// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import FCM
import MessageForms
import WebPush

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What is sent with FCM or Web Push in place of a request to APNs.
struct ForeignContent: Sendable {
    /// The request to APNs with the same content; its device token has no meaning.
    let request: PushRequest
    let overrides: PlatformOverrides

    init(_ request: PushRequest, overrides: PlatformOverrides = PlatformOverrides()) {
        self.request = request
        self.overrides = overrides
    }

    private var source: PlatformContent? {
        guard let payload = (try? JSONReader.read(request.body))?.value.objectValue else {
            return nil
        }
        return PlatformContent(
            payload: payload, collapseID: request.collapseID?.text,
            expiration: request.expiration?.epochSeconds, priority: request.priority)
    }

    /// Returns the message for FCM. It also contains the payload for APNs, because the token may
    /// belong to an iPhone.
    ///
    /// - Parameter now: the time from which the time to live is computed.
    func fcmMessage(now: Date) -> FCMMessage? {
        guard let source else { return nil }
        var message = FCMMessage.android(from: source, now: now.wholeEpochSeconds).message
        var headers: JSONObject = ["apns-push-type": .string(request.pushType.rawValue)]
        headers["apns-collapse-id"] = source.collapseID.map { .string($0) }
        headers["apns-expiration"] = source.expiration.map { .string("\($0)") }
        headers["apns-priority"] = request.priority.map { .string("\($0.rawValue)") }
        message.json["apns"] = ["headers": .object(headers), "payload": .object(source.payload)]
        if let changes = overrides.fcm { message.json = message.json.merged(with: changes) }
        return message
    }

    /// Returns the message for a browser; `nil` if there is nothing to show, or if it is too large.
    ///
    /// - Parameters:
    ///   - navigate: the URL that a click opens if the message names none.
    ///   - now: the time from which the time to live is computed.
    func webPushMessage(navigate: String, now: Date) -> WebPushMessage? {
        guard let source else { return nil }
        // The key `url` of the payload is the link of a message in the short form.
        let url = source.custom["url"]?.stringValue.flatMap { $0.hasPrefix("https://") ? $0 : nil }
        guard
            let made = try? WebPushMessage.declarative(
                from: source, navigate: url ?? navigate, now: now.wholeEpochSeconds)
        else { return nil }
        guard let changes = overrides.webPush,
            let object = (try? JSONReader.read(made.message.content))?.value.objectValue
        else { return made.message }
        return try? WebPushMessage(
            content: JSONWriter.write(.object(object.merged(with: changes))),
            timeToLiveSeconds: made.message.timeToLiveSeconds, urgency: made.message.urgency,
            topic: made.message.topic)
    }
}
