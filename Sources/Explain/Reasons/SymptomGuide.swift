// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// A problem that occurs without a rejection by APNs, and its likely causes.
package struct SymptomGuide: Hashable, Sendable, Identifiable {
    /// The identifier, in lower case with hyphens, for instance `no-token`.
    package let id: String
    /// The visible problem, as a phrase without a full stop.
    package let title: String
    /// The known facts, in a sentence without a full stop.
    package let known: String
    /// The likely causes, in the order in which to check them. The list is never empty.
    package let causes: [LikelyCause]

    /// All symptoms.
    package static let table: [SymptomGuide] = [
        nothingArrives, noToken, developmentOnly, silentPush, late, noPicture,
    ]
}

extension SymptomGuide {
    private static let nothingArrives = SymptomGuide(
        id: "nothing-arrives",
        title: "APNs returns 200 and nothing appears",
        known: "200 means that APNs accepted the request, not that a device gets it; the cause is "
            + "usually a setting of the app, the server or the phone, rarely APNs",
        causes: [
            LikelyCause(
                "entitlement: the app or its provisioning profile lacks aps-environment",
                check: "run `bellhop doctor DIR`; without the entitlement, the app also gets no "
                    + "device token",
                try: "add the Push Notifications capability and create a new profile",
                .registering),
            LikelyCause(
                "host: the token and the host belong to different environments",
                check: "APNs returns BadDeviceToken, and the provider ignores the response",
                try: "log status and reason of every response; run `bellhop explain --reason "
                    + "BadDeviceToken`"),
            LikelyCause(
                "token: the stored token is outdated; a reinstalled or restored app has a new "
                    + "token",
                check: "log the token when the app launches; compare it with the stored one",
                try: "send the token to your server at every launch of the app", .registering),
            LikelyCause(
                "the person's settings: notifications not allowed, banners off, a Focus, the "
                    + "scheduled summary",
                check: "look at Settings > Notifications > the app, and at Notification Center; "
                    + "run `bellhop explain FILE --permission denied`, or the same with --focus "
                    + "Work",
                try: "ask for permission when its purpose is clear; use time-sensitive for urgent "
                    + "notifications",
                .documented("Troubleshooting push notifications")),
            LikelyCause(
                "payload: not JSON, aps misspelled, or a value of the wrong type: APNs accepts it "
                    + "and the phone discards it; more than 4096 bytes are rejected",
                check: "run `bellhop lint FILE`",
                try: "fix the problems that it reports",
                .documented("Generating a remote notification")),
            LikelyCause(
                "the app is in use and does not implement willPresent, or returns no options from "
                    + "it",
                check: "run `bellhop explain FILE --state foreground`; close the app and send "
                    + "again",
                try: "return banner, list and sound from willPresent",
                .documented("UNUserNotificationCenterDelegate")),
            LikelyCause(
                "throttling: more than a few background pushes an hour, Low Power Mode, a "
                    + "force-quit app",
                check: "run `bellhop explain FILE --state force-quit`, or the same with "
                    + "--low-power; a plain alert to the same token arrives",
                try: "send important content as an alert; do not rely on background pushes",
                .documented("Pushing background updates to your app")),
            LikelyCause(
                "storage: the phone was offline, and a newer push for the app replaced this one, "
                    + "or the push expired",
                check: "for sandbox, search for apns-unique-id in the delivery log of Apple's Push "
                    + "Notifications Console; for the simulator, run `bellhop explain --id "
                    + "APNS-ID`",
                try: "omit apns-expiration or set a later one; let the app fetch missed content",
                .documented("Viewing the status of push notifications using Metrics and APNs")),
        ])

    private static let noToken = SymptomGuide(
        id: "no-token",
        title: "the app gets no device token",
        known: "the system calls either didRegisterForRemoteNotificationsWithDeviceToken or "
            + "didFailToRegisterForRemoteNotificationsWithError, possibly late if there is no "
            + "network; a token does not require permission",
        causes: [
            LikelyCause(
                "the app lacks the entitlement; the error is: no valid \"aps-environment\" "
                    + "entitlement string found (Cocoa error 3000)",
                check: "run `bellhop doctor DIR` and `codesign -d --entitlements - App.app`",
                try: "add the Push Notifications capability to the app's target, and create a new "
                    + "provisioning profile",
                .registering),
            LikelyCause(
                "the app does not call registerForRemoteNotifications, or calls it only after "
                    + "permission was granted",
                check: "run `bellhop doctor DIR`",
                try: "call registerForRemoteNotifications at every launch", .registering),
            LikelyCause(
                "the system cannot call the callbacks: a SwiftUI app without "
                    + "UIApplicationDelegateAdaptor, or a library that replaces the delegate",
                check: "set breakpoints in both callbacks; the system calls neither of them",
                try: "connect an app delegate; disable the swizzling of the library",
                .registering),
            LikelyCause(
                "the network blocks APNs: a firewall, or the Wi-Fi of a company or hotel, does not "
                    + "allow TCP port 5223 or 443 to Apple's 17.0.0.0/8",
                check: "registration works on mobile data, or on another Wi-Fi",
                try: "allow TCP 5223 and 443 to 17.0.0.0/8",
                .documented("If your Apple devices don't get Apple push notifications")),
            LikelyCause(
                "the phone has no network; the app gets the token when it is online again",
                check: "set breakpoints in both callbacks; the system calls neither of them, as in "
                    + "airplane mode",
                try: "wait; do not treat the missing callback as a failure",
                .reported("behaviour of devices without a network")),
            LikelyCause(
                "the Simulator cannot register (error 3010)",
                check: "Xcode is older than 14, or the Mac has neither Apple silicon nor a T2 chip",
                try: "use a newer Xcode or Mac, a device, or the virtual phone (run `bellhop up`)",
                .documented("Xcode 14 Release Notes")),
        ])

    private static let developmentOnly = SymptomGuide(
        id: "development-only",
        title: "pushes work from Xcode, but not from TestFlight or the App Store",
        known: "a build from Xcode gets sandbox tokens; builds from TestFlight and the App Store "
            + "get production tokens; no token works in both environments",
        causes: [
            LikelyCause(
                "endpoint: the server still sends to api.sandbox.push.apple.com",
                check: "APNs returns BadDeviceToken; `bellhop push FILE --to production --device "
                    + "TOKEN …` succeeds with 200",
                try: "choose the host by the environment that was stored with the token",
                .registering),
            LikelyCause(
                "token: the stored token belongs to the build from Xcode",
                check: "log the token when the app launches; compare it with the stored one",
                try: "store a token for each installation, and replace it at each launch",
                .registering),
            LikelyCause(
                "the key that Firebase or another service uses is for sandbox only, or its "
                    + "certificate is for development",
                check: "the service reports BadEnvironmentKeyIdInToken, BadCertificateEnvironment "
                    + "or ThirdPartyAuthError",
                try: "upload a .p8 key for both environments to the service, or one for each",
                .providerTokens),
            LikelyCause(
                "the aps-environment entitlement of the release build is missing or is development",
                check: "run `bellhop doctor DIR`, and `codesign -d --entitlements -` on the app in "
                    + "the archive",
                try: "set the entitlements file for every build configuration; signing for "
                    + "distribution sets aps-environment to production",
                .documented("aps-environment")),
            LikelyCause(
                "the release build has a different bundle identifier",
                check: "APNs returns DeviceTokenNotForTopic",
                try: "store the bundle identifier with the token"),
        ])
}
