// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension SelfCheckProblem {
    /// A description of the problem, why it matters, and a remedy.
    public var words: Words {
        declarationWords ?? codeWords ?? permissionWords ?? settingWords ?? deviceWords
    }

    /// Problems in the project's declarations.
    private var declarationWords: Words? {
        switch self {
        case .environmentEntitlementMissing:
            Words(
                .error, "the app has no aps-environment entitlement",
                why: "APNs gives it no token, so no push can reach it",
                remedy: "add the capability Push Notifications to the app's target in Xcode")
        case .environmentEntitlementUnknown:
            Words(
                .error, "the aps-environment entitlement is neither development nor production",
                why: "nobody can tell which APNs host knows the app's tokens",
                remedy: "remove the entry and add the capability Push Notifications anew")
        case .environmentMismatch:
            Words(
                .error, "the server is told another environment than the app is signed for",
                why: "its pushes go to the APNs host that does not know the token: BadDeviceToken",
                remedy: "take the environment from AppFacts.current, never from a build flag")
        case .remoteNotificationModeMissing:
            Words(
                .warning, "UIBackgroundModes lacks remote-notification",
                why: "a push with content-available does not wake the app",
                remedy: "turn on Background Modes, Remote notifications, in Xcode")
        case .fetchModeMissing:
            Words(
                .warning, "UIBackgroundModes lacks fetch",
                why: "app refresh tasks never run, so missed pushes are fetched only in use",
                remedy: "turn on Background Modes, Background fetch, in Xcode")
        case .taskNotPermitted:
            Words(
                .error, "a background task is not in BGTaskSchedulerPermittedIdentifiers",
                why: "the system refuses to register and to schedule it",
                remedy: "add its identifier to that list in Info.plist")
        case .liveActivitiesNotDeclared:
            Words(
                .error, "Info.plist lacks NSSupportsLiveActivities",
                why: "no Live Activity can start, neither by the app nor by push",
                remedy: "set NSSupportsLiveActivities to YES in the app's Info.plist")
        default: nil
        }
    }

    /// Problems in the app's code.
    private var codeWords: Words? {
        switch self {
        case .delegateMissing:
            Words(
                .error, "the notification center has no delegate",
                why: "nothing is shown in the foreground and taps lead nowhere",
                remedy: "call PushCenter.start(_:) in application(_:didFinishLaunchingWithOptions:)"
            )
        case .delegateNotOurs:
            Words(
                .warning, "another object is the notification center's delegate",
                why: "BellhopKit sees no taps and decides nothing in the foreground",
                remedy: "set the delegate in one place, or hand its calls on to PushCenter")
        case .delegateLate:
            Words(
                .error, "the delegate was set after the launch had ended",
                why: "the tap that started the app is lost",
                remedy: "set it in application(_:didFinishLaunchingWithOptions:), not in a view")
        case .tokenNotRequested:
            Words(
                .error, "the app did not register for remote notifications",
                why: "without a token no push can reach it",
                remedy: "call registerForRemoteNotifications() at every launch")
        case .tokenNeverArrived:
            Words(
                .error, "the app registered and no token has arrived",
                why: "the server cannot send to this installation",
                remedy: "check the device's network (port 5223 or 443), date and Apple Account; "
                    + "implement application(_:didFailToRegisterForRemoteNotificationsWithError:)")
        case .registrationFailed:
            Words(
                .error, "the installation is not registered",
                why: "the server cannot send to it, or sends to what is no more",
                remedy: "read the error: mostly a missing entitlement, no network, or the server")
        case .serviceExtensionMissing:
            Words(
                .error, "no notification service extension is embedded",
                why: "pictures, decryption and delivery receipts do not happen",
                remedy: "add the extension's target to Embed Foundation Extensions of the app")
        case .appGroupMissing:
            Words(
                .error, "the app's entitlements lack its App Group",
                why: "app and extensions share nothing: no keys, no badge, no receipts",
                remedy: "add the App Group to the app and to each extension in Xcode")
        case .appGroupNotConfigured:
            Words(
                .warning, "there is a service extension and no App Group",
                why: "app and extension share nothing: no keys, no badge, no receipts",
                remedy: "give PushConfiguration and the extension the same appGroup")
        case .appGroupNotWritable:
            Words(
                .error, "the kit cannot write its folder",
                why: "registration, badge and receipts forget everything at the next launch",
                remedy: "read the error; before the first unlock after a restart it is expected")
        case .categoryUnknown:
            Words(
                .warning, "the server sends a category that the app does not declare",
                why: "those notifications have no actions and no content extension",
                remedy: "declare the category in PushConfiguration, or correct the server")
        case .categoryFaulty:
            Words(
                .warning, "a category is declared in a way that the system does not show",
                why: "its buttons are missing or do something else",
                remedy: "read which one it is, and correct it in PushConfiguration")
        case .firebaseProxyOn:
            Words(
                .note, "FirebaseMessaging's proxy runs before the app's own methods",
                why: "it takes the device token and counts messages, and then calls the app's own "
                    + "methods, so nothing is lost",
                remedy: "leave it, or set FirebaseAppDelegateProxyEnabled to NO in Info.plist and "
                    + "set Messaging.apnsToken yourself")
        case .firebaseTokenMissing:
            Words(
                .error, "FirebaseMessaging has no APNs token",
                why:
                    "with its proxy off it waits for one: what is sent through FCM does not arrive",
                remedy: "set Messaging.messaging().apnsToken when the device token arrives")
        default: nil
        }
    }

    /// Problems with the person's permission.
    private var permissionWords: Words? {
        switch self {
        case .permissionNotDetermined:
            Words(
                .note, "the person was not asked yet",
                why: "nothing is shown; background pushes work",
                remedy: "ask in context with NotificationPermission.request(because:)")
        case .permissionDenied:
            Words(
                .warning, "the person denied notifications",
                why: "nothing is shown and the system asks no more",
                remedy: "show NotificationSettingsButton where notifications would help")
        case .permissionProvisional:
            Words(
                .note, "notifications are on trial",
                why: "they come to Notification Center only, without sound, banner or badge",
                remedy: "ask for the rest with NotificationPermission.request(because:)")
        case .permissionEphemeral:
            Words(
                .note, "this App Clip may notify for up to eight hours",
                why: "after that nothing is shown",
                remedy: "ask with NotificationPermission.request(because:) if it needs longer")
        default: nil
        }
    }

    /// Problems with the person's choices in Settings.
    private var settingWords: Words? {
        let remedy =
            "Settings, Notifications, the app; NotificationPermission.settingsLink opens it"
        func words(_ severity: Severity, _ what: String, why: String) -> Words {
            Words(severity, what, why: why, remedy: remedy)
        }
        return switch self {
        case .alertsOff:
            words(.warning, "banners are off", why: "nothing appears on the unlocked screen")
        case .soundsOff: words(.note, "sounds are off", why: "notifications come silently")
        case .badgesOff: words(.note, "badges are off", why: "the icon shows no number")
        case .lockScreenOff:
            words(.note, "the Lock Screen is off", why: "nothing appears while the phone is locked")
        case .notificationCenterOff:
            words(
                .note, "Notification Center is off",
                why: "what is missed on the screen is found nowhere")
        case .timeSensitiveOff:
            words(
                .note, "time-sensitive notifications are off",
                why: "the app is entitled to them, and a Focus holds them back")
        case .criticalAlertsOff:
            words(
                .note, "critical alerts are off",
                why: "the app is entitled to them; they come as ordinary ones")
        case .summaryOn:
            words(
                .note, "notifications wait for the scheduled summary",
                why: "only time-sensitive and critical ones come at once")
        case .previewsOff:
            words(.note, "previews are off", why: "the text is replaced by a placeholder")
        default: nil
        }
    }

    /// Problems with the state of the device.
    private var deviceWords: Words {
        switch self {
        case .backgroundRefreshRestricted:
            Words(
                .warning, "Background App Refresh is restricted on this device",
                why: "background pushes and app refresh do not wake the app",
                remedy: "the person cannot change it; fetch when the app becomes active")
        case .lowPowerModeOn:
            Words(
                .note, "Low Power Mode is on",
                why: "background pushes and app refresh wait until it is off",
                remedy: "turn it off in Settings, Battery, while you test")
        default:
            Words(
                .warning, "Background App Refresh is off",
                why: "background pushes and app refresh do not wake the app",
                remedy: "turn it on in Settings, General, Background App Refresh")
        }
    }
}
