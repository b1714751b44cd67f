// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension PushCenter {
    /// Gives the self-check a closure that returns whether FirebaseMessaging has the device token,
    /// for an app that uses both BellhopKit and Firebase:
    ///
    /// ```swift
    /// push.checkFirebase { Messaging.messaging().apnsToken != nil }
    /// ```
    public func checkFirebase(hasToken: @escaping @MainActor () -> Bool) {
        check.firebaseHasToken = hasToken
    }
}
