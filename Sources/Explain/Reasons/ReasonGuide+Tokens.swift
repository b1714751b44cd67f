// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

// Reasons concerning the device token.
extension ReasonGuide {
    static let tokenGuides: [ReasonGuide] = [
        badDeviceToken, deviceTokenNotForTopic, missingDeviceToken, unregistered, expiredToken,
    ]

    private static let badDeviceToken = ReasonGuide(
        .badDeviceToken,
        [
            LikelyCause(
                "the token is of the other environment: a build run from Xcode gets tokens of "
                    + "sandbox, TestFlight and App Store builds get tokens of production",
                tell: "send the same token to the other host (bellhop push … --to production, or "
                    + "--to sandbox): 200 there proves it",
                try: "keep the environment with each token, and choose the host by it",
                .registering),
            LikelyCause(
                "the token was damaged on its way: decoded as text, taken from a description, "
                    + "cut, or sent as Base64",
                tell: "count it: hex digits only, an even number, 64 of them for an app's token "
                    + "today; \"32 bytes\" is a description of a token, not one",
                try: "make it hex in the app: "
                    + "deviceToken.map { String(format: \"%02x\", $0) }.joined()",
                .registering),
            LikelyCause(
                "it is no token of APNs: a registration token of FCM, or an identifier of a push "
                    + "service",
                tell: "an FCM token holds a colon, and letters beyond f",
                try: "send it through the service that made it, or register the APNs token, too",
                .experience),
            LikelyCause(
                "it was made up, or is left over from a test or a simulator that was erased",
                tell: "both hosts answer BadDeviceToken, and no registration in your store has it",
                try: "take a token that the app reported itself, on a device",
                .experience),
        ],
        unlike: [
            Contrast(
                .deviceTokenNotForTopic,
                "there the token is known at this host, and belongs to another app"),
            Contrast(.unregistered, "there the token was good at this host, and is no more"),
        ])

    private static let deviceTokenNotForTopic = ReasonGuide(
        .deviceTokenNotForTopic,
        [
            LikelyCause(
                "the topic is another app's: bundle identifiers of debug and release, of app and "
                    + "extension, or of two flavours of one app are mixed up",
                tell: "compare apns-topic with the bundle identifier of the very build that "
                    + "registered the token",
                try: "store the bundle identifier with each token, and send to that topic"),
            LikelyCause(
                "the token is of another kind: a PushKit token with an alert, the app's token "
                    + "with a Live Activity, or the other way round",
                tell: "look where the app got it: PKPushRegistry, Activity.pushTokenUpdates, or "
                    + "didRegisterForRemoteNotificationsWithDeviceToken",
                try: "keep each kind of token apart, and send voip and liveactivity to theirs",
                .registering),
            LikelyCause(
                "tokens were mixed up between two apps of one server",
                tell: "send to the topic of the other app: 200 there proves it",
                try: "make app and token one key in the store", .experience),
        ],
        unlike: [
            Contrast(
                .badDeviceToken,
                "there the host does not know the token at all: look at the environment first"),
            Contrast(.badTopic, "there the topic cannot be right whatever the token is"),
        ])

    private static let missingDeviceToken = ReasonGuide(
        .missingDeviceToken,
        [
            LikelyCause(
                "the variable with the token is empty, so that the path ends in /3/device/",
                tell: "print the path before sending",
                try: "do not send without a token; look why the store has an empty one"),
            LikelyCause(
                "the token is sent in a header or in the body",
                tell: "the path has nothing behind /3/device/",
                try: "put the token in hex at the end of the path", .sending),
        ],
        unlike: [Contrast(.badPath, "there the path itself is another one")])

    private static let unregistered = ReasonGuide(
        .unregistered,
        [
            LikelyCause(
                "the app was deleted from the device",
                tell: "it is the usual cause, and the answer may come days after the deletion",
                try: "remove the token, if you stored it before the answer's timestamp"),
            LikelyCause(
                "the device was erased, or restored from a backup: the app has a new token since",
                tell: "another token of the same person was registered after the timestamp; the "
                    + "app itself unregistered nothing",
                try: "let the app send its token at every launch, and replace the old one",
                .registering),
            LikelyCause(
                "the app unregistered itself (unregisterForRemoteNotifications)",
                tell: "search the app for the call: it belongs into very few apps",
                try: "sign people out on your server instead, and keep the registration",
                .registering),
            LikelyCause(
                "the Live Activity of this token is over",
                tell: "the topic ends in .push-type.liveactivity",
                try: "forget tokens of activities when these end", .experience),
        ],
        unlike: [
            Contrast(.badDeviceToken, "there the token never was good at this host")
        ])

    private static let expiredToken = ReasonGuide(
        .expiredToken,
        [
            LikelyCause(
                "the app has not been used for so long that its token ran out",
                tell: "compare when the app last reported the token",
                try: "remove the token; the app brings a new one at its next launch"),
            LikelyCause(
                "the app was deleted, or the device erased",
                tell: "the token never comes back from the app",
                try: "remove the token", .experience),
        ],
        unlike: [
            Contrast(
                .expiredProviderToken,
                "there the sender's own token is too old (403), not the "
                    + "device's")
        ])
}
