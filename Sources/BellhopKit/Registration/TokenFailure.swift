// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Readable reasons why the system provided no token (`REG-11`).
enum TokenFailure {
    static let noEntitlement =
        "the app's signature has no entitlement aps-environment. "
        + "Add the Push Notifications capability, and sign the app again."

    /// Describes an error of `didFailToRegisterForRemoteNotificationsWithError`.
    static func reason(_ error: any Error) -> String {
        let error = error as NSError
        switch (error.domain, error.code) {
        case (NSCocoaErrorDomain, 3000):
            return noEntitlement
        case (NSCocoaErrorDomain, 3010):
            return "this simulator cannot register. Use a phone, or a simulator of Xcode 14 or "
                + "later on a Mac with Apple silicon or T2."
        default:
            return "the system provided no token (\(error.domain) \(error.code)). "
                + "Check the network, and that APNs can be reached on port 5223 or 443."
        }
    }
}
