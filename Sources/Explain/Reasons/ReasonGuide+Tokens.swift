// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

// Reasons that concern the device token.
extension ReasonGuide {
    static let tokenGuides: [ReasonGuide] = [
        badDeviceToken, deviceTokenNotForTopic, missingDeviceToken, unregistered, expiredToken,
    ]

    private static let badDeviceToken = ReasonGuide(
        .badDeviceToken,
        [
            LikelyCause(
                "the token belongs to the other environment: a build run from Xcode gets sandbox "
                    + "tokens, TestFlight and App Store builds get production tokens",
                check: "send the same token to the other host (run `bellhop push … --to "
                    + "production`, or the same with --to sandbox): a 200 response proves this "
                    + "cause",
                try: "store the environment with each token, and use it to choose the host",
                .registering),
            LikelyCause(
                "the token was damaged in transit: decoded as text, taken from a description, "
                    + "truncated, or sent as Base64",
                check: "the token must consist of an even number of hex digits, currently 64 for "
                    + "an app's token; \"32 bytes\" is the description of a Data value, not a "
                    + "token",
                try: "convert the token to hex in the app: deviceToken.map { String(format: "
                    + "\"%02x\", $0) }.joined()",
                .registering),
            LikelyCause(
                "the value is not an APNs token, but an FCM registration token or an identifier of "
                    + "another push service",
                check: "an FCM token contains a colon, and letters after f",
                try: "send the push through the service that issued the token, or also register "
                    + "the APNs token",
                .experience),
            LikelyCause(
                "the token was invented, or is from a test or a simulator that was erased",
                check: "both hosts return BadDeviceToken, and no registration on your server "
                    + "contains it",
                try: "use a token that the app itself reported on a device",
                .experience),
        ],
        unlike: [
            Contrast(
                .deviceTokenNotForTopic,
                "this host knows the token, but it belongs to another app"),
            Contrast(.unregistered, "the token was valid at this host, but no longer is"),
        ])

    private static let deviceTokenNotForTopic = ReasonGuide(
        .deviceTokenNotForTopic,
        [
            LikelyCause(
                "the topic belongs to another app: bundle identifiers of debug and release, of app "
                    + "and extension, or of two variants of one app are mixed up",
                check: "compare apns-topic with the bundle identifier of the exact build that "
                    + "registered the token",
                try: "store the bundle identifier with each token, and send to that topic"),
            LikelyCause(
                "the token is of the wrong kind: a PushKit token with an alert, the app's token "
                    + "with a Live Activity, or the other way round",
                check: "find out where the app got the token: PKPushRegistry, "
                    + "Activity.pushTokenUpdates, or "
                    + "didRegisterForRemoteNotificationsWithDeviceToken",
                try: "store each kind of token separately, and send voip and liveactivity pushes "
                    + "to their own tokens",
                .registering),
            LikelyCause(
                "the server mixed up the tokens of two apps",
                check: "send to the topic of the other app: a 200 response proves this cause",
                try: "use app and token together as the key in the database", .experience),
        ],
        unlike: [
            Contrast(
                .badDeviceToken,
                "the host does not know the token at all; check the environment first"),
            Contrast(.badTopic, "the topic is invalid for every token"),
        ])

    private static let missingDeviceToken = ReasonGuide(
        .missingDeviceToken,
        [
            LikelyCause(
                "the variable with the token is empty, so that the path ends in /3/device/",
                check: "log the path before sending",
                try: "do not send without a token; find out why the stored token is empty"),
            LikelyCause(
                "the token is sent in a header or in the body",
                check: "the path has nothing after /3/device/",
                try: "put the token, in hex, at the end of the path", .sending),
        ],
        unlike: [Contrast(.badPath, "the path itself is wrong")])

    private static let unregistered = ReasonGuide(
        .unregistered,
        [
            LikelyCause(
                "the app was deleted from the device",
                check: "this is the most frequent cause; APNs may reject the token only days after "
                    + "the deletion",
                try: "remove the token if you stored it before the timestamp of the response"),
            LikelyCause(
                "the device was erased, or restored from a backup, and the app has a new token",
                check: "another token of the same person was registered after the timestamp, and "
                    + "the app did not unregister",
                try: "send the token from the app at every launch, and replace the old one",
                .registering),
            LikelyCause(
                "the app unregistered itself (unregisterForRemoteNotifications)",
                check: "search the app for the call, which very few apps need",
                try: "sign people out on your server instead, without unregistering the device",
                .registering),
            LikelyCause(
                "the Live Activity of this token ended",
                check: "the topic ends in .push-type.liveactivity",
                try: "remove the token of an activity when the activity ends", .experience),
        ],
        unlike: [
            Contrast(.badDeviceToken, "the token was never valid at this host")
        ])

    private static let expiredToken = ReasonGuide(
        .expiredToken,
        [
            LikelyCause(
                "the token expired because the app was not used for a long time",
                check: "look up when the app last reported the token",
                try: "remove the token; the app reports a new one at its next launch"),
            LikelyCause(
                "the app was deleted, or the device was erased",
                check: "the app never reports the token again",
                try: "remove the token", .experience),
        ],
        unlike: [
            Contrast(
                .expiredProviderToken,
                "the provider token is too old (403), not the device token")
        ])
}
