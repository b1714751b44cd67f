// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import DeviceModel

/// A request for a new phone: `POST /v1/devices`.
public struct NewDevice: Codable, Sendable, Hashable {
    public var name: String
    /// The app to install; by default, the demo app.
    public var app: String?
    public var environment: APNSEnvironment?
    /// The permission; by default, authorized, or not determined for an App Clip.
    public var authorization: Authorization?
    /// For instance `iPhone 17`.
    public var model: String?
    /// A real phone by default, or one of Xcode's Simulators.
    public var kind: Device.Kind?
    /// Whether the app is an App Clip that requests notifications in its Info.plist (`AUTH-9`).
    public var isAppClip: Bool?
    /// The language, for instance `de`.
    public var language: String?
    /// An IANA name, for instance `Europe/Berlin`.
    public var timeZone: String?

    enum CodingKeys: String, CodingKey {
        case name, app, environment, authorization, model, kind, language
        case isAppClip = "app_clip"
        case timeZone = "time_zone"
    }

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
