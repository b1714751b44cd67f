// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI

/// Adds a message's identifier to its payload, beside `aps`. So an app can recognize a message that
/// arrives both by push and by a fetch, and can report what happened to the message.
enum PayloadIdentifier {
    /// Returns the payload with the identifier as its last member; all other bytes stay the same.
    ///
    /// - Returns: `nil` if the payload already contains the key, if the payload has no room for it,
    ///   or if no code of the app receives the payload of pushes of this type.
    static func add(_ id: String, to content: MessageContent, for type: PushType) -> [UInt8]? {
        guard families.contains(type.traits.tokenFamily),
            content.payload.custom[DeviceMessage.payloadKey] == nil,
            let end = content.body.lastIndex(of: UInt8(ascii: "}"))
        else { return nil }
        let isEmpty = content.payload.object.isEmpty
        var body = content.body[..<end]
        body += Array("\(isEmpty ? "" : ",")\"\(DeviceMessage.payloadKey)\":\"\(id)\"}".utf8)
        return body.count <= type.traits.payloadByteCountMax ? Array(body) : nil
    }

    /// The families of tokens whose pushes reach code of the app with their payload.
    private static let families: Set<TokenFamily> = [.app, .voip, .complication, .pushToTalk]
}
