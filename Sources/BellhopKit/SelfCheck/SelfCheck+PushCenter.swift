// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension PushCenter {
    /// Tells the self-check whether FirebaseMessaging has the device token, for an app that has
    /// both: `push.checkFirebase { Messaging.messaging().apnsToken != nil }`.
    public func checkFirebase(hasToken: @escaping @MainActor () -> Bool) {
        check.firebaseHasToken = hasToken
    }
}
