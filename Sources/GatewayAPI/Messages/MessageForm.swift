// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The short JSON form of a message: the most common parts of a payload and its headers as keys in
/// snake_case, without nesting.
public struct MessageForm: Hashable, Sendable {
    public var title: String?
    public var subtitle: String?
    public var body: String?
    /// The number on the app's icon; 0 removes it.
    public var badge: Int?
    /// Whether the gateway counts the number on the app's icon for each installation: `"badge":
    /// "+1"`. In this case, ``badge`` is the longest number that the gateway may insert.
    public var countsBadge = false
    /// The name of a file in the app's bundle, `default`, or the object of a critical alert.
    public var sound: Sound?
    public var threadID: String?
    public var category: String?
    public var level: InterruptionLevel?
    /// A link for the app. The payload contains it next to `aps` under the key `url`.
    public var url: String?
    /// The app's own keys. The payload contains them next to `aps`.
    public var data: JSONObject
    /// The values of the message's headers, such as push type, priority, collapse identifier and
    /// expiry.
    public var options: MessageOptions

    public init(title: String? = nil, subtitle: String? = nil, body: String? = nil) {
        self.title = title
        self.subtitle = subtitle
        self.body = body
        data = JSONObject()
        options = MessageOptions()
    }

    /// The keys of the form.
    public static let keys = [
        "title", "subtitle", "body", "badge", "sound", "thread_id", "category", "level", "url",
        "data",
        "push_type", "lane", "priority", "collapse_id", "expires_in", "expires_at",
        "fcm", "web_push",
    ]

    /// The payload that the form describes.
    public var payload: Payload {
        var aps = APS(badge: badge, sound: sound)
        if title != nil || subtitle != nil {
            aps.alert = Alert(title: title, subtitle: subtitle, body: body)
        } else if let body {
            aps.alert = .text(body)
        }
        aps.threadID = threadID
        aps.category = category
        aps.interruptionLevel = level
        // Without this key, a background push does not wake the app ("Pushing background updates to
        // your App").
        if options.pushType == .background { aps.contentAvailable = true }
        var custom = data
        if let url { custom["url"] = .string(url) }
        return Payload(aps: aps, custom: custom)
    }

    /// The body of a request with this form.
    public var encoded: [UInt8] {
        var object = JSONObject()
        let texts = [
            ("title", title), ("subtitle", subtitle), ("body", body), ("thread_id", threadID),
            ("category", category), ("level", level?.rawValue), ("url", url),
            ("push_type", options.pushType?.rawValue), ("lane", options.lane?.rawValue),
            ("collapse_id", options.collapseID?.text),
        ]
        for case (let key, let text?) in texts { object[key] = .string(text) }
        if countsBadge {
            object["badge"] = "+1"
        } else if let badge {
            object["badge"] = .number(JSONNumber(badge))
        }
        if let sound { object["sound"] = APS(sound: sound).object["sound"] }
        if !data.isEmpty { object["data"] = .object(data) }
        if let priority = options.priority {
            object["priority"] = .number(JSONNumber(priority.rawValue))
        }
        if let changes = options.fcm { object["fcm"] = .object(changes) }
        if let changes = options.webPush { object["web_push"] = .object(changes) }
        switch options.expiry {
        case .after(let seconds): object["expires_in"] = .number(JSONNumber(seconds))
        case .at(let date): object["expires_at"] = .string(GatewayJSON.text(of: date))
        case nil: break
        }
        return JSONWriter.write(.object(object))
    }
}
