// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel

extension Withholding {
    /// Reasons concerning the background callback.
    static let wakes: [Withholding] = [
        Withholding(
            citing: "SIL-7", "background callback", "the person force-quit the app",
            try: "nothing a sender can do: the app must be opened, or the phone restarted"),
        Withholding(
            citing: "SIL-2", "background callback",
            "the app lacks the background mode remote-notification",
            try: "add remote-notification to UIBackgroundModes"
        ) { $0.asksToRun && !$0.ranInBackground },
        Withholding(
            citing: "SIL-8", "background callback", "Background App Refresh is off",
            try: "ask the person to switch Background App Refresh on"),
        Withholding(
            citing: "SIL-9", "background callback", "Low Power Mode pauses background work",
            try: "show the person what matters with an alert; those are not held"),
        Withholding(
            citing: "SIL-3", "background callback", "the app was woken often enough this hour",
            try: "send fewer background pushes"
        ) { $0.asksToRun && !$0.ranInBackground },
        Withholding(
            citing: "SIL-5", "background callback", "the app was woken often enough today",
            try: "send fewer background pushes"
        ) { $0.asksToRun && !$0.ranInBackground },
        Withholding(
            citing: "SIL-10", "background callback", "priority 1 wakes nothing",
            try: "send it with priority 5"
        ) { $0.asksToRun && !$0.ranInBackground },
        Withholding(
            citing: "LC-5", "background callback", "the app delegate does not implement it",
            try: "implement application(_:didReceiveRemoteNotification:fetchCompletionHandler:)"
        ) { $0.asksToRun && !$0.app.behaviour.implementsBackgroundCallback },
        Withholding(
            citing: "LC-9", "everything",
            "the payload has nothing to show and no content-available",
            try: "put an alert, or \"content-available\": 1, into aps"
        ) { !$0.ranInBackground },
        Withholding(
            citing: "LA-2", "Live Activity", "the app or the person does not allow them",
            try: "declare NSSupportsLiveActivities; the person may switch them on in Settings"
        ) { $0.decision.activity == nil },
        Withholding(
            citing: "LA-5", "update", "its timestamp is not newer than what is shown",
            try: "write the time of sending into timestamp, in seconds since 1970"
        ) { $0.decision.activity == nil },
        Withholding(
            citing: "LA-7", "start",
            "a start needs attributes-type, attributes, content-state, "
                + "timestamp and alert",
            try: "add the keys that are missing"
        ) { $0.decision.activity == nil },
        Withholding(
            citing: "LA-9", "Live Activity", "none of the app's runs under this token",
            try: "start one first, and send to the token it reports"
        ) { $0.decision.activity == nil },
        Withholding(
            citing: "REG-16", "details",
            "the push goes to another token than the app's own; the phone notes its receipt"),
    ]

    /// Reasons concerning the service extension.
    static let serviceExtension: [Withholding] = [
        Withholding(
            citing: "LC-8", "service extension", "mutable-content needs an alert with text",
            try: "add a title, a subtitle or a body to the alert"),
        Withholding(
            citing: "LC-23", "service extension", "it does not run without permission"),
        Withholding(
            "NSE-1", "service extension", "the app has none",
            try: "add a Notification Service Extension to the app, or leave mutable-content out"
        ) {
            $0.isMutable && $0.hasText && $0.mayNotify && !$0.ranExtension
                && !$0.app.capabilities.serviceExtension
        },
        Withholding(
            "NSE-1", "service extension", "alerts of the app are off in Settings"
        ) {
            $0.isMutable && $0.hasText && $0.mayNotify && !$0.ranExtension
                && $0.app.capabilities.serviceExtension
        },
        Withholding(
            citing: "NSE-5", "changes",
            "the service extension takes longer than 30 s: the original shows",
            try: "call the handler in serviceExtensionTimeWillExpire with the best so far"),
        Withholding(
            citing: "NSE-7", "changes", "the service extension takes more than 24 MB and is killed",
            try: "work on files rather than in memory"),
        Withholding(
            citing: "NSE-8", "changes", "the service extension starts too slowly and is killed",
            try: "do nothing before didReceive that takes time"),
        Withholding(
            citing: "NSE-6", "changes", "the service extension never delivers: the original shows",
            try: "call the content handler on every path, errors too"
        ) { !$0.cites("NSE-5") && !$0.cites("NSE-7") && !$0.cites("NSE-8") },
        Withholding(
            citing: "NSE-10", "changes",
            "the service extension delivers no text: the original shows",
            try: "keep a text, or ask Apple for the filtering entitlement to drop it"),
        Withholding(
            citing: "NSE-11", "everything visible",
            "the service extension drops it, which the filtering entitlement lets it do"
        ) { $0.decision.place == .none },
        Withholding(
            citing: "NSE-11", "filtering", "only a push of type alert can be dropped",
            try: "send it with --type alert"
        ) { $0.push.pushType != .alert },
    ]

    /// Reasons why content is replaced by other content.
    static let content: [Withholding] = [
        Withholding(
            citing: "LC-13", "buttons", "the app has not registered this category",
            try: "register the category with setNotificationCategories, spelled the same"),
        Withholding(
            citing: "SND-1", "sound of the payload",
            "only aiff, wav and caf of less than 30 s are played: the default sound",
            try: "convert the sound to caf"),
        Withholding(
            citing: "SND-3", "sound of the payload", "the app does not have the file: the default",
            try: "put the file into the app's bundle or its Library/Sounds"),
        Withholding(
            citing: "LOC-4", "text", "the app does not have the key: the key itself is shown",
            try: "add the key to the app's Localizable strings"),
        Withholding(
            citing: "BDG-4", "badge", "a negative badge is ignored",
            try: "send 0 to remove the badge"),
        Withholding(
            citing: "INT-10", "relevance-score", "it is outside 0 to 1 and moved to the nearer end",
            try: "send a relevance-score from 0 to 1"
        ) { !(0...1).contains($0.aps.relevanceScore ?? 0) },
        Withholding(
            citing: "ATT-4", "attachment", "it is not one that iOS takes",
            try: "check type and size: audio 5 MB, image 10 MB, movie 50 MB"),
        Withholding(
            citing: "ARR-2", "everything", "the body is not a payload",
            try: "send a JSON object, {\"aps\":{\"alert\":\"Hello\"}}"),
    ]
}
