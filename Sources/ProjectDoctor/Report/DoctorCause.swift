// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Diagnostics

/// Why a notification did not arrive, in the order in which a person should look: what fails most
/// often and is quickest to see comes first.
public enum DoctorCause: String, Hashable, Sendable, CaseIterable {
    /// Entitlement, profile and what else the app declares.
    case entitlement
    /// The APNs host and what the sender proves itself with.
    case host
    /// The device token: asked for, taken, sent to the server.
    case token
    /// What the person allowed.
    case userSetting = "user-setting"
    /// The payload's size.
    case size
    /// Pushes that APNs or the device holds back.
    case throttling
    /// The notification arrives and the app makes too little of it.
    case app

    public var title: String {
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

    /// Where to look for what no project shows, as a phrase.
    public var elsewhere: String {
        switch self {
        case .entitlement: "the signed app may differ: codesign -d --entitlements - App.app"
        case .host: "bellhop doctor --key FILE --key-id ID --team-id ID --to sandbox"
        case .token: "bellhop explain --reason BadDeviceToken"
        case .userSetting:
            "Settings, Notifications, the app; bellhop explain FILE --permission denied"
        case .size: "bellhop lint FILE"
        case .throttling: "bellhop explain FILE --matrix"
        case .app: "bellhop explain FILE"
        }
    }

    /// What a check's finding explains.
    public static func of(_ check: String) -> DoctorCause {
        if let cause = single[check] { return cause }
        let first = check.prefix { $0 != "-" }
        return byFirstWord[String(first)] ?? .app
    }

    /// By the first word of the check's identifier.
    private static let byFirstWord: [String: DoctorCause] = [
        "entitlement": .entitlement, "profile": .entitlement, "info": .entitlement,
        "critical": .userSetting, "permission": .userSetting, "location": .userSetting,
        "key": .host, "certificate": .host, "provider": .host, "host": .host, "clock": .host,
        "live": .host, "environment": .host, "topic": .host, "apns": .host,
        "token": .token, "registration": .token, "device": .token,
        "background": .throttling,
    ]

    /// Checks whose first word says something else.
    private static let single: [String: DoctorCause] = [
        "app-delegate-adaptor-missing": .token,
        "firebase-proxy-on": .token, "firebase-apns-token-missing": .token,
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

/// What is known of one cause after an examination.
public struct DoctorCauseResult: Sendable {
    public let cause: DoctorCause
    /// Checks about it that looked at something.
    public let checkCount: Int
    public let diagnostics: [Diagnostic]

    /// The causes in their order.
    public static func all(of results: [DoctorResult]) -> [DoctorCauseResult] {
        DoctorCause.allCases.map { cause in
            let own = results.filter { DoctorCause.of($0.check.id) == cause && $0.isApplicable }
            return DoctorCauseResult(
                cause: cause, checkCount: own.count, diagnostics: own.flatMap(\.diagnostics))
        }
    }
}
