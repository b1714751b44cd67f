// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
import FCM

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
package import Foundation
#endif

/// An app on a virtual device that is registered with the simulated FCM.
package struct FCMDevice: Codable, Hashable, Sendable {
    package enum Platform: String, Codable, Hashable, Sendable, CaseIterable {
        case android, ios, web
    }

    package var name: String
    package var platform: Platform
    /// The package name or bundle identifier.
    package var app: String
    /// The registration token.
    package var token: String
    /// The Firebase installation ID, which is the beginning of the token.
    package var installationID: String
    /// The project in which the app is registered.
    package var projectID: String
    package var topics: Set<String> = []
    /// Whether the app was uninstalled, so that its token is no longer registered.
    package var isUnregistered = false
    /// The device token of APNs, for an app on the simulated iPhone.
    package var apnsToken: DeviceToken?
    package var apnsEnvironment: APNSEnvironment?

    enum CodingKeys: String, CodingKey {
        case name, platform, app, token, topics
        case installationID = "fid"
        case projectID = "project"
        case isUnregistered = "is_unregistered"
        case apnsToken = "apns_token"
        case apnsEnvironment = "apns_environment"
    }

    /// The token without its secret part, for logs.
    package var shownToken: String { String(token.prefix(6)) + "… " + ShortHash.hex(token.utf8) }

    /// Makes a device with a new token.
    package init(
        name: String, platform: Platform, app: String, projectID: String,
        using generator: inout some RandomNumberGenerator
    ) {
        self.name = name
        self.platform = platform
        self.app = app
        self.projectID = projectID
        installationID = Self.installationID(using: &generator)
        token =
            installationID + ":APA91b"
            + Base64URL.encode((0..<100).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }

    /// Returns 17 random bytes whose first four bits are 0111, in base64url without the last
    /// character, as Firebase makes them.
    private static func installationID(
        using generator: inout some RandomNumberGenerator
    ) -> String {
        var bytes = (0..<17).map { _ in UInt8.random(in: 0...255, using: &generator) }
        bytes[0] = 0b0111_0000 | bytes[0] & 0b0000_1111
        return String(Base64URL.encode(bytes).prefix(22))
    }
}
