// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel

extension Withholding {
    /// The reasons why the background callback does not run, and why a Live Activity does not
    /// change.
    static let wakes: [Withholding] = [
        Withholding(
            citing: "SIL-7", "background callback", "the person force-quit the app",
            try: "the provider cannot change this; the person must open the app or restart the "
                + "phone"),
        Withholding(
            citing: "SIL-2", "background callback",
            "the app lacks the background mode remote-notification",
            try: "add remote-notification to UIBackgroundModes"
        ) { $0.requestsBackgroundTime && !$0.ranInBackground },
        Withholding(
            citing: "SIL-8", "background callback", "Background App Refresh is off",
            try: "ask the person to switch Background App Refresh on"),
        Withholding(
            citing: "SIL-9", "background callback", "Low Power Mode pauses background work",
            try: "send important content as an alert, which Low Power Mode does not delay"),
        Withholding(
            citing: "SIL-3", "background callback",
            "the app has reached its limit of background wakes for this hour",
            try: "send fewer background pushes"
        ) { $0.requestsBackgroundTime && !$0.ranInBackground },
        Withholding(
            citing: "SIL-5", "background callback",
            "the app has reached its limit of background wakes for today",
            try: "send fewer background pushes"
        ) { $0.requestsBackgroundTime && !$0.ranInBackground },
        Withholding(
            citing: "SIL-10", "background callback", "a push with priority 1 does not wake the app",
            try: "send the push with priority 5"
        ) { $0.requestsBackgroundTime && !$0.ranInBackground },
        Withholding(
            citing: "LC-5", "background callback",
            "the app delegate does not implement the "
                + "callback",
            try: "implement application(_:didReceiveRemoteNotification:fetchCompletionHandler:)"
        ) { $0.requestsBackgroundTime && !$0.app.behaviour.implementsBackgroundCallback },
        Withholding(
            citing: "LC-9", "everything",
            "the payload contains neither visible content nor content-available",
            try: "add an alert or \"content-available\": 1 to aps"
        ) { !$0.ranInBackground },
        Withholding(
            citing: "LA-2", "Live Activity", "the app or the person does not allow Live Activities",
            try: "declare NSSupportsLiveActivities; the person can switch them on in Settings"
        ) { $0.decision.activity == nil },
        Withholding(
            citing: "LA-5", "update",
            "the timestamp of the push is not newer than the timestamp of the content that is "
                + "shown",
            try: "set timestamp to the time of sending, in seconds since 1970"
        ) { $0.decision.activity == nil },
        Withholding(
            citing: "LA-7", "start",
            "starting a Live Activity requires attributes-type, attributes, content-state, "
                + "timestamp and alert",
            try: "add the keys that are missing"
        ) { $0.decision.activity == nil },
        Withholding(
            citing: "LA-9", "Live Activity", "the app has no running Live Activity with this token",
            try: "start a Live Activity first, and send to the token that the app reports for it"
        ) { $0.decision.activity == nil },
        Withholding(
            citing: "REG-16", "details",
            "the push was sent to a token other than the app's own; the phone only records its "
                + "receipt"),
    ]

    /// The reasons why the service extension does not run, or why its changes are not used.
    static let serviceExtension: [Withholding] = [
        Withholding(
            citing: "LC-8", "service extension", "mutable-content requires an alert with text",
            try: "add a title, a subtitle or a body to the alert"),
        Withholding(
            citing: "LC-23", "service extension",
            "the extension does not run if the app has no permission for notifications"),
        Withholding(
            "NSE-1", "service extension", "the app has no service extension",
            try: "add a Notification Service Extension to the app, or remove mutable-content"
        ) {
            $0.isMutable && $0.hasText && $0.mayNotify && !$0.ranExtension
                && !$0.app.capabilities.serviceExtension
        },
        Withholding(
            "NSE-1", "service extension", "alerts are off for the app in Settings"
        ) {
            $0.isMutable && $0.hasText && $0.mayNotify && !$0.ranExtension
                && $0.app.capabilities.serviceExtension
        },
        Withholding(
            citing: "NSE-5", "changes",
            "the service extension takes longer than 30 s, so the original is shown",
            try: "call the content handler in serviceExtensionTimeWillExpire with the best content "
                + "available"),
        Withholding(
            citing: "NSE-7", "changes",
            "the service extension uses more than 24 MB of memory and is killed",
            try: "process data in files rather than in memory"),
        Withholding(
            citing: "NSE-8", "changes", "the service extension starts too slowly and is killed",
            try: "do no time-consuming work before didReceive"),
        Withholding(
            citing: "NSE-6", "changes",
            "the service extension never calls its content handler, so the original is shown",
            try: "call the content handler on every path, including errors"
        ) { !$0.cites("NSE-5") && !$0.cites("NSE-7") && !$0.cites("NSE-8") },
        Withholding(
            citing: "NSE-10", "changes",
            "the service extension returns no text, so the original is shown",
            try: "return content with a text, or ask Apple for the filtering entitlement, which "
                + "allows dropping the notification"),
        Withholding(
            citing: "NSE-11", "everything visible",
            "the service extension drops the notification, which the filtering entitlement allows"
        ) { $0.decision.place == .none },
        Withholding(
            citing: "NSE-11", "filtering", "only a push of type alert can be dropped",
            try: "send the push with --type alert"
        ) { $0.push.pushType != .alert },
    ]

    /// The reasons why content is not shown, or is not shown in the form that the payload
    /// specifies.
    static let content: [Withholding] = [
        Withholding(
            citing: "LC-13", "buttons", "the app has not registered this category",
            try: "register the category with setNotificationCategories, with exactly this "
                + "identifier"),
        Withholding(
            citing: "SND-1", "sound of the payload",
            "only aiff, wav and caf files shorter than 30 s are played; the default sound is "
                + "played instead",
            try: "convert the sound to caf"),
        Withholding(
            citing: "SND-3", "sound of the payload",
            "the app does not contain the file; the default sound is played instead",
            try: "put the file into the app's bundle or its Library/Sounds folder"),
        Withholding(
            citing: "LOC-4", "text",
            "the app's strings do not contain the key; the key itself is shown",
            try: "add the key to the app's Localizable strings"),
        Withholding(
            citing: "BDG-4", "badge", "a negative badge is ignored",
            try: "send 0 to remove the badge"),
        Withholding(
            citing: "INT-10", "relevance-score",
            "the value is not between 0 and 1, so iOS uses the nearest limit",
            try: "send a relevance-score from 0 to 1"
        ) { !(0...1).contains($0.aps.relevanceScore ?? 0) },
        Withholding(
            citing: "ATT-4", "attachment", "iOS does not accept the attachment",
            try: "check the attachment's type and size; the limits are 5 MB for audio, 10 MB for "
                + "images and 50 MB for movies"),
        Withholding(
            citing: "ARR-2", "everything", "the body is not a JSON object",
            try: "send a JSON object, such as {\"aps\":{\"alert\":\"Hello\"}}"),
    ]
}
