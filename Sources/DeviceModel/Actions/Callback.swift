// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// One call of an app's code by the system.
public struct Callback: Hashable, Sendable, Codable {
    /// Which of the app's methods is called.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case didFinishLaunching = "did-finish-launching"
        case willEnterForeground = "will-enter-foreground"
        case didBecomeActive = "did-become-active"
        case willResignActive = "will-resign-active"
        case didEnterBackground = "did-enter-background"
        case willTerminate = "will-terminate"
        case didRegister = "did-register"
        case didFailToRegister = "did-fail-to-register"
        case willPresent = "will-present"
        case didReceiveRemoteNotification = "did-receive-remote-notification"
        case didReceiveResponse = "did-receive-response"

        /// The method's name in Apple's API.
        public var apiName: String {
            switch self {
            case .didFinishLaunching: "application(_:didFinishLaunchingWithOptions:)"
            case .willEnterForeground: "applicationWillEnterForeground(_:)"
            case .didBecomeActive: "applicationDidBecomeActive(_:)"
            case .willResignActive: "applicationWillResignActive(_:)"
            case .didEnterBackground: "applicationDidEnterBackground(_:)"
            case .willTerminate: "applicationWillTerminate(_:)"
            case .didRegister: "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)"
            case .didFailToRegister:
                "application(_:didFailToRegisterForRemoteNotificationsWithError:)"
            case .willPresent: "userNotificationCenter(_:willPresent:withCompletionHandler:)"
            case .didReceiveRemoteNotification:
                "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)"
            case .didReceiveResponse: "userNotificationCenter(_:didReceive:withCompletionHandler:)"
            }
        }
    }

    public var kind: Kind
    public var bundleID: String
    /// The rule that says so; `nil` for the plain life cycle of apps.
    public var rule: RuleID?
    /// What the call was about, in a few words.
    public var detail: String?

    enum CodingKeys: String, CodingKey {
        case kind, rule, detail
        case bundleID = "bundle_id"
    }

    public init(_ kind: Kind, bundleID: String, rule: RuleID? = nil, detail: String? = nil) {
        self.kind = kind
        self.bundleID = bundleID
        self.rule = rule
        self.detail = detail
    }

    /// The method's name in Apple's API.
    public var name: String { kind.apiName }
}
