// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import DeviceModel

/// Something a person does to a phone, or that happens to it: `POST /v1/devices/{id}/actions` with
/// `{"action":"tap","notification":"…"}`.
///
/// Every field but the action may be left out where it is not needed; what is missing or wrong is
/// told with the right words.
public struct DeviceCommand: Codable, Sendable, Hashable {
    public var action: Action
    /// The app's bundle identifier; may be left out when the phone has one app.
    public var app: String?
    /// The notification's identifier; the newest when left out.
    public var notification: String?
    /// For `choose`: the button's identifier; the one that takes a text when left out.
    public var button: String?
    /// For `choose`: what was typed.
    public var text: String?
    /// For `clear`: the stack's thread; everything of the app when left out.
    public var thread: String?
    /// The Live Activity's identifier; the only one when left out.
    public var activity: String?
    /// For `set`: the switch's name.
    public var key: String?
    /// The new value; which words are right depends on the action.
    public var value: String?
    /// For `focus`.
    public var focus: FocusCommand?
    /// For `move`.
    public var location: Coordinate?
    /// For `push`: the payload, an object with `aps`.
    public var payload: JSONValue?

    public init(
        _ action: Action, app: String? = nil, notification: String? = nil, value: String? = nil
    ) {
        self.action = action
        self.app = app
        self.notification = notification
        self.value = value
    }
}

/// A Focus to switch on. What is left out is as in Do Not Disturb.
public struct FocusCommand: Codable, Sendable, Hashable {
    public var name: String?
    public var allowedApps: [String]?
    public var allowedPeople: [String]?
    public var allowsTimeSensitive: Bool?
    /// By bundle identifier, the `filter-criteria` that may be shown.
    public var filters: [String: [String]]?

    enum CodingKeys: String, CodingKey {
        case name, filters
        case allowedApps = "allowed_apps"
        case allowedPeople = "allowed_people"
        case allowsTimeSensitive = "allows_time_sensitive"
    }

    public init(name: String? = nil) { self.name = name }

    /// The Focus as the phone has it.
    public var focus: Focus {
        var focus = Focus()
        if let name { focus.name = name }
        if let allowedApps { focus.allowedApps = allowedApps }
        if let allowedPeople { focus.allowedPeople = allowedPeople }
        if let allowsTimeSensitive { focus.allowsTimeSensitive = allowsTimeSensitive }
        if let filters { focus.filters = filters }
        return focus
    }
}

/// What an action led to: the phone afterwards and the app's methods that were called, in order.
public struct ActionResult: Codable, Sendable, Hashable {
    public let device: DeviceView
    public let callbacks: [CallbackView]

    public init(device: DeviceView, callbacks: [CallbackView]) {
        self.device = device
        self.callbacks = callbacks
    }
}
