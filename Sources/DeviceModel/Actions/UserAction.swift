// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What happens to a phone apart from pushes: what its person, the system or the network does.
public enum UserAction: Hashable, Sendable {
    case lock
    case unlock
    /// Opens an app from its icon; unlocks the phone.
    case launch(bundleID: String)
    /// Leaves an app for the home screen.
    case sendToBackground(bundleID: String)
    /// The system stops a running app but keeps it in memory.
    case suspend(bundleID: String)
    /// The system ends an app, for instance for lack of memory.
    case terminate(bundleID: String)
    /// The person swipes an app away in the app switcher.
    case forceQuit(bundleID: String)
    /// Whichever of the five above leads to a state, opening the app first if need be. A locked
    /// phone is locked afterwards, unless the app comes to the front.
    case bring(bundleID: String, to: AppState)
    /// Taps a notification or banner; unlocks the phone. Without a bundle identifier all apps are
    /// searched.
    case tap(notificationID: String, bundleID: String? = nil)
    /// Flicks the banner away; the notification stays in Notification Center if it is listed there.
    case flickBannerAway
    /// Clears a notification from the screen and from Notification Center.
    case dismiss(notificationID: String, bundleID: String? = nil)
    /// Answers the app's question for permission, or changes the answer in Settings. A change
    /// brings the switches that the new permission starts with.
    case setAuthorization(bundleID: String, Authorization)
    /// Turns the app's switches in Settings.
    case setSettings(bundleID: String, NotificationSettings)
    case setBackgroundRefresh(bundleID: String, Bool)
    /// Changes what the app's `willPresent` answers.
    case setForegroundPresentation(bundleID: String, PresentationOptions)
    case setOnline(Bool)
    /// Installs an app, or updates one that is there: that keeps tokens, permission, badge and
    /// list.
    case install(InstalledApp)
    case uninstall(bundleID: String)
    case reboot
    /// Puts a backup of this phone onto a new one: apps get new tokens (`REG-5`).
    case restoreFromBackup
    /// APNs gives an app another token while it is installed (`REG-8`).
    case rotateToken(bundleID: String)
    /// Lets nothing through to APNs although there is a network, or lets it through again.
    case setAPNsBlocked(Bool)

    /// Answers the question on the screen.
    case answerPrompt(PromptAnswer)
    /// Keeps a provisional app's notifications coming, at once or in the summary (`AUTH-7`).
    case keep(notificationID: String, bundleID: String? = nil, KeepChoice)
    /// Ends a provisional trial from one of its notifications (`AUTH-8`).
    case turnOff(notificationID: String, bundleID: String? = nil)
    /// Opens an App Clip from its card; it gets ephemeral permission if it asks for it (`AUTH-9`).
    case openAppClip(bundleID: String)
    /// The button to the app's own settings, on a notification or in Settings (`LNK-5`).
    case openNotificationSettings(bundleID: String, notificationID: String? = nil)

    /// A button of a notification, with the text of a text field.
    case choose(
        actionID: String, notificationID: String, bundleID: String? = nil, text: String? = nil)
    /// Long press, pull down, or View: the long look (`NCE-1`).
    case expand(notificationID: String, bundleID: String? = nil)
    /// Closes the long look.
    case collapse
    /// Clears everything of an app, or one of its stacks (`ACT-8`).
    case clearAll(bundleID: String, threadID: String? = nil)

    case setFocus(Focus?)
    case setMuted(Bool)
    case setLowPower(Bool)
    case setSummary(ScheduledSummary?)
    case setPreviews(PreviewSetting)
    /// Background App Refresh for the whole phone.
    case setGlobalBackgroundRefresh(Bool)
    case setLocationAccess(bundleID: String, AppCapabilities.LocationAccess)
    /// Starts or ends the debugger's hold on an app (`SIL-5`).
    case setAttachedToXcode(bundleID: String, Bool)

    /// The phone is at another place from now on.
    case move(to: Coordinate?)
    /// The phone has another time zone, an IANA name.
    case setTimeZone(String)
    /// The phone speaks another language, for instance `de`.
    case setLanguage(String)

    /// The person swipes a Live Activity off the Lock Screen (`LA-14`).
    case removeActivity(id: String)
    /// Opens the app by its Live Activity.
    case tapActivity(id: String)
    /// Shrinks the expanded Live Activity to the Dynamic Island; a transient one ends (`LA-24`).
    case collapseActivity(id: String)
    /// The switch for Live Activities in an app's settings (`LA-2`).
    case setActivities(bundleID: String, Bool)
    /// The switch for frequent updates below that (`LA-17`).
    case setFrequentUpdates(bundleID: String, Bool)
    /// APNs gives a Live Activity another token (`LA-9`).
    case rotateActivityToken(id: String)
    /// The system has a moment for background app refresh.
    case runBackgroundRefresh(bundleID: String)
}

/// What a person says to a question of the system.
public enum PromptAnswer: String, Hashable, Sendable, Codable, CaseIterable {
    case allow
    case dontAllow = "dont-allow"
}

/// How a provisional app's notifications go on. Source: "Asking permission to use notifications".
public enum KeepChoice: String, Hashable, Sendable, Codable, CaseIterable {
    case immediately
    case scheduledSummary = "scheduled-summary"
}
