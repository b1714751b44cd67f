// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics

extension DoctorCheck {
    static let firebaseProxyOn = DoctorCheck(
        "firebase-proxy-on", .note, "FirebaseMessaging's proxy runs before the app's own methods",
        why: "The proxy reads the device token and counts messages, and then calls the app's own "
            + "methods, so nothing is lost and the app need not set apnsToken. However, the code "
            + "of the delegates alone does not show everything that happens.",
        remedy: "change nothing, or turn off the proxy: set FirebaseAppDelegateProxyEnabled to NO "
            + "in Info.plist and set Messaging.apnsToken yourself",
        wrong: RuleExample(.init("App/AppDelegate+Token.swift", FirebaseExample.token)),
        right: RuleExample(
            .init("App/AppDelegate+Token.swift", FirebaseExample.token),
            SampleApp.info(adding: ["FirebaseAppDelegateProxyEnabled": false])),
        claim: .reported("the sources of firebase-ios-sdk and GoogleUtilities")
    ) { project, report in
        for app in project.apps where project.usesFirebaseMessaging(app) {
            let own = project.firstUse(of: "apnsToken", "setAPNSToken", in: app)
            for configuration in app.configurations {
                for key in FirebaseProxy.keys {
                    guard case .string(let text)? = configuration.info(key).value else { continue }
                    report.add(
                        "\(key) of \(app.name) is the string \"\(text.prefix(20))\", which "
                            + "Firebase ignores, so its proxy is on",
                        at: configuration.location(ofInfo: key, in: app),
                        remedy: "write a Boolean: <false/>", severity: .warning, of: app)
                }
            }
            guard let own else { continue }
            report.examine(app) { configuration in
                guard configuration.firebaseProxy == .isOn else { return nil }
                return (
                    "\(app.name) sets apnsToken, which FirebaseMessaging's proxy has set already",
                    nil, own
                )
            }
        }
    }
}

/// Whether Firebase swizzles the methods of the app's delegates. According to GoogleUtilities,
/// GULAppDelegateSwizzler, swizzling is on unless one of two keys is `false` or the number 0.
enum FirebaseProxy: Hashable {
    case isOn, isOff, unknown

    static let keys = [
        "FirebaseAppDelegateProxyEnabled", "GoogleUtilitiesAppDelegateProxyEnabled",
    ]
}

extension AppTarget.Configuration {
    var firebaseProxy: FirebaseProxy {
        let values = FirebaseProxy.keys.map { info($0) }
        let isOff = values.contains { declared in
            switch declared.value {
            case .bool(let flag): !flag
            case .integer(let number): number == 0
            default: false
            }
        }
        if isOff { return .isOff }
        return values.contains(.unknown) ? .unknown : .isOn
    }
}

extension AppProject {
    /// Returns whether the code of an app uses FirebaseMessaging, which it may also import as a
    /// part of Firebase.
    func usesFirebaseMessaging(_ app: AppTarget) -> Bool {
        firstUse(of: "FirebaseMessaging", in: app) != nil
            || code(of: app).contains {
                $0.facts.imports.contains("Firebase") && !$0.uses(of: "Messaging").isEmpty
            }
            || objectiveCUse(of: ["FirebaseMessaging", "FIRMessaging"], in: app) != nil
    }
}

/// Code shared by several examples about Firebase.
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
