// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension SelfCheckProblem {
    /// A description of the problem, why it matters, and a remedy.
    public var explanation: Explanation {
        declarationExplanation ?? codeExplanation ?? permissionExplanation ?? settingExplanation
            ?? deviceExplanation
    }

    /// The explanation of a problem in the project's declarations; `nil` for other problems.
    private var declarationExplanation: Explanation? {
        switch self {
        case .environmentEntitlementMissing:
            Explanation(
                .error, "the app has no aps-environment entitlement",
                why: "the app gets no device token, so no push can reach it",
                remedy: "add the Push Notifications capability to the app's target in Xcode")
        case .environmentEntitlementUnknown:
            Explanation(
                .error, "the aps-environment entitlement is neither development nor production",
                why: "BellhopKit cannot determine to which APNs environment the app's tokens "
                    + "belong",
                remedy: "remove the entry and add the Push Notifications capability again")
        case .environmentMismatch:
            Explanation(
                .error, "the environment sent to the server is not the one the app is signed for",
                why: "the server sends to an APNs host that returns BadDeviceToken for the token",
                remedy: "read the environment from AppFacts.current instead of a build flag")
        case .remoteNotificationModeMissing:
            Explanation(
                .warning, "UIBackgroundModes does not contain remote-notification",
                why: "a push with content-available does not wake the app",
                remedy: "turn on Background Modes, Remote notifications, in Xcode")
        case .fetchModeMissing:
            Explanation(
                .warning, "UIBackgroundModes does not contain fetch",
                why: "app refresh tasks never run, so missed messages are fetched only when the "
                    + "app becomes active",
                remedy: "turn on Background Modes, Background fetch, in Xcode")
        case .taskNotPermitted:
            Explanation(
                .error, "a background task is not in BGTaskSchedulerPermittedIdentifiers",
                why: "the system neither registers nor schedules it",
                remedy: "add its identifier to that list in Info.plist")
        case .liveActivitiesNotDeclared:
            Explanation(
                .error, "Info.plist does not contain NSSupportsLiveActivities",
                why: "neither the app nor a push can start a Live Activity",
                remedy: "set NSSupportsLiveActivities to YES in the app's Info.plist")
        default: nil
        }
    }

    /// The explanation of a problem in the app's code; `nil` for other problems.
    private var codeExplanation: Explanation? {
        switch self {
        case .delegateMissing:
            Explanation(
                .error, "the notification center has no delegate",
                why: "nothing is shown in the foreground, and the app is not informed of taps",
                remedy: "call PushCenter.start(_:) in application(_:didFinishLaunchingWithOptions:)"
            )
        case .delegateNotOurs:
            Explanation(
                .warning, "another object is the notification center's delegate",
                why: "BellhopKit misses taps and cannot decide what is shown in the foreground",
                remedy: "set the delegate only once, or forward its calls to PushCenter")
        case .delegateLate:
            Explanation(
                .error, "the delegate was set after the launch had ended",
                why: "the tap that started the app is lost",
                remedy: "set the delegate in application(_:didFinishLaunchingWithOptions:), not in "
                    + "a view")
        case .tokenNotRequested:
            Explanation(
                .error, "the app did not register for remote notifications",
                why: "without a token, no push can reach the app",
                remedy: "call registerForRemoteNotifications() at every launch")
        case .tokenNeverArrived:
            Explanation(
                .error, "the app registered, but the system has not provided a token",
                why: "the server cannot send to this installation",
                remedy: "check the device's network (port 5223 or 443), date and Apple Account; "
                    + "implement application(_:didFailToRegisterForRemoteNotificationsWithError:)")
        case .registrationFailed:
            Explanation(
                .error, "the installation is not registered",
                why: "the server cannot send to this installation, or sends to an outdated token",
                remedy: "see the error; often an entitlement is missing, or there is no network")
        case .serviceExtensionMissing:
            Explanation(
                .error, "no notification service extension is embedded",
                why: "images, decryption and delivery receipts do not work",
                remedy: "add the extension's target to Embed Foundation Extensions of the app")
        case .appGroupMissing:
            Explanation(
                .error, "the app's entitlements do not contain its App Group",
                why: "app and extensions do not share keys, badge and receipts",
                remedy: "add the App Group to the app and to each extension in Xcode")
        case .appGroupNotConfigured:
            Explanation(
                .warning, "the app has a service extension, but no App Group is configured",
                why: "app and extension do not share keys, badge and receipts",
                remedy: "set the same appGroup in PushConfiguration and in the extension")
        case .appGroupNotWritable:
            Explanation(
                .error, "BellhopKit cannot write to its folder",
                why: "registration, badge and receipts lose their state at the next launch",
                remedy: "see the error; it is expected before the first unlock after a restart")
        case .categoryUnknown:
            Explanation(
                .warning, "the server sent a category that the app does not declare",
                why: "notifications of that category have no actions and no content extension",
                remedy: "declare the category in PushConfiguration, or correct the server")
        case .categoryInvalid:
            Explanation(
                .warning, "the declaration of a category is invalid",
                why: "buttons are not shown, or perform another action",
                remedy: "correct the category in PushConfiguration")
        case .firebaseProxyOn:
            Explanation(
                .note, "FirebaseMessaging's proxy is called before the app's own methods",
                why: "the proxy reads the device token and counts messages, and then calls the "
                    + "app's own methods, so nothing is lost",
                remedy: "keep the proxy, or set FirebaseAppDelegateProxyEnabled to NO in "
                    + "Info.plist and set Messaging.apnsToken yourself")
        case .firebaseTokenMissing:
            Explanation(
                .error, "FirebaseMessaging has no APNs token",
                why: "without the proxy the app has to set it; until then no FCM message arrives",
                remedy: "set Messaging.messaging().apnsToken when the device token is received")
        default: nil
        }
    }

    /// The explanation of a problem with the person's permission; `nil` for other problems.
    private var permissionExplanation: Explanation? {
        switch self {
        case .permissionNotDetermined:
            Explanation(
                .note, "the person has not been asked for permission",
                why: "nothing is shown; background pushes work",
                remedy: "ask in context with NotificationPermission.request(because:)")
        case .permissionDenied:
            Explanation(
                .warning, "the person denied notifications",
                why: "nothing is shown, and the system does not ask again",
                remedy: "show NotificationSettingsButton where notifications would help")
        case .permissionProvisional:
            Explanation(
                .note, "notifications are authorized provisionally",
                why: "they appear in Notification Center only, without sound, banner or badge",
                remedy: "request full permission with NotificationPermission.request(because:)")
        case .permissionEphemeral:
            Explanation(
                .note, "this App Clip may send notifications for up to eight hours",
                why: "the system shows no notifications of the App Clip after that time",
                remedy: "for a longer time, ask with "
                    + "NotificationPermission.request(because:)")
        default: nil
        }
    }

    /// The explanation of a problem with the person's choices in Settings; `nil` for other
    /// problems.
    private var settingExplanation: Explanation? {
        let remedy =
            "change the setting in Settings, Notifications; NotificationPermission.settingsLink "
            + "opens it"
        func explanation(_ severity: Severity, _ what: String, why: String) -> Explanation {
            Explanation(severity, what, why: why, remedy: remedy)
        }
        return switch self {
        case .alertsOff:
            explanation(.warning, "banners are off", why: "nothing appears on the unlocked screen")
        case .soundsOff: explanation(.note, "sounds are off", why: "notifications are silent")
        case .badgesOff: explanation(.note, "badges are off", why: "the icon shows no number")
        case .lockScreenOff:
            explanation(
                .note, "the Lock Screen is off", why: "nothing appears while the phone is locked")
        case .notificationCenterOff:
            explanation(
                .note, "Notification Center is off",
                why: "a notification that was not seen on the screen cannot be found later")
        case .timeSensitiveOff:
            explanation(
                .note, "time-sensitive notifications are off",
                why: "the app has the entitlement, but a Focus delays these notifications")
        case .criticalAlertsOff:
            explanation(
                .note, "critical alerts are off",
                why: "the app has the entitlement, but they are shown as ordinary notifications")
        case .summaryOn:
            explanation(
                .note, "notifications are delayed until the scheduled summary",
                why: "only time-sensitive and critical notifications are shown immediately")
        case .previewsOff:
            explanation(.note, "previews are off", why: "the text is replaced by a placeholder")
        default: nil
        }
    }

    /// The explanation of a problem with the state of the device.
    private var deviceExplanation: Explanation {
        switch self {
        case .backgroundRefreshRestricted:
            Explanation(
                .warning, "Background App Refresh is restricted on this device",
                why: "background pushes and app refresh do not wake the app",
                remedy: "the person cannot change this; fetch messages when the app becomes active")
        case .lowPowerModeOn:
            Explanation(
                .note, "Low Power Mode is on",
                why: "background pushes and app refresh wait until it is off",
                remedy: "turn it off in Settings, Battery, during tests")
        default:
            Explanation(
                .warning, "Background App Refresh is off",
                why: "background pushes and app refresh do not wake the app",
                remedy: "turn it on in Settings, General, Background App Refresh")
        }
    }
}
