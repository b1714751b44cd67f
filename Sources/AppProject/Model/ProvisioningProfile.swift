// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The permissions of a provisioning profile.
package struct ProvisioningProfile: Sendable {
    /// The path of the profile in the checkout.
    package var path: String
    package var name: String
    package var uuid: String
    package var teamID: String?
    /// The application identifier with the team's prefix, for instance
    /// `TEAM123456.com.example.app`. It may end with `*`.
    package var applicationID: String?
    package var expires: Date?
    package var entitlements: PlistValue
    /// The number of devices that the profile lists; `nil` if it lists none, as in an App Store
    /// profile.
    package var deviceCount: Int?
    /// Whether the profile is valid for all devices of an organization (enterprise distribution).
    package var isForAllDevices = false

    package init(path: String, name: String, uuid: String, entitlements: PlistValue) {
        self.path = path
        self.name = name
        self.uuid = uuid
        self.entitlements = entitlements
    }

    /// The APNs environment that the profile allows: `development` or `production`.
    package var apnsEnvironment: String? {
        (entitlements["aps-environment"] ?? entitlements["com.apple.developer.aps-environment"])?
            .string
    }

    /// Returns whether the profile allows an app with this bundle identifier. Returns `true` if the
    /// profile has no application identifier.
    package func allows(bundleID: String) -> Bool {
        guard let applicationID, let stop = applicationID.firstIndex(of: ".") else { return true }
        let pattern = applicationID[applicationID.index(after: stop)...]
        guard pattern.hasSuffix("*") else { return pattern == bundleID }
        return bundleID.hasPrefix(pattern.dropLast())
    }
}
