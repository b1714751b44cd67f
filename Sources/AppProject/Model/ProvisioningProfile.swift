// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a provisioning profile allows.
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

    public init(path: String, name: String, uuid: String, entitlements: PlistValue) {
        self.path = path
        self.name = name
        self.uuid = uuid
        self.entitlements = entitlements
    }
}
