// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI

/// Writes a message's identifier into its payload, beside `aps`, so that an app knows a message
/// that it fetched from one that was pushed, and can report what became of it.
enum PayloadIdentifier {
    /// The payload with the identifier as its last member; every other byte stays as it was.
    ///
    /// - Returns: `nil` when the poster uses the key already, when the payload has no room for it,
    ///   or when no code of the app gets pushes of this type as a payload.
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

    /// The tokens whose pushes reach code of the app with their payload.
    private static let families: Set<TokenFamily> = [.app, .voip, .complication, .pushToTalk]
}
