// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// One call of an app's code by the system.
public struct Callback: Hashable, Sendable, Codable {
    /// The method of the app that is called.
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
        case openSettings = "open-settings"
        case serviceExtension = "service-extension"
        case serviceExtensionWillExpire = "service-extension-will-expire"
        case contentExtension = "content-extension"
        case contentExtensionResponse = "content-extension-response"
        case voipToken = "voip-token"
        case voipPush = "voip-push"
        case activityToken = "activity-token"
        case activityStartToken = "activity-start-token"
        case activityContent = "activity-content"
        case activityState = "activity-state"
        case activityStarted = "activity-started"
        case activitiesEnabled = "activities-enabled"
        case frequentPushesEnabled = "frequent-pushes-enabled"
        case backgroundRefresh = "background-refresh"

        /// The name of the method in Apple's API.
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
            case .openSettings: "userNotificationCenter(_:openSettingsFor:)"
            case .serviceExtension: "didReceive(_:withContentHandler:)"
            case .serviceExtensionWillExpire: "serviceExtensionTimeWillExpire()"
            case .contentExtension: "didReceive(_:)"
            case .contentExtensionResponse: "didReceive(_:completionHandler:)"
            case .voipToken: "pushRegistry(_:didUpdate:for:)"
            case .voipPush: "pushRegistry(_:didReceiveIncomingPushWith:for:completion:)"
            case .activityToken: "Activity.pushTokenUpdates"
            case .activityStartToken: "Activity.pushToStartTokenUpdates"
            case .activityContent: "Activity.contentUpdates"
            case .activityState: "Activity.activityStateUpdates"
            case .activityStarted: "Activity.activityUpdates"
            case .activitiesEnabled: "ActivityAuthorizationInfo.activityEnablementUpdates"
            case .frequentPushesEnabled:
                "ActivityAuthorizationInfo.frequentPushEnablementUpdates"
            case .backgroundRefresh: "BGTaskScheduler launch handler"
            }
        }
    }

    public var kind: Kind
    public var bundleID: String
    /// The rule behind the call; `nil` for the general life cycle of apps.
    public var rule: RuleID?
    /// A short description of the ``subject``.
    public var detail: String?
    /// The value that app code receives. The JSON does not contain this value.
    public var subject: Subject?

    /// The value that a callback passes to the app.
    public enum Subject: Hashable, Sendable {
        case notification(DeliveredNotification)
        case response(NotificationResponse)
        /// The payload as the text of a JSON object.
        case userInfo(String)
        case token(DeviceToken)
        /// The reason why registering failed.
        case failure(RegistrationFailure)
        case activity(LiveActivity)
        /// The name of an attributes type and its push-to-start token.
        case activityStart(attributesType: String, token: DeviceToken)
        case isEnabled(Bool)
        /// The identifier of a background task.
        case task(String)
        /// The reason for the launch.
        case launch(LaunchReason)
    }

    enum CodingKeys: String, CodingKey {
        case kind, rule, detail
        case bundleID = "bundle_id"
    }

    public init(
        _ kind: Kind, bundleID: String, rule: RuleID? = nil, detail: String? = nil,
        subject: Subject? = nil
    ) {
        self.kind = kind
        self.bundleID = bundleID
        self.rule = rule
        self.detail = detail
        self.subject = subject
    }

    /// The name of the method in Apple's API.
    public var name: String { kind.apiName }
}

/// The reason why an app's process starts.
public enum LaunchReason: Hashable, Sendable {
    /// The person opened the app from its icon, or in another way unrelated to notifications.
    case user
    /// The person tapped a notification.
    case response(NotificationResponse)
    /// A push that may run code in the background launched the app; the text is the payload as a
    /// JSON object.
    case remoteNotification(String)
    /// Any other launch in the background.
    case background
}
