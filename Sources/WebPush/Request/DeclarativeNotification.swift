// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A notification that the browser shows without running code of the site: Apple's Declarative Web
/// Push (Safari 18.4 and later). In other browsers, the site's service worker reads the same JSON.
package struct DeclarativeNotification: Hashable, Sendable {
    package struct Action: Hashable, Sendable {
        package var action: String
        package var title: String
        package var navigate: String?

        package init(action: String, title: String, navigate: String? = nil) {
            self.action = action
            self.title = title
            self.navigate = navigate
        }
    }

    /// The value of `web_push`, which marks the JSON as declarative: the number of the RFC.
    package static let marker = 8030

    package var title: String
    /// The absolute URL that a click opens. It is required.
    package var navigate: String
    package var body: String?
    package var lang: String?
    /// A newer notification with the same tag replaces an older one.
    package var tag: String?
    package var silent: Bool?
    /// The number on the icon of the web app.
    package var badge: Int?
    package var data: JSONObject?
    package var actions: [Action] = []
    /// Whether the site's service worker may change the notification.
    package var isMutable = false

    package init(title: String, navigate: String, body: String? = nil) {
        self.title = title
        self.navigate = navigate
        self.body = body
    }

    /// The content of the message.
    ///
    /// WebKit's announcement has the badge inside of `notification`, but the W3C's specification
    /// has it next to `notification`. Therefore, the JSON contains the badge in both places.
    package var json: JSONObject {
        var notification: JSONObject = ["title": .string(title)]
        notification["body"] = body.map { .string($0) }
        notification["navigate"] = .string(navigate)
        notification["lang"] = lang.map { .string($0) }
        notification["tag"] = tag.map { .string($0) }
        notification["silent"] = silent.map { .bool($0) }
        notification["data"] = data.map { .object($0) }
        if !actions.isEmpty {
            notification["actions"] = .array(
                actions.map { action in
                    var object: JSONObject = [
                        "action": .string(action.action), "title": .string(action.title),
                    ]
                    object["navigate"] = action.navigate.map { .string($0) }
                    return .object(object)
                })
        }
        notification["app_badge"] = badge.map { .string("\($0)") }
        var result: JSONObject = [
            "web_push": .number(JSONNumber(Self.marker)), "notification": .object(notification),
        ]
        result["app_badge"] = badge.map { .number(JSONNumber($0)) }
        if isMutable { result["mutable"] = true }
        return result
    }

    /// Reads the content of a message. Returns `nil` if it is not declarative, in which case the
    /// browser passes it to the service worker.
    package init?(content: some Collection<UInt8>) {
        guard let object = (try? JSONReader.read(content))?.value.objectValue,
            object["web_push"]?.intValue == Self.marker,
            let notification = object["notification"]?.objectValue,
            let title = notification["title"]?.stringValue, !title.isEmpty,
            let navigate = notification["navigate"]?.stringValue,
            let url = URL(string: navigate), url.scheme != nil
        else { return nil }
        self.init(
            title: title, navigate: navigate, body: notification["body"]?.stringValue)
        lang = notification["lang"]?.stringValue
        tag = notification["tag"]?.stringValue
        silent = notification["silent"]?.boolValue
        data = notification["data"]?.objectValue
        badge =
            object["app_badge"]?.intValue ?? notification["app_badge"]?.intValue
            ?? notification["app_badge"]?.stringValue.flatMap { Int($0) }
        isMutable = object["mutable"]?.boolValue ?? false
        actions = (notification["actions"]?.arrayValue ?? []).compactMap { element in
            guard let action = element.objectValue, let name = action["action"]?.stringValue,
                let title = action["title"]?.stringValue
            else { return nil }
            return Action(
                action: name, title: title, navigate: action["navigate"]?.stringValue)
        }
    }
}
