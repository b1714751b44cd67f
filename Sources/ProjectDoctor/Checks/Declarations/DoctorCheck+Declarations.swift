// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension DoctorCheck {
    /// Entitlements, Info.plist, profiles, what a target declares.
    static let declarationChecks: [DoctorCheck] = [pushEntitlementMissing]
}
