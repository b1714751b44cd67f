// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A change to a phone other than a push, made by the person, the system or the network.
public enum UserAction: Hashable, Sendable {
    case lock
    case unlock
    /// Opens an app from its icon, and unlocks the phone.
    case launch(bundleID: String)
    /// Leaves an app for the home screen.
    case sendToBackground(bundleID: String)
    /// The system stops a running app but keeps it in memory.
    case suspend(bundleID: String)
    /// The system ends an app, for instance because memory is low.
    case terminate(bundleID: String)
    /// The person swipes an app away in the app switcher.
    case forceQuit(bundleID: String)
    /// Brings an app into a state by one of the five actions above; opens the app first if
    /// necessary. If the phone was locked, the action locks the phone again, unless the app comes
    /// to the foreground.
    case bring(bundleID: String, to: AppState)
    /// Taps a notification or banner, and unlocks the phone. Without a bundle identifier, all apps
    /// are searched.
    case tap(notificationID: String, bundleID: String? = nil)
    /// Flicks the banner away; the notification stays in Notification Center if it is listed there.
    case flickBannerAway
    /// Clears a notification from the screen and from Notification Center.
    case dismiss(notificationID: String, bundleID: String? = nil)
    /// Answers the app's permission prompt, or changes the permission in Settings. A change sets
    /// the switches to the defaults of the new permission.
    case setAuthorization(bundleID: String, Authorization)
    /// Sets the app's switches in Settings.
    case setSettings(bundleID: String, NotificationSettings)
    case setBackgroundRefresh(bundleID: String, Bool)
    /// Changes the options that the app's `willPresent` returns.
    case setForegroundPresentation(bundleID: String, PresentationOptions)
    case setOnline(Bool)
    /// Installs an app, or updates an installed app, which keeps its tokens, permission, badge and
    /// delivered notifications.
    case install(InstalledApp)
    case uninstall(bundleID: String)
    case reboot
    /// Restores a backup of this phone onto a new phone: apps get new tokens (`REG-5`).
    case restoreFromBackup
    /// Replaces an installed app's token by a new token from APNs (`REG-8`).
    case rotateToken(bundleID: String)
    /// Blocks the connection to APNs although there is a network, or unblocks it.
    case setAPNsBlocked(Bool)

    /// Answers the prompt on the screen.
    case answerPrompt(PromptAnswer)
    /// Keeps the notifications of a provisionally authorized app: they are delivered immediately or
    /// in the scheduled summary (`AUTH-7`).
    case keep(notificationID: String, bundleID: String? = nil, KeepChoice)
    /// Turns off all notifications of a provisionally authorized app, with a button on one of its
    /// notifications (`AUTH-8`).
    case turnOff(notificationID: String, bundleID: String? = nil)
    /// Opens an App Clip from its card. If the App Clip's Info.plist requests ephemeral permission,
    /// the App Clip gets this permission (`AUTH-9`).
    case openAppClip(bundleID: String)
    /// Presses the button that leads to the app's own settings, on a notification or in Settings
    /// (`LNK-5`).
    case openNotificationSettings(bundleID: String, notificationID: String? = nil)

    /// Presses a button of a notification; `text` is the text that the person enters in the
    /// button's text field.
    case choose(
        actionID: String, notificationID: String, bundleID: String? = nil, text: String? = nil)
    /// Opens the long look, as a long press, a pull-down or the "View" button does (`NCE-1`).
    case expand(notificationID: String, bundleID: String? = nil)
    /// Closes the long look.
    case collapse
    /// Clears all notifications of an app, or one of its stacks (`ACT-8`).
    case clearAll(bundleID: String, threadID: String? = nil)

    case setFocus(Focus?)
    case setMuted(Bool)
    case setLowPower(Bool)
    case setSummary(ScheduledSummary?)
    case setPreviews(PreviewSetting)
    /// Switches Background App Refresh for the whole phone.
    case setGlobalBackgroundRefresh(Bool)
    case setLocationAccess(bundleID: String, AppCapabilities.LocationAccess)
    /// Attaches the debugger to an app or detaches it (`SIL-5`).
    case setAttachedToXcode(bundleID: String, Bool)

    /// Moves the phone to another location.
    case move(to: Coordinate?)
    /// Sets the phone's time zone by its IANA name.
    case setTimeZone(String)
    /// Sets the phone's language, for instance `de`.
    case setLanguage(String)

    /// Swipes a Live Activity off the Lock Screen (`LA-14`).
    case removeActivity(id: String)
    /// Opens the app from its Live Activity.
    case tapActivity(id: String)
    /// Shrinks the expanded Live Activity to the Dynamic Island; a transient activity ends
    /// (`LA-24`).
    case collapseActivity(id: String)
    /// Sets the switch for Live Activities in an app's settings (`LA-2`).
    case setActivities(bundleID: String, Bool)
    /// Sets the switch for frequent updates of Live Activities in an app's settings (`LA-17`).
    case setFrequentUpdates(bundleID: String, Bool)
    /// Replaces a Live Activity's token by a new token from APNs (`LA-9`).
    case rotateActivityToken(id: String)
    /// Runs background app refresh, as the system does at a time of its choice.
    case runBackgroundRefresh(bundleID: String)
}

/// The person's answer to a prompt of the system.
public enum PromptAnswer: String, Hashable, Sendable, Codable, CaseIterable {
    case allow
    case dontAllow = "dont-allow"
}

/// How the notifications of a provisionally authorized app are delivered from now on. Source:
/// "Asking permission to use notifications".
public enum KeepChoice: String, Hashable, Sendable, Codable, CaseIterable {
    case immediately
    case scheduledSummary = "scheduled-summary"
}
