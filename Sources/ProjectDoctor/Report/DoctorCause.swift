// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import Diagnostics

/// The possible reasons why a notification does not arrive, in the order in which a person should
/// check them. The most frequent and most visible causes come first.
package enum DoctorCause: String, Hashable, Sendable, CaseIterable {
    /// A problem with the entitlement, the profile or the app's other declarations.
    case entitlement
    /// A problem with the APNs host or the sender's credentials.
    case host
    /// A problem with the device token, which must be requested, received and sent to the server.
    case token
    /// A restriction by the person's permission or settings.
    case userSetting = "user-setting"
    /// A payload that is too large.
    case size
    /// A limit that makes APNs or the device delay or drop pushes.
    case throttling
    /// The notification arrives, but the app does not handle it as intended.
    case app

    package var title: String {
        switch self {
        case .entitlement: "entitlement"
        case .host: "host and key"
        case .token: "token"
        case .userSetting: "user setting"
        case .size: "size"
        case .throttling: "throttling"
        case .app: "app and extensions"
        }
    }

    /// A phrase that states where to look for this cause outside the project.
    package var elsewhere: String {
        switch self {
        case .entitlement:
            "the signed app may differ; run `codesign -d --entitlements - App.app`"
        case .host: "run `bellhop doctor --key FILE --key-id ID --team-id ID --to sandbox`"
        case .token: "run `bellhop explain --reason BadDeviceToken`"
        case .userSetting:
            "see Settings > Notifications > the app; run `bellhop explain FILE --permission denied`"
        case .size: "run `bellhop lint FILE`"
        case .throttling: "run `bellhop explain FILE --matrix`"
        case .app: "run `bellhop explain FILE`"
        }
    }

    /// Returns the cause to which a check's findings belong. The check is given by its identifier.
    package static func of(_ check: String) -> DoctorCause {
        if let cause = single[check] { return cause }
        let first = check.prefix { $0 != "-" }
        return byFirstWord[String(first)] ?? .app
    }

    /// The causes by the first word of the check's identifier.
    private static let byFirstWord: [String: DoctorCause] = [
        "entitlement": .entitlement, "profile": .entitlement, "info": .entitlement,
        "critical": .userSetting, "permission": .userSetting, "location": .userSetting,
        "key": .host, "certificate": .host, "provider": .host, "host": .host, "clock": .host,
        "live": .host, "service": .host, "environment": .host, "topic": .host, "apns": .host,
        "token": .token, "registration": .token, "device": .token,
        "background": .throttling,
    ]

    /// The causes of checks whose first word is misleading, by identifier.
    private static let single: [String: DoctorCause] = [
        "app-delegate-adaptor-missing": .token,
        "firebase-proxy-on": .token, "firebase-apns-token-missing": .token,
        "firebase-bundle-id": .token, "firebase-key-in-app": .host,
        "firebase-key-in-checkout": .host, "firebase-key-token-uri": .host,
        "background-mode-voip-missing": .entitlement,
        "push-to-talk-undeclared": .entitlement,
        "entitlement-filtering-missing": .app, "entitlement-communication-missing": .app,
        "live-activities-not-declared": .entitlement,
        "live-activities-frequent-updates": .throttling,
        "broadcast-capability": .entitlement,
        "extension-bundle-id-not-prefixed": .entitlement,
        "entitlement-time-sensitive-missing": .userSetting,
        "entitlement-critical-alerts-missing": .userSetting,
    ]
}

/// The results of the checks for one cause.
package struct DoctorCauseResult: Sendable {
    package let cause: DoctorCause
    /// The number of checks for this cause that applied.
    package let checkCount: Int
    package let diagnostics: [Diagnostic]

    /// Returns the results for all causes, in the order of the causes.
    package static func all(of results: [DoctorResult]) -> [DoctorCauseResult] {
        DoctorCause.allCases.map { cause in
            let own = results.filter { DoctorCause.of($0.check.id) == cause && $0.isApplicable }
            return DoctorCauseResult(
                cause: cause, checkCount: own.count, diagnostics: own.flatMap(\.diagnostics))
        }
    }
}
