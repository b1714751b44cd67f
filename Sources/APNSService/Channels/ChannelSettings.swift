// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The body of a request for a new channel:
/// `{"message-storage-policy":1,"push-type":"LiveActivity"}`.
///
/// Source: "Sending channel management requests to APNs".
enum ChannelSettings {
    /// The maximum size of a body in bytes. Bellhop chose this limit; Apple documents none.
    static let byteCountMax = 4096

    /// Reads the body of a request, or returns the reason why it is rejected. The push type may be
    /// in any letter case, because its spelling differs between Apple's pages. Bellhop chose
    /// `BadRequestParams` for a missing or unknown policy, for which Apple documents no reason.
    static func read(_ body: [UInt8]) -> Result<ChannelStorage, Refusal> {
        guard !body.isEmpty else { return .failure(Refusal(.payloadEmpty)) }
        guard body.count <= byteCountMax else {
            return .failure(
                Refusal(
                    .payloadTooLarge,
                    because: "the settings of a channel have at most \(byteCountMax) bytes"))
        }
        guard let object = try? JSONReader.read(body).value.objectValue else {
            return .failure(Refusal(.badRequestPayload, because: "the body is not a JSON object"))
        }
        if let other = object.members.first(where: {
            ![ChannelBody.storageKey, ChannelBody.pushTypeKey].contains($0.key)
        }) {
            return .failure(
                Refusal(
                    .badRequestParams,
                    because: "the key \"\(other.key.prefix(64))\" is unknown"))
        }
        guard let type = object[ChannelBody.pushTypeKey] else {
            return .failure(Refusal(.missingPushType))
        }
        guard type.stringValue?.lowercased() == PushType.liveactivity.rawValue else {
            return .failure(
                Refusal(
                    .invalidPushType, because: "channels support only \(ChannelBody.pushTypeWord)"))
        }
        guard let number = object[ChannelBody.storageKey]?.intValue,
            let storage = ChannelStorage(rawValue: number)
        else {
            return .failure(
                Refusal(.badRequestParams, because: "\(ChannelBody.storageKey) must be 0 or 1"))
        }
        return .success(storage)
    }
}
