// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let firebaseProxyOn = DoctorCheck(
        "firebase-proxy-on", .warning, "FirebaseMessaging replaces methods of the app's delegates",
        why: "Two libraries answer for the same notification, in an order nobody chose.",
        remedy: "set FirebaseAppDelegateProxyEnabled to NO in Info.plist and hand "
            + "Messaging.apnsToken over yourself",
        wrong: RuleExample(.init("App/AppDelegate+Token.swift", FirebaseExample.token)),
        right: RuleExample(
            .init("App/AppDelegate+Token.swift", FirebaseExample.token),
            SampleApp.info(adding: ["FirebaseAppDelegateProxyEnabled": false])),
        claim: .reported("Firebase, Method swizzling in Firebase Cloud Messaging")
    ) { project, report in
        let key = "FirebaseAppDelegateProxyEnabled"
        for app in project.apps where project.usesFirebaseMessaging(app) {
            // A delegate of the notification center alone is what Firebase's own guide has.
            let token = project.firstUse(
                of: "didRegisterForRemoteNotificationsWithDeviceToken", in: app)
            let push = project.code(of: app).lazy.compactMap(\.backgroundPushHandler).first
            guard let own = token ?? push else { continue }
            let what = token == nil ? "pushes" : "the token"
            report.look(at: app) { configuration in
                let proxy = configuration.info(key)
                guard proxy == .absent || proxy.value?.bool == true else { return nil }
                return (
                    "\(app.name) takes \(what) itself, and FirebaseMessaging replaces that method",
                    nil, own
                )
            }
        }
    }
}

extension AppProject {
    /// Whether the code of an app imports FirebaseMessaging.
    func usesFirebaseMessaging(_ app: AppTarget) -> Bool {
        firstUse(of: "FirebaseMessaging", in: app) != nil
    }
}

/// What the examples about Firebase share.
enum FirebaseExample {
    static let token = """
        import FirebaseMessaging
        import UIKit

        extension AppDelegate {
            func application(
                _ application: UIApplication,
                didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
            ) {
                Messaging.messaging().apnsToken = deviceToken
                Task { await Server.shared.register(token: deviceToken) }
            }

            func application(
                _ application: UIApplication,
                didFailToRegisterForRemoteNotificationsWithError error: any Error
            ) {
                Log.push.error("no device token: \\(error)")
            }
        }
        """
}
