// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// The changes of a message for single platforms, as JSON merge patches (RFC 7396) that are applied
/// to the message that was made from the payload for APNs.
package struct PlatformOverrides: Hashable, Sendable {
    /// Changes of the message for FCM, for instance `{"android":{"priority":"HIGH"}}`.
    package var fcm: JSONObject?
    /// Changes of the declarative message for browsers, for instance
    /// `{"notification":{"navigate":"https://example.com/dinner"}}`.
    package var webPush: JSONObject?

    package init(fcm: JSONObject? = nil, webPush: JSONObject? = nil) {
        self.fcm = fcm
        self.webPush = webPush
    }

    /// Reads the stored form; other bytes result in no overrides.
    init(bytes: [UInt8]?) {
        let object = bytes.flatMap { try? JSONReader.read($0) }?.value.objectValue
        fcm = object?["fcm"]?.objectValue
        webPush = object?["web_push"]?.objectValue
    }

    /// The overrides in the form in which they are stored; `nil` if there are none.
    var bytes: [UInt8]? {
        guard fcm != nil || webPush != nil else { return nil }
        var object = JSONObject()
        object["fcm"] = fcm.map { .object($0) }
        object["web_push"] = webPush.map { .object($0) }
        return JSONWriter.write(.object(object))
    }
}

extension JSONObject {
    /// Returns the object after a merge patch (RFC 7396): the patch's members replace the object's,
    /// nested objects are merged, and `null` removes a member.
    func merged(with patch: JSONObject) -> JSONObject {
        var result = self
        for member in patch.members {
            if let changes = member.value.objectValue {
                let old = result[member.key]?.objectValue ?? JSONObject()
                result[member.key] = .object(old.merged(with: changes))
            } else if member.value == .null {
                // A bare nil literal would be the value null.
                result[member.key] = JSONValue?.none
            } else {
                result[member.key] = member.value
            }
        }
        return result
    }
}
