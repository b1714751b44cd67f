// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let firebaseTokenMissing = DoctorCheck(
        "firebase-apns-token-missing", .error, "FirebaseMessaging has no APNs token",
        why: "With the proxy off, FirebaseMessaging waits until the app sets the token. Until "
            + "then, messages sent through FCM do not arrive.",
        remedy: "set Messaging.messaging().apnsToken when the device token arrives",
        wrong: RuleExample(
            .init(
                "App/AppDelegate+Token.swift",
                FirebaseExample.token.replacing(
                    "        Messaging.messaging().apnsToken = deviceToken\n", with: "")),
            SampleApp.info(adding: ["FirebaseAppDelegateProxyEnabled": false])),
        right: RuleExample(
            .init("App/AppDelegate+Token.swift", FirebaseExample.token),
            SampleApp.info(adding: ["FirebaseAppDelegateProxyEnabled": false])),
        claim: .reported("Firebase, Method swizzling in Firebase Cloud Messaging")
    ) { project, report in
        for app in project.apps where project.usesFirebaseMessaging(app) {
            // Flutter and React Native plug-ins pass the token to Firebase themselves.
            let mayTokenBeSet =
                project.firstUse(of: "apnsToken", "setAPNSToken", in: app) != nil
                || project.objectiveCUse(of: ["apnsToken", "APNSToken"], in: app) != nil
                || app.externalDependencies.contains("RNFBMessaging")
                || app.externalDependencies.contains("firebase_messaging")
                || project.mayLackCode(app)
            report.examine(app) { configuration in
                guard !mayTokenBeSet, configuration.firebaseProxy == .isOff else { return nil }
                let key =
                    FirebaseProxy.keys.first { configuration.info($0).value != nil }
                    ?? FirebaseProxy.keys[0]
                return (
                    "FirebaseMessaging's proxy is off, but \(app.name) does not set apnsToken",
                    nil, configuration.location(ofInfo: key, in: app)
                )
            }
        }
    }
}
