// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if os(iOS) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
import APNSWire
import Foundation
public import UserNotificationsShim

extension ContentStateGolden {
    /// Checks a complete push as the server sends it: the content state and, in a push that starts
    /// an activity, the attributes and the name of their type.
    ///
    /// - Parameters:
    ///   - attributes: the attributes expected in a push that starts an activity; `nil` to skip
    ///     them.
    ///   - push: the JSON text of the body.
    public static func findings<Attributes: ActivityAttributes & Equatable>(
        inPush push: String, attributes: Attributes?, state: Attributes.ContentState,
        allowsDates: Bool = false
    ) -> [ContentStateFinding] {
        let aps: JSONObject?
        do {
            aps = try JSONReader.read(push).value.objectValue?["aps"]?.objectValue
        } catch {
            return [ContentStateFinding(.notJSON, "", "the text is not JSON: \(error)")]
        }
        guard let content = aps?["content-state"] else {
            return [
                ContentStateFinding(
                    .missingKey, "aps.content-state", "the push has no content state")
            ]
        }
        var found = findings(
            in: JSONWriter.text(content), for: state, allowsDates: allowsDates
        ).map { $0.under("aps.content-state") }
        guard let attributes, aps?["event"]?.stringValue == "start" else { return found }
        let name = String(describing: Attributes.self)
        if aps?["attributes-type"]?.stringValue != name {
            found.append(
                ContentStateFinding(
                    .attributesType, "aps.attributes-type",
                    "the value must be \(name), the name of the app's attributes type"))
        }
        let own = aps?["attributes"] ?? .null
        found += findings(in: JSONWriter.text(own), for: attributes, allowsDates: allowsDates)
            .map { $0.under("aps.attributes") }
        return found
    }
}

extension ContentStateFinding {
    fileprivate func under(_ prefix: String) -> ContentStateFinding {
        ContentStateFinding(kind, path.isEmpty ? prefix : prefix + "." + path, message)
    }
}
#endif
