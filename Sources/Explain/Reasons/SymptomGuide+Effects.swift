// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

// Pushes that have less effect than intended, or a late one.
extension SymptomGuide {
    static let silentPush = SymptomGuide(
        id: "silent-push",
        title: "a background push does not wake the app",
        known: "background pushes are a favour of the system: a few an hour, fewer when power is "
            + "short, and none is promised",
        causes: [
            LikelyCause(
                "the app lacks the background mode remote-notification, or the callback "
                    + "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
                tell: "bellhop doctor DIR",
                try: "switch Background Modes, Remote notifications on; implement the callback",
                .background),
            LikelyCause(
                "the payload is not silent, or not marked: content-available has to be the number "
                    + "1, without alert, sound and badge",
                tell: "bellhop lint FILE --type background",
                try: "send {\"aps\": {\"content-available\": 1}} and your own keys beside aps",
                .background),
            LikelyCause(
                "it is sent as alert, or with priority 10",
                tell: "bellhop push FILE --dry-run shows type and priority",
                try: "send apns-push-type background and apns-priority 5", .background),
            LikelyCause(
                "the person force-quit the app: it is not woken until it is opened again",
                tell: "bellhop explain FILE --state force-quit; open the app once and send again",
                try: "send an alert for what matters", .background),
            LikelyCause(
                "Background App Refresh is off, or Low Power Mode on",
                tell: "Settings, General, Background App Refresh; Settings, Battery",
                try: "fetch at the next launch what was missed",
                .documented("Troubleshooting push notifications")),
            LikelyCause(
                "there were too many: the system keeps the newest and wakes the app later",
                tell: "the first few of a day arrive; an app run from Xcode has no limit",
                try: "send two or three an hour at most, each without need for the one before",
                .background),
        ])

    static let late = SymptomGuide(
        id: "late",
        title: "it comes late, or only when the phone or the app is opened",
        known: "APNs gives no time for a delivery; it keeps one push for each app and device "
            + "while the device is away",
        causes: [
            LikelyCause(
                "it is sent with priority 5 or 1: the system chooses the moment",
                tell: "bellhop push FILE --dry-run shows the priority",
                try: "send alerts that people wait for with priority 10", .sending),
            LikelyCause(
                "a Focus or the scheduled summary holds it",
                tell: "it is in Notification Center already; bellhop explain FILE --focus Work, "
                    + "or --summary",
                try: "use interruption-level time-sensitive where the person would want it",
                .documented("UNNotificationInterruptionLevel")),
            LikelyCause(
                "the phone was offline, and APNs sent what it had kept",
                tell: "bellhop explain FILE --offline; the phone was in a tunnel or switched off",
                try: "set apns-expiration to when it is of no use any more", .sending),
            LikelyCause(
                "the sender is late: its queue, or its pauses after an error",
                tell: "compare the time of the event with that of APNs' answer",
                try: "measure both", .experience),
            LikelyCause(
                "the network keeps the connection of the phone closed",
                tell: "it comes at once on mobile data",
                try: "open TCP 5223 and 443 to 17.0.0.0/8",
                .documented("If your Apple devices don't get Apple push notifications")),
        ])

    static let noPicture = SymptomGuide(
        id: "no-picture",
        title: "the picture is missing, or the service extension does not run",
        known: "the extension runs for an alert with text and mutable-content 1, while the app "
            + "may show alerts; otherwise the original is shown",
        causes: [
            LikelyCause(
                "mutable-content is missing, is not in aps, or there is no title or body",
                tell: "bellhop lint FILE",
                try: "put \"mutable-content\": 1 beside alert into aps", .modifying),
            LikelyCause(
                "the extension is not in the app, is made for a newer system, or its bundle "
                    + "identifier does not extend the app's",
                tell: "bellhop doctor DIR",
                try: "embed the extension, with the app's deployment target and its identifier "
                    + "as prefix",
                .modifying),
            LikelyCause(
                "the content handler is not called on some path, or too late: it has 30 seconds",
                tell: "the original text shows after half a minute; bellhop doctor DIR; bellhop "
                    + "explain FILE --extension hangs",
                try: "call it on every path, and in serviceExtensionTimeWillExpire", .modifying),
            LikelyCause(
                "the download fails: plain http, a server that is slow, or a file too large "
                    + "(image 10 MB)",
                tell: "a breakpoint or a log in the extension; attach to its process, not to the "
                    + "app's",
                try: "serve small images by https; show the text without one",
                .documented("UNNotificationAttachment")),
            LikelyCause(
                "the file has no or a wrong extension, so that the system cannot tell its type",
                tell: "UNNotificationAttachment throws",
                try: "move the download to a name that ends in .jpg, .png or .gif",
                .documented("UNNotificationAttachment")),
            LikelyCause(
                "the push is injected into a Simulator: extensions do not run for those",
                tell: "it came from a .apns file or from simctl push",
                try: "send to the Simulator's token through sandbox, or use bellhop up",
                .documented("Xcode 14 Release Notes")),
        ])
}

extension Claim {
    fileprivate static let background = Claim.documented("Pushing background updates to your app")
    fileprivate static let modifying = Claim.documented(
        "Modifying content in newly delivered notifications")
}
