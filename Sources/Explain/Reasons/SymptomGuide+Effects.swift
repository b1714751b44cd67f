// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

// Pushes that have less effect than intended, or arrive late.
extension SymptomGuide {
    static let silentPush = SymptomGuide(
        id: "silent-push",
        title: "a background push does not wake the app",
        known: "the system limits background pushes to a few an hour, fewer when the battery is "
            + "low, and does not guarantee any",
        causes: [
            LikelyCause(
                "the app lacks the background mode remote-notification, or does not implement the "
                    + "callback "
                    + "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
                check: "run `bellhop doctor DIR`",
                try: "enable Background Modes > Remote notifications, and implement the callback",
                .background),
            LikelyCause(
                "the payload is not valid for a background push: content-available must be the "
                    + "number 1, and aps must not contain alert, sound or badge",
                check: "run `bellhop lint FILE --type background`",
                try: "send {\"aps\": {\"content-available\": 1}} and your own keys outside aps",
                .background),
            LikelyCause(
                "the push is sent with push type alert, or with priority 10",
                check: "`bellhop push FILE --dry-run` shows type and priority",
                try: "send apns-push-type background and apns-priority 5", .background),
            LikelyCause(
                "the person force-quit the app, and the system does not wake it until it is opened "
                    + "again",
                check: "run `bellhop explain FILE --state force-quit`; open the app once and send "
                    + "again",
                try: "send important content as an alert", .background),
            LikelyCause(
                "Background App Refresh is off, or Low Power Mode is on",
                check: "look at Settings > General > Background App Refresh, and at Settings > "
                    + "Battery",
                try: "fetch missed content at the next launch",
                .documented("Troubleshooting push notifications")),
            LikelyCause(
                "too many pushes were sent: the system stores the newest and wakes the app later",
                check: "the first few pushes of a day arrive; an app that runs from Xcode has no "
                    + "limit",
                try: "send at most two or three pushes an hour, and none that depends on an "
                    + "earlier push",
                .background),
        ])

    static let late = SymptomGuide(
        id: "late",
        title: "a push arrives late, or only when the phone or the app is opened",
        known: "APNs does not promise a delivery time; it stores one push for each app of a device "
            + "that is offline",
        causes: [
            LikelyCause(
                "the push is sent with priority 5 or 1, so the system chooses the time",
                check: "`bellhop push FILE --dry-run` shows the priority",
                try: "send alerts that must arrive immediately with priority 10", .sending),
            LikelyCause(
                "a Focus or the scheduled summary delays the notification",
                check: "the notification is already in Notification Center; run `bellhop explain "
                    + "FILE --focus Work`, or the same with --summary",
                try: "use interruption-level time-sensitive for notifications that people need "
                    + "immediately",
                .documented("UNNotificationInterruptionLevel")),
            LikelyCause(
                "the phone was offline, and APNs delivered the stored push later",
                check: "run `bellhop explain FILE --offline`; check whether the phone had no "
                    + "network or was switched off",
                try: "set apns-expiration to the time after which the push is no longer useful",
                .sending),
            LikelyCause(
                "the provider sends the push late, because of its queue or its delays after an "
                    + "error",
                check: "compare the time of the event with the time of APNs' response",
                try: "measure the delay of the provider and the delay of APNs", .experience),
            LikelyCause(
                "the network blocks the phone's connection to APNs",
                check: "the push arrives immediately on mobile data",
                try: "allow TCP 5223 and 443 to 17.0.0.0/8",
                .documented("If your Apple devices don't get Apple push notifications")),
        ])

    static let noPicture = SymptomGuide(
        id: "no-picture",
        title: "the picture is missing, or the service extension does not run",
        known: "the extension runs for an alert with text and mutable-content 1, if the app may "
            + "show alerts; otherwise the system shows the original",
        causes: [
            LikelyCause(
                "mutable-content is missing, is not in aps, or there is no title or body",
                check: "run `bellhop lint FILE`",
                try: "put \"mutable-content\": 1 next to alert into aps", .modifying),
            LikelyCause(
                "the extension is not embedded in the app, requires a newer system, or its bundle "
                    + "identifier does not begin with the app's",
                check: "run `bellhop doctor DIR`",
                try: "embed the extension; give it the app's deployment target, and a bundle "
                    + "identifier that begins with the app's",
                .modifying),
            LikelyCause(
                "the extension does not call the content handler on some path, or calls it after "
                    + "more than 30 seconds",
                check: "the original text appears after half a minute; run `bellhop doctor DIR` "
                    + "and `bellhop explain FILE --extension hangs`",
                try: "call the handler on every path, and in serviceExtensionTimeWillExpire",
                .modifying),
            LikelyCause(
                "the download fails because the URL is plain HTTP, the server is slow, or the file "
                    + "is too large (the limit for an image is 10 MB)",
                check: "set a breakpoint or log in the extension; attach the debugger to its "
                    + "process, not to the app's",
                try: "serve small images over HTTPS; if the download fails, show the text without "
                    + "an image",
                .documented("UNNotificationAttachment")),
            LikelyCause(
                "the file name has no extension or a wrong one, so that the system cannot "
                    + "determine the type",
                check: "UNNotificationAttachment throws",
                try: "rename the downloaded file so that it ends in .jpg, .png or .gif",
                .documented("UNNotificationAttachment")),
            LikelyCause(
                "the push was injected into the Simulator, which does not run extensions for it",
                check: "the push was sent with an .apns file or with `simctl push`",
                try: "send to the Simulator's device token through sandbox, or use the virtual "
                    + "phone (run `bellhop up`)",
                .documented("Xcode 14 Release Notes")),
        ])
}

extension Claim {
    fileprivate static let background = Claim.documented("Pushing background updates to your app")
    fileprivate static let modifying = Claim.documented(
        "Modifying content in newly delivered notifications")
}
