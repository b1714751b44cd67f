// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Why the system gives no token, in words (`REG-11`).
enum TokenFailure {
    static let noEntitlement =
        "the app's signature has no entitlement aps-environment; "
        + "add the capability Push Notifications and sign the app again"

    /// Says what an error of `didFailToRegisterForRemoteNotificationsWithError` means.
    static func reason(_ error: any Error) -> String {
        let error = error as NSError
        switch (error.domain, error.code) {
        case (NSCocoaErrorDomain, 3000):
            return noEntitlement
        case (NSCocoaErrorDomain, 3010):
            return "this simulator cannot register; "
                + "use one of Xcode 14 or later on a Mac with Apple silicon or T2, or a phone"
        default:
            return "the system gives no token (\(error.domain) \(error.code)); "
                + "check the network and that APNs can be reached, port 5223 or 443"
        }
    }
}
