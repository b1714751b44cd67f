// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import DeviceModel

/// Something a person does to a phone: `POST /v1/devices/{id}/actions` with
/// `{"action":"tap","notification":"…"}`.
public struct DeviceCommand: Codable, Sendable, Hashable {
    /// What is done. The words are those of `bellhop device`.
    public enum Action: String, Codable, Sendable, CaseIterable {
        case lock, unlock, launch, background, suspend, terminate, quit, tap, dismiss, reboot
        case online, offline, authorization, install, uninstall
        case backgroundRefresh = "background-refresh"
    }

    public var action: Action
    /// The app's bundle identifier; may be left out when the phone has one app.
    public var app: String?
    /// The notification's identifier, for `tap` and `dismiss`; the newest when left out.
    public var notification: String?
    /// The new value: a permission for `authorization`, `on` or `off` for `background-refresh`, the
    /// app's name for `install`.
    public var value: String?

    public init(
        _ action: Action, app: String? = nil, notification: String? = nil, value: String? = nil
    ) {
        self.action = action
        self.app = app
        self.notification = notification
        self.value = value
    }
}

/// A new phone: `POST /v1/devices`.
public struct NewDevice: Codable, Sendable, Hashable {
    public var name: String
    /// The app to install; the demo app when left out.
    public var app: String?
    public var environment: APNSEnvironment?
    public var authorization: Authorization?

    public init(
        name: String, app: String? = nil, environment: APNSEnvironment? = nil,
        authorization: Authorization? = nil
    ) {
        self.name = name
        self.app = app
        self.environment = environment
        self.authorization = authorization
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
