// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The permissions of a provisioning profile.
public struct ProvisioningProfile: Sendable {
    /// Its path in the checkout.
    public var path: String
    public var name: String
    public var uuid: String
    public var teamID: String?
    /// The identifier with the team's prefix, for instance `TEAM123456.com.example.app`; may end in
    /// `*`.
    public var applicationID: String?
    public var expires: Date?
    public var entitlements: PlistValue
    /// The number of devices that it lists; `nil` if it lists none, as for the App Store.
    public var deviceCount: Int?
    /// Whether it is valid for all devices of an enterprise.
    public var isForAllDevices = false

    public init(path: String, name: String, uuid: String, entitlements: PlistValue) {
        self.path = path
        self.name = name
        self.uuid = uuid
        self.entitlements = entitlements
    }

    /// The APNs environment that it allows: `development` or `production`.
    public var apnsEnvironment: String? {
        (entitlements["aps-environment"] ?? entitlements["com.apple.developer.aps-environment"])?
            .string
    }

    /// Whether it allows an app with a bundle identifier; `true` if it has no identifier.
    public func allows(bundleID: String) -> Bool {
        guard let applicationID, let stop = applicationID.firstIndex(of: ".") else { return true }
        let pattern = applicationID[applicationID.index(after: stop)...]
        guard pattern.hasSuffix("*") else { return pattern == bundleID }
        return bundleID.hasPrefix(pattern.dropLast())
    }
}
