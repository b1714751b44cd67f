// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension DeviceRule {
    /// Every rule that a decision or a callback cites.
    public static let table: [DeviceRule] =
        arrival + permission + registration + lifeCycle + foreground + responses + silent + badge
        + sound
        + text + grouping + levels

    private static let arrival: [DeviceRule] = [
        DeviceRule(
            "ARR-1",
            "a push for an app that is not installed, or to a token it no longer has, is dropped",
            .documented("Viewing the status of push notifications using Metrics and APNs")),
        DeviceRule(
            "ARR-2",
            "a body that is not a JSON object is accepted by APNs and does nothing on the phone",
            .reported("users of provider libraries: a wrong structure gets 200 and nothing appears")
        ),
    ]

    private static let permission: [DeviceRule] = [
        DeviceRule(
            "AUTH-20", "with permission, a notification is shown as the app's settings allow",
            .documented("UNNotificationSettings")),
        DeviceRule(
            "AUTH-21",
            "with provisional permission it goes to Notification Center only: no banner, sound or "
                + "badge",
            .documented("Asking permission to use notifications")),
        DeviceRule(
            "AUTH-22", "an App Clip's ephemeral permission works like a full one until it ends",
            .documented("UNAuthorizationStatus")),
        DeviceRule(
            "AUTH-23", "with permission denied nothing is shown, sounded or badged",
            .documented("Viewing the status of push notifications using Metrics and APNs")),
        DeviceRule(
            "AUTH-24",
            "before the app has asked, nothing is shown; the push goes to the app silently",
            .documented("registerForRemoteNotifications()")),
        DeviceRule(
            "AUTH-26",
            "with banners off a notification is still listed, if Notification Center is on",
            .documented("Asking permission to use notifications")),
    ]

    private static let registration: [DeviceRule] = [
        DeviceRule(
            "REG-1", "registering needs the Push Notifications capability and no permission",
            .documented("Registering your app with APNs")),
        DeviceRule(
            "REG-6", "a reinstalled app gets a new token",
            .reported("developers' guides on token life time")),
        DeviceRule(
            "REG-7",
            "the token stays the same over launches, restarts, updates and permission changes",
            .reported("developers' guides on token life time")),
        DeviceRule(
            "REG-11", "without network, APNs or the entitlement, registration fails",
            .documented("Registering your app with APNs")),
        DeviceRule(
            "REG-12", "without network the token comes when the phone is online again",
            .chosen("Apple does not say whether it is late or failed")),
        DeviceRule(
            "REG-16", "each token family has its own tokens and its own way into the app",
            .documented("Starting and updating Live Activities with ActivityKit push notifications")
        ),
    ]

    private static let lifeCycle: [DeviceRule] = [
        DeviceRule(
            "LC-1",
            "an alert is shown without running the app; an app in use is asked by willPresent",
            .documented("Handling notifications and notification-related actions")),
        DeviceRule(
            "LC-2",
            "an alert with content-available is shown, and the app gets its background callback",
            .documented("Handling notifications and notification-related actions")),
        DeviceRule(
            "LC-5", "content-available alone runs the background callback and shows nothing",
            .documented("Pushing background updates to your app")),
        DeviceRule(
            "LC-6", "sound and badge alone are applied and nothing is shown",
            .documented("Generating a remote notification")),
        DeviceRule(
            "LC-7", "sound or badge with content-available are applied, and the app is woken",
            .reported("developers' experience; Apple advises against the mix")),
        DeviceRule(
            "LC-8", "mutable-content without an alert changes nothing",
            .documented("Modifying content in newly delivered notifications")),
        DeviceRule(
            "LC-9",
            "with nothing to show and no content-available, at most an app in use hears of it",
            .chosen("Apple does not say")),
        DeviceRule(
            "LC-20", "without permission an alert may still reach the code of an app in use",
            .documented("registerForRemoteNotifications()")),
        DeviceRule(
            "LC-21",
            "without permission an alert with content-available still runs the background callback",
            .reported("registerForRemoteNotifications(), widely read so")),
        DeviceRule(
            "LC-22", "content-available alone needs no permission",
            .documented("Pushing background updates to your app")),
        DeviceRule(
            "NSE-1",
            "mutable-content runs the service extension, if the app has one and an alert is there",
            .documented("Modifying content in newly delivered notifications")),
    ]

    private static let foreground: [DeviceRule] = [
        DeviceRule(
            "FG-2", "an app in use that answers willPresent with nothing keeps it from being shown",
            .documented("UNUserNotificationCenterDelegate")),
        DeviceRule(
            "FG-3", "banner without list hangs at the top for a moment and is not kept",
            .documented("UNNotificationPresentationOptions")),
        DeviceRule(
            "FG-4", "list without banner puts it in Notification Center only",
            .documented("UNNotificationPresentationOptions")),
        DeviceRule(
            "FG-5", "banner and list do both",
            .documented("UNNotificationPresentationOptions")),
        DeviceRule(
            "FG-6", "sound and badge are applied when the app in use asks for them",
            .documented("UNNotificationPresentationOptions")),
        DeviceRule(
            "FG-7", "an option whose switch in Settings is off does nothing",
            .documented("UNNotificationSettings")),
        DeviceRule(
            "FG-8",
            "an app that never answers willPresent is taken to have answered nothing after 30 s",
            .chosen("Apple names no time limit")),
        DeviceRule(
            "FG-10", "willPresent runs before the background callback",
            .chosen("Apple does not say in which order")),
    ]

    private static let responses: [DeviceRule] = [
        DeviceRule(
            "RSP-1", "a tap starts an app that does not run; the response comes after launching",
            .documented("UNUserNotificationCenterDelegate")),
        DeviceRule(
            "RSP-2", "a tap brings an app to the front; the response comes before it is active",
            .reported("published callback logs")),
        DeviceRule(
            "RSP-4", "a tap on the banner over the app in use delivers the response at once",
            .documented("Handling notifications and notification-related actions")),
        DeviceRule(
            "RSP-10", "clearing a notification runs nothing, unless its category asks for it",
            .documented("UNNotificationDismissActionIdentifier")),
        DeviceRule(
            "RSP-11", "opening the app from its icon delivers no response and clears nothing",
            .documented("Pushing background updates to your app")),
        DeviceRule(
            "RSP-13", "a tapped notification leaves Notification Center",
            .reported("general experience of the platform")),
    ]

    private static let silent: [DeviceRule] = [
        DeviceRule(
            "SIL-1", "content-available 1 and no alert, sound or badge make a background update",
            .documented("Pushing background updates to your app")),
        DeviceRule(
            "SIL-2",
            "waking the app needs the remote-notification background mode and no permission",
            .documented("Pushing background updates to your app")),
        DeviceRule(
            "SIL-7",
            "an app that was force-quit is not woken until it is opened or the phone restarts",
            .documented("application(_:didReceiveRemoteNotification:fetchCompletionHandler:)")),
        DeviceRule(
            "SIL-8", "without Background App Refresh the app is not woken",
            .reported("Viewing the status of push notifications, with developers' experience")),
        DeviceRule(
            "SIL-11", "an app in use gets background pushes at once",
            .reported("application(_:didReceiveRemoteNotification:fetchCompletionHandler:)")),
        DeviceRule(
            "SIL-12", "a background callback has 30 seconds to finish",
            .documented("Pushing background updates to your app")),
    ]

    private static let badge: [DeviceRule] = [
        DeviceRule(
            "BDG-1",
            "badge sets the number, 0 removes it, no key leaves it; the badge switch must be on",
            .documented("Generating a remote notification")),
        DeviceRule(
            "BDG-2", "the badge is an absolute number, never added to",
            .documented("UNMutableNotificationContent.badge")),
        DeviceRule(
            "BDG-4", "a negative badge is ignored",
            .chosen("Apple names an error for the local case only")),
        DeviceRule(
            "BDG-5", "a push that takes the badge to 0 empties the app's list",
            .reported("documentation of push vendors")),
        DeviceRule(
            "BDG-7", "over an app in use the badge applies only if the app asks for it",
            .documented("UNNotificationPresentationOptions")),
    ]

    private static let sound: [DeviceRule] = [
        DeviceRule(
            "SND-1", "sounds are aiff, wav or caf files; others are replaced by the default sound",
            .documented("UNNotificationSound")),
        DeviceRule(
            "SND-2", "\"default\" is the system's sound, and no sound key means silence",
            .documented("Generating a remote notification")),
        DeviceRule(
            "SND-3", "a sound file that the app does not have is replaced by the default sound",
            .reported("general experience of the platform")),
    ]

    private static let text: [DeviceRule] = [
        DeviceRule(
            "LOC-1", "localization keys are looked up on the phone in the app's own strings",
            .documented("Generating a remote notification")),
        DeviceRule(
            "LOC-4", "a localization key that the app does not have is shown itself",
            .reported("general experience of the platform")),
    ]

    private static let grouping: [DeviceRule] = [
        DeviceRule(
            "GRP-1", "notifications with the same thread-id are shown as one group",
            .documented("Generating a remote notification")),
        DeviceRule(
            "ID-2",
            "a notification of the same identifier replaces the shown one, alerts again, moves up",
            .documented("UNNotificationRequest.init(identifier:content:trigger:)")),
        DeviceRule(
            "ID-3", "the collapse identifier is the notification's identifier, else the apns-id",
            .reported("provider code that removes notifications by collapse identifier")),
    ]

    private static let levels: [DeviceRule] = [
        DeviceRule(
            "LVL-1", "a passive notification is listed without screen and sound",
            .documented("UNNotificationInterruptionLevel")),
        DeviceRule(
            "LVL-2", "an active notification lights the screen and may sound",
            .documented("UNNotificationInterruptionLevel")),
        DeviceRule(
            "LVL-3", "a time-sensitive notification is shown at once, Focus or not",
            .documented("UNNotificationInterruptionLevel")),
        DeviceRule(
            "LVL-4", "a critical alert is shown and sounds whatever the switches for sound say",
            .documented("UNNotificationInterruptionLevel")),
        DeviceRule(
            "INT-3", "time-sensitive without the entitlement is treated as active",
            .reported("developers' forums")),
        DeviceRule(
            "INT-4", "critical without the entitlement is treated as an ordinary alert",
            .chosen("Apple does not say what remains of it")),
        DeviceRule(
            "INT-5", "a critical alert without a sound plays the default critical sound",
            .documented("UNNotificationInterruptionLevel")),
        DeviceRule(
            "INT-6", "the sound object gives a critical sound's name and volume, 0 to 1",
            .documented("Generating a remote notification")),
        DeviceRule(
            "INT-10", "relevance-score is 0 to 1; values outside are moved to the nearer end",
            .documented("Generating a remote notification")),
    ]
}
