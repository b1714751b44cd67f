// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import DeviceModel

/// A request for a new phone, for `POST /v1/devices`.
package struct NewDevice: Codable, Sendable, Hashable {
    package var name: String
    /// The app to install. The default is the demo app.
    package var app: String?
    package var environment: APNSEnvironment?
    /// The app's permission. The default is `authorized`, or `notDetermined` for an App Clip.
    package var authorization: Authorization?
    /// The model, for instance `iPhone 17`.
    package var model: String?
    /// The kind of phone: a real phone, which is the default, or one of Xcode's Simulators.
    package var kind: Device.Kind?
    /// Whether the app is an App Clip that requests notifications in its Info.plist (`AUTH-9`).
    package var isAppClip: Bool?
    /// The language, for instance `de`.
    package var language: String?
    /// The IANA name of the time zone, for instance `Europe/Berlin`.
    package var timeZone: String?

    enum CodingKeys: String, CodingKey {
        case name, app, environment, authorization, model, kind, language
        case isAppClip = "app_clip"
        case timeZone = "time_zone"
    }

    package init(
        name: String, app: String? = nil, environment: APNSEnvironment? = nil,
        authorization: Authorization? = nil
    ) {
        self.name = name
        self.app = app
        self.environment = environment
        self.authorization = authorization
    }
}
