// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
import DeviceModel

/// The headers that the sender specified for a push. Missing headers are inferred; see
/// `PushInference`.
package struct PushHeaders: Hashable, Sendable {
    package var topic: Topic?
    package var pushType: PushType?
    package var priority: PushPriority?
    package var expiration: PushExpiration?
    package var collapseID: CollapseID?
    /// The `apns-id`; for a broadcast, the `apns-request-id`.
    package var id: APNSID?
    /// The channel of a broadcast.
    package var channelID: ChannelID?

    package init() {}

    /// Returns these headers. Missing headers are taken from `other`, for instance from the headers
    /// of a file.
    package func filled(from other: PushHeaders) -> PushHeaders {
        var headers = self
        headers.topic = topic ?? other.topic
        headers.pushType = pushType ?? other.pushType
        headers.priority = priority ?? other.priority
        headers.expiration = expiration ?? other.expiration
        headers.collapseID = collapseID ?? other.collapseID
        headers.id = id ?? other.id
        headers.channelID = channelID ?? other.channelID
        return headers
    }
}

// MARK: Reading

extension PushHeaders {
    package static func pushType(_ text: String) throws(WorkFailure) -> PushType {
        guard let type = PushType(rawValue: text) else {
            throw .unknownWord(text, "push type", among: PushType.allCases.map(\.rawValue))
        }
        return type
    }

    package static func topic(_ text: String) throws(WorkFailure) -> Topic {
        guard Topic.isPlausible(text) else {
            throw WorkFailure(.usage, PushRequestError.badTopic(text).description)
        }
        return Topic(text)
    }

    package static func priority(_ text: String) throws(WorkFailure) -> PushPriority {
        guard let number = Int(text), String(number) == text,
            let priority = PushPriority(rawValue: number)
        else {
            throw WorkFailure(
                .usage, "there is no priority \"\(OneLine.short(text))\"; use 10, 5 or 1")
        }
        return priority
    }

    package static func expiration(_ text: String) throws(WorkFailure) -> PushExpiration {
        guard let seconds = Int(text) else {
            throw WorkFailure(
                .usage, "an expiration is a number of seconds since 1970, or 0 for one attempt")
        }
        return PushExpiration(epochSeconds: seconds)
    }

    package static func collapseID(_ text: String) throws(WorkFailure) -> CollapseID {
        do { return try CollapseID(text) } catch { throw WorkFailure(.usage, "\(error)") }
    }

    package static func id(_ text: String) throws(WorkFailure) -> APNSID {
        guard let id = APNSID(text) else {
            throw WorkFailure(
                .usage,
                "\"\(OneLine.short(text))\" is not a UUID; write it as 8-4-4-4-12 hex digits, or "
                    + "leave it out")
        }
        return id
    }

    package static func channelID(_ text: String) throws(WorkFailure) -> ChannelID {
        guard let id = ChannelID(text) else {
            throw WorkFailure(
                .usage,
                "\"\(OneLine.short(text))\" is not a channel identifier; give the Base64 string "
                    + "that bellhop channel list shows")
        }
        return id
    }

    /// Checks and returns the bundle identifier of an app.
    package static func bundleID(_ text: String) throws(WorkFailure) -> String {
        guard Topic.isPlausible(text) else {
            throw WorkFailure(
                .usage,
                "\"\(OneLine.short(text))\" is not a bundle identifier, such as com.example.app")
        }
        return text
    }
}
