// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Apple's `aps` dictionary as typed values.
///
/// A member whose value does not have the documented type stays in ``other`` unchanged; the
/// property for that member is `nil`. Source: "Generating a remote notification".
public struct APS: Hashable, Sendable {
    /// `alert`: text, or an object with title, subtitle and body.
    public var alert: Alert? {
        get {
            switch alertForm {
            case .absent: nil
            case .text: .text(alertFields.body?.plainText ?? "")
            case .fields: .fields(alertFields)
            }
        }
        set { (alertForm, alertFields) = Self.parts(of: newValue) }
    }
    private(set) var alertForm: AlertForm
    /// The fields of ``alert``. If the alert is a plain string, the string is the body. If there is
    /// no alert, all fields are empty.
    private(set) var alertFields: AlertFields

    /// `badge`: the number on the app's icon, which replaces the current number; `0` removes the
    /// badge.
    public var badge: Int?
    /// `sound`: a file name or `default`, or an object for critical alerts.
    public var sound: Sound?
    /// `thread-id`: the identifier that notifications of the same group share.
    public var threadID: String?
    /// `category`: the identifier of a category that the app registered.
    public var category: String?
    /// `content-available`: `1` wakes the app in the background.
    public var contentAvailable: Bool?
    /// `mutable-content`: `1` passes the notification to the service extension before it is shown.
    public var mutableContent: Bool?
    /// `interruption-level`. If it is absent, the level is ``InterruptionLevel/active``.
    public var interruptionLevel: InterruptionLevel?
    private var rare = Rare<RareFields>()

    /// `target-content-id`: the identifier of the window to bring forward.
    public var targetContentID: String? {
        get { rare.value.targetContentID }
        set { rare.value.targetContentID = newValue }
    }
    /// `relevance-score`: a number from 0 to 1 for notifications, and any number for Live
    /// Activities.
    public var relevanceScore: Double? {
        get { rare.value.relevanceScore }
        set { rare.value.relevanceScore = newValue }
    }
    /// `filter-criteria`: text that the app's Focus filter evaluates.
    public var filterCriteria: String? {
        get { rare.value.filterCriteria }
        set { rare.value.filterCriteria = newValue }
    }
    /// `url-args`: the values for the placeholders in a website's URL (Safari).
    public var urlArguments: [String]? {
        get { rare.value.urlArguments }
        set { rare.value.urlArguments = newValue }
    }
    /// `content-changed`: `true` reloads widgets or controls.
    public var contentChanged: Bool? {
        get { rare.value.contentChanged }
        set { rare.value.contentChanged = newValue }
    }
    /// The keys that only Live Activities use; all are absent in other notifications.
    public var liveActivity: LiveActivityFields {
        get { rare.value.liveActivity }
        set { rare.value.liveActivity = newValue }
    }
    /// Keys that are not Apple's, and Apple's keys whose value has the wrong type.
    public var other: JSONObject {
        get { rare.value.other }
        set { rare.value.other = newValue }
    }

    /// The form of the value of `alert`.
    enum AlertForm: Hashable, Sendable {
        case absent, text, fields
    }

    @inline(__always)
    private static func parts(of alert: Alert?) -> (AlertForm, AlertFields) {
        switch alert {
        case nil: (.absent, AlertFields())
        case .text(let text)?: (.text, AlertFields(title: nil, subtitle: nil, body: text))
        case .fields(let fields)?: (.fields, fields)
        }
    }

    /// The fields that few notifications have.
    struct RareFields: Emptiable {
        var targetContentID: String?
        var relevanceScore: Double?
        var filterCriteria: String?
        var urlArguments: [String]?
        var contentChanged: Bool?
        var liveActivity = LiveActivityFields()
        var other = JSONObject()
    }

    /// The rare fields; `nil` when none was set.
    var rareFields: RareFields? { rare.isEmpty ? nil : rare.value }
}

// These initializers are in an extension, so that the struct keeps its memberwise initializer. An
// initializer that assigns the properties itself would copy a struct of this size at the end (Swift
// 6.3).
extension APS {
    public init(alert: Alert? = nil, badge: Int? = nil, sound: Sound? = nil) {
        switch alert {
        case nil:
            self.init(
                alertForm: .absent, alertFields: AlertFields(), badge: badge, sound: sound)
        case .text(let text)?:
            self.init(
                alertForm: .text, alertFields: AlertFields(title: nil, subtitle: nil, body: text),
                badge: badge, sound: sound)
        case .fields(let fields)?:
            self.init(alertForm: .fields, alertFields: fields, badge: badge, sound: sound)
        }
    }

    /// Makes typed values from an object.
    public init(_ object: JSONObject) {
        self.init()
        for member in object.members {
            guard let key = APSKey(rawValue: member.key), value(of: key) == nil,
                take(member.value, as: key)
            else {
                other.append(member.key, member.value)
                continue
            }
        }
    }

    /// The complete dictionary as one object: Apple's keys in the order of ``APSKey``, followed by
    /// ``other``.
    public var object: JSONObject {
        var object = JSONObject()
        for key in APSKey.allCases {
            if let value = value(of: key) { object.append(key.rawValue, value) }
        }
        for member in other.members { object.append(member.key, member.value) }
        return object
    }
}

/// How strongly a notification may interrupt. Source: `UNNotificationInterruptionLevel`.
public enum InterruptionLevel: String, Hashable, Sendable, Codable, CaseIterable {
    /// Adds the notification to the list without lighting the screen or playing a sound.
    case passive
    /// Lights the screen and may play a sound. This is the default.
    case active
    /// Breaks through Focus and the scheduled summary, if the person allows it.
    case timeSensitive = "time-sensitive"
    /// Breaks through Focus and the mute switch; requires an entitlement from Apple.
    case critical
}

/// The effect of a Live Activity push. Source: ActivityKit push notifications.
public enum LiveActivityEvent: String, Hashable, Sendable, Codable, CaseIterable {
    case start, update, end
}

/// The keys inside `aps` that only Live Activities use.
public struct LiveActivityFields: Hashable, Sendable {
    /// `timestamp`: when the push was sent, in seconds since 1970. The device ignores a push that
    /// is older than the last push it accepted.
    public var timestamp: Int?
    /// `event`: start, update or end.
    public var event: LiveActivityEvent?
    /// `content-state`: an object that the app decodes into its `ContentState`.
    public var contentState: JSONObject?
    /// `stale-date`: when the content becomes outdated, in seconds since 1970.
    public var staleDate: Int?
    /// `dismissal-date`: when an ended activity leaves the Lock Screen, in seconds since 1970.
    public var dismissalDate: Int?
    /// `attributes-type`: the name of the app's attributes type; used only with the event `start`.
    public var attributesType: String?
    /// `attributes`: the data that never changes; used only with the event `start`.
    public var attributes: JSONObject?
    /// `input-push-token`: `1` makes the device create a token for updates; used only with the
    /// event `start`.
    public var inputPushToken: Bool?
    /// `input-push-channel`: the channel, in base64, that the device follows for updates; used only
    /// with the event `start`.
    public var inputPushChannel: String?

    public init() {}
}
