// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// A problem without a refusal by APNs, with what to check, in order.
public struct SymptomGuide: Hashable, Sendable, Identifiable {
    /// The identifier, in lower case with hyphens, for instance `no-token`.
    public let id: String
    /// The visible problem, as a phrase without a full stop.
    public let title: String
    /// The known facts, in a sentence without a full stop.
    public let known: String
    /// What to check, in order; never empty.
    public let causes: [LikelyCause]

    /// All symptoms.
    public static let table: [SymptomGuide] = [
        nothingArrives, noToken, developmentOnly, silentPush, late, noPicture,
    ]
}

extension SymptomGuide {
    private static let nothingArrives = SymptomGuide(
        id: "nothing-arrives",
        title: "APNs answers 200 and nothing appears",
        known: "200 means that APNs took the request, not that a device gets it; mostly the cause "
            + "is a setting of the app, the server or the phone, rarely APNs",
        causes: [
            LikelyCause(
                "entitlement: the app has no aps-environment, or its profile lacks it",
                tell: "bellhop doctor DIR; the app has no device token either",
                try: "add the Push Notifications capability and make a new profile",
                .registering),
            LikelyCause(
                "host: token and host are of two environments",
                tell: "APNs answers BadDeviceToken, and the sender does not read the answer",
                try: "log status and reason of every answer; bellhop explain --reason "
                    + "BadDeviceToken"),
            LikelyCause(
                "token: the stored one is old; a reinstalled or restored app has another",
                tell: "the app prints its token at launch; compare it with the stored one",
                try: "let the app send its token at every launch", .registering),
            LikelyCause(
                "the person's settings: not allowed, banners off, a Focus, the scheduled summary",
                tell: "Settings, Notifications, the app; look into Notification Center; "
                    + "bellhop explain FILE --permission denied, or --focus Work",
                try: "ask for permission where its use is clear; use time-sensitive for what "
                    + "cannot wait",
                .documented("Troubleshooting push notifications")),
            LikelyCause(
                "payload: not JSON, aps misspelled, a key with another type: APNs takes it, the "
                    + "phone drops it; beyond 4096 bytes it is refused",
                tell: "bellhop lint FILE",
                try: "correct what it names",
                .documented("Generating a remote notification")),
            LikelyCause(
                "the app is in use and has no willPresent, or answers it with nothing",
                tell: "bellhop explain FILE --state foreground; close the app and send again",
                try: "answer willPresent with banner, list and sound",
                .documented("UNUserNotificationCenterDelegate")),
            LikelyCause(
                "throttling: background pushes beyond a few an hour, Low Power Mode, a force-quit "
                    + "app",
                tell: "bellhop explain FILE --state force-quit, or --low-power; a plain alert "
                    + "to the same token arrives",
                try: "show what matters with an alert; do not count on background pushes",
                .documented("Pushing background updates to your app")),
            LikelyCause(
                "store: the phone was offline, and a newer push of the app took its place, or it "
                    + "expired",
                tell: "in sandbox: the delivery log of Apple's Push Notifications Console, by "
                    + "apns-unique-id; here: bellhop explain --id APNS-ID",
                try: "leave apns-expiration out or later; let the app fetch what it missed",
                .documented("Viewing the status of push notifications using Metrics and APNs")),
        ])

    private static let noToken = SymptomGuide(
        id: "no-token",
        title: "the app gets no device token",
        known: "one of didRegisterForRemoteNotificationsWithDeviceToken and "
            + "didFailToRegisterForRemoteNotificationsWithError comes, and without a network "
            + "perhaps late; permission is not needed for a token",
        causes: [
            LikelyCause(
                "the error says: no valid \"aps-environment\" entitlement string found (Cocoa "
                    + "error 3000)",
                tell: "bellhop doctor DIR; codesign -d --entitlements - App.app",
                try: "add the Push Notifications capability to the app's target, and make a new "
                    + "provisioning profile",
                .registering),
            LikelyCause(
                "registerForRemoteNotifications is never called, or only after permission was "
                    + "given",
                tell: "bellhop doctor DIR",
                try: "call it at every launch", .registering),
            LikelyCause(
                "the callbacks are not where the system calls them: a SwiftUI app without "
                    + "UIApplicationDelegateAdaptor, or a library that replaces the delegate",
                tell: "neither callback comes, not even the one for failures",
                try: "connect an app delegate; switch the swizzling of the library off",
                .registering),
            LikelyCause(
                "the network blocks APNs: a firewall or a Wi-Fi of a company or hotel without TCP "
                    + "port 5223 or 443 to Apple's 17.0.0.0/8",
                tell: "it works on mobile data, or on another Wi-Fi",
                try: "open TCP 5223 and 443 to 17.0.0.0/8",
                .documented("If your Apple devices don't get Apple push notifications")),
            LikelyCause(
                "the phone has no network now: the token comes when it has",
                tell: "neither callback comes; both are quiet in airplane mode",
                try: "wait; do not treat the silence as a failure",
                .reported("behaviour of devices without a network")),
            LikelyCause(
                "a Simulator that cannot register (error 3010)",
                tell: "Xcode before 14, or a Mac without Apple silicon and without T2",
                try: "use a newer one, a device, or the virtual phone: bellhop up",
                .documented("Xcode 14 Release Notes")),
        ])

    private static let developmentOnly = SymptomGuide(
        id: "development-only",
        title: "it works from Xcode, and not from TestFlight or the App Store",
        known: "a build from Xcode has tokens of sandbox; TestFlight and the App Store have "
            + "tokens of production, and no token works in both",
        causes: [
            LikelyCause(
                "endpoint: the server sends to api.sandbox.push.apple.com still",
                tell: "APNs answers BadDeviceToken; bellhop push FILE --to production --device "
                    + "TOKEN … answers 200",
                try: "choose the host by the environment that was stored with the token",
                .registering),
            LikelyCause(
                "token: the one that was stored is of the build from Xcode",
                tell: "the app prints its token at launch; compare",
                try: "store a token for each installation, and replace it at each launch",
                .registering),
            LikelyCause(
                "the key of Firebase, or another service, is one for sandbox only, or its "
                    + "certificate is the one for development",
                tell: "the service names BadEnvironmentKeyIdInToken, BadCertificateEnvironment or "
                    + "ThirdPartyAuthError",
                try: "give the service a .p8 key for both environments, or one for each",
                .providerTokens),
            LikelyCause(
                "the entitlement of the release build is missing or says development",
                tell: "bellhop doctor DIR; codesign -d --entitlements - on the app of the archive",
                try: "give every configuration the entitlements file; signing for distribution "
                    + "writes production",
                .documented("aps-environment")),
            LikelyCause(
                "the release build has another bundle identifier",
                tell: "APNs answers DeviceTokenNotForTopic",
                try: "store the bundle identifier with the token"),
        ])
}
