// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

// Reasons that concern the key, the provider token or the certificate.
extension ReasonGuide {
    static let credentialGuides: [ReasonGuide] = [
        invalidProviderToken, expiredProviderToken, missingProviderToken,
        badEnvironmentKeyID, unrelatedKeyID, tooManyProviderTokenUpdates, badCertificate,
        badCertificateEnvironment, forbidden,
    ]

    private static let invalidProviderToken = ReasonGuide(
        .invalidProviderToken,
        [
            LikelyCause(
                "the key ID, the team ID and the .p8 file do not belong together",
                check: "kid must be the ten characters in the file name AuthKey_….p8, and iss must "
                    + "be the Team ID on the Membership page; `bellhop token inspect TOKEN --key "
                    + "FILE` shows both",
                try: "take all three from the same account on Apple's developer site",
                .providerTokens),
            LikelyCause(
                "the key is not for APNs, but for App Store Connect, Sign in with Apple or "
                    + "MusicKit",
                check: "Apple's developer site lists the services of the key",
                try: "create a key with Apple Push Notifications service enabled",
                .providerTokens),
            LikelyCause(
                "the key was revoked",
                check: "Apple's developer site no longer lists the key",
                try: "create a new key, and close all connections", .providerTokens),
            LikelyCause(
                "the token is signed with another algorithm, or is not a JWT",
                check: "`bellhop token inspect TOKEN` shows alg, which must be ES256",
                try: "sign with ES256 and the P-256 key of the .p8 file", .providerTokens),
            LikelyCause(
                "the server's clock is wrong, or iat is not in seconds",
                check: "`bellhop token inspect TOKEN` shows the token's age; compare the server's "
                    + "clock (run `date -u`)",
                try: "synchronize the clock by NTP; write iat as seconds since 1970", .experience),
            LikelyCause(
                "the .p8 file was damaged, for instance by lost line breaks in an environment "
                    + "variable",
                check: "`bellhop token mint --key FILE …` reads the key, or reports what is wrong "
                    + "with it",
                try: "store the key as a file, or as Base64 of the whole file", .experience),
        ],
        unlike: [
            Contrast(
                .expiredProviderToken,
                "the signature of the token is valid, but the token is "
                    + "too old"),
            Contrast(.topicDisallowed, "the token is valid, but the app belongs to another team"),
            Contrast(.badDeviceToken, "the credentials are valid; the device token is not"),
        ])

    private static let expiredProviderToken = ReasonGuide(
        .expiredProviderToken,
        [
            LikelyCause(
                "the token is created once, when the server starts, and never renewed",
                check: "APNs begins to reject the token an hour after the server starts",
                try: "sign a new token every 20 to 60 minutes, for instance every 40",
                .providerTokens),
            LikelyCause(
                "the server's clock is behind",
                check: "APNs rejects a token that was just signed; `bellhop token inspect TOKEN` "
                    + "shows the token's age; compare the server's clock (run `date -u`)",
                try: "synchronize the clock by NTP", .experience),
            LikelyCause(
                "the connection was used with an expired token, and now also rejects new tokens",
                check: "a new connection accepts the same token",
                try: "close the connection and open another one",
                .reported("Pushy, ApnsClientHandler")),
        ],
        unlike: [
            Contrast(.expiredToken, "the device token has expired (410), not the provider token")
        ])

    private static let missingProviderToken = ReasonGuide(
        .missingProviderToken,
        [
            LikelyCause(
                "the authorization header is missing, or does not begin with bearer",
                check: "`bellhop push … --dry-run` shows the header in the correct form",
                try: "send authorization: bearer TOKEN", .providerTokens),
            LikelyCause(
                "the provider uses a certificate, but does not present it in the TLS handshake",
                check: "the provider is configured with a certificate and no key; check that the "
                    + "file and its password were read, and that no proxy terminates the TLS "
                    + "connection",
                try: "configure the certificate and its private key in the TLS library, or send a "
                    + "provider token",
                .certificates),
            LikelyCause(
                "a proxy removes the header",
                check: "send without the proxy",
                try: "configure the proxy to leave the headers unchanged", .experience),
        ])

    private static let badEnvironmentKeyID = ReasonGuide(
        .badEnvironmentKeyIDInToken,
        [
            LikelyCause(
                "the key is for sandbox only and was used with production, or the other way round; "
                    + "keys can be limited to an environment since February 2025",
                check: "Apple's developer site shows the environment of the key; the same request "
                    + "to the host of that environment is accepted",
                try: "use a key for this environment, or a key for both environments",
                .providerTokens)
        ],
        unlike: [
            Contrast(.badDeviceToken, "the key is valid, but the device token is not")
        ])

    private static let unrelatedKeyID = ReasonGuide(
        .unrelatedKeyIDInToken,
        [
            LikelyCause(
                "one connection is used with several keys, for instance the keys of two apps, or a "
                    + "key of the team and a key of one topic",
                check: "compare kid with the kid of the first request on the connection",
                try: "use a separate connection for each key", .providerTokens),
            LikelyCause(
                "the key was replaced while connections were open",
                check: "the rejections begin when the key is replaced",
                try: "close all connections when you replace the key", .providerTokens),
        ])

    private static let tooManyProviderTokenUpdates = ReasonGuide(
        .tooManyProviderTokenUpdates,
        [
            LikelyCause(
                "a token is signed for every request",
                check: "iat differs from one request to the next",
                try: "reuse a token for 20 to 60 minutes", .providerTokens),
            LikelyCause(
                "several processes behind one proxy each sign their own tokens",
                check: "APNs returns this reason intermittently, and more often with more "
                    + "processes",
                try: "share one token, or round iat to the half-hour, so that all processes use "
                    + "the same one",
                .experience),
            LikelyCause(
                "each start of a cloud function signs a new token",
                check: "APNs returns this reason when new instances of the function start",
                try: "store the token where all instances can read it", .experience),
            LikelyCause(
                "the clock is ahead, so that iat is in the future",
                check: "compare the server's clock (run `date -u`) with the real time",
                try: "synchronize the clock by NTP", .experience),
        ],
        unlike: [
            Contrast(.tooManyRequests, "one device receives too many notifications")
        ])

    private static let badCertificate = ReasonGuide(
        .badCertificate,
        [
            LikelyCause(
                "the certificate has expired; push certificates are valid for a year",
                check: "run `openssl x509 -noout -enddate -in FILE` or `bellhop doctor … --cert "
                    + "FILE`",
                try: "create a new certificate, or change to a .p8 key, which does not expire",
                .certificates),
            LikelyCause(
                "the certificate is for distribution or development of apps, not for push "
                    + "notifications",
                check: "the name of a push certificate begins with Apple Push Services",
                try: "create a push certificate under Identifiers > Push Notifications",
                .certificates),
            LikelyCause(
                "the certificate was revoked, or belongs to a team whose membership ended",
                check: "Apple's developer site no longer lists the certificate",
                try: "create a new certificate", .certificates),
        ])

    private static let badCertificateEnvironment = ReasonGuide(
        .badCertificateEnvironment,
        [
            LikelyCause(
                "a development certificate is used with production, or the other way round",
                check: "the certificate's name begins with Apple Development IOS Push Services, or "
                    + "with Apple Push Services if it is for both environments",
                try: "send to the host of its environment, or use a certificate for both",
                .certificates)
        ])

    private static let forbidden = ReasonGuide(
        .forbidden,
        [
            LikelyCause(
                "the key or certificate is not allowed to perform this action",
                check: "look at the services and topics of the key on Apple's developer site",
                try: "use a key or certificate that is allowed to perform this action"),
            LikelyCause(
                "the team's membership ended, or an agreement was not accepted yet",
                check: "the account holder sees this on Apple's developer site",
                try: "ask the account holder to accept the agreement or renew the membership",
                .experience),
        ])
}
