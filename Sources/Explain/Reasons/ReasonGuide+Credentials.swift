// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

// Reasons concerning the key, provider token or certificate.
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
                "key identifier, team identifier and .p8 file do not belong together",
                tell: "kid is the ten characters in the name AuthKey_….p8, iss the Team ID of "
                    + "Membership: bellhop token inspect TOKEN --key FILE shows both",
                try: "take all three from the same page of Apple's developer site",
                .providerTokens),
            LikelyCause(
                "the key is none for APNs: one of App Store Connect, Sign in with Apple or "
                    + "MusicKit",
                tell: "Apple's developer site lists the services of the key",
                try: "make a key with Apple Push Notifications service switched on",
                .providerTokens),
            LikelyCause(
                "the key was revoked",
                tell: "it is gone from the list of keys",
                try: "make a new one, and close all connections", .providerTokens),
            LikelyCause(
                "the token is signed with another algorithm, or is no JWT",
                tell: "bellhop token inspect TOKEN: alg has to be ES256",
                try: "sign with ES256 and the P-256 key of the .p8 file", .providerTokens),
            LikelyCause(
                "the clock of the server is wrong, or iat is not in seconds",
                tell: "bellhop token inspect TOKEN shows its age; compare date -u",
                try: "set the clock by NTP; write iat as seconds since 1970", .experience),
            LikelyCause(
                "the .p8 file was damaged: line breaks lost in an environment variable",
                tell: "bellhop token mint --key FILE … reads it or says what is wrong",
                try: "keep it as a file, or as Base64 of the whole file", .experience),
        ],
        unlike: [
            Contrast(.expiredProviderToken, "there the signature is good and the token too old"),
            Contrast(.topicDisallowed, "there the token is good and the app another team's"),
            Contrast(.badDeviceToken, "there the credentials have been found good already"),
        ])

    private static let expiredProviderToken = ReasonGuide(
        .expiredProviderToken,
        [
            LikelyCause(
                "the token is made once, at the start, and used for ever",
                tell: "it begins an hour after the start of the server",
                try: "sign a new one every 20 to 60 minutes, 40 is a good number",
                .providerTokens),
            LikelyCause(
                "the clock of the server is slow",
                tell: "it comes with a token just made: bellhop token inspect TOKEN shows its "
                    + "age; compare date -u",
                try: "set the clock by NTP", .experience),
            LikelyCause(
                "the connection has seen an old token, and refuses new ones, too",
                tell: "a new connection takes the same new token",
                try: "close the connection after this reason and open another",
                .reported("Pushy, ApnsClientHandler")),
        ],
        unlike: [
            Contrast(.expiredToken, "there the device's token is meant (410)")
        ])

    private static let missingProviderToken = ReasonGuide(
        .missingProviderToken,
        [
            LikelyCause(
                "the authorization header is missing, or has not the word bearer in front",
                tell: "bellhop push … --dry-run shows how it has to look",
                try: "send authorization: bearer TOKEN", .providerTokens),
            LikelyCause(
                "a certificate was to be used, and the TLS connection does not present it",
                tell: "the sender has a certificate and no key; look whether file and password "
                    + "were taken, and that no proxy ends the TLS connection",
                try: "give certificate and private key to the TLS library, or send a token",
                .certificates),
            LikelyCause(
                "a proxy takes the header away",
                tell: "send without the proxy",
                try: "tell the proxy to leave the headers alone", .experience),
        ])

    private static let badEnvironmentKeyID = ReasonGuide(
        .badEnvironmentKeyIDInToken,
        [
            LikelyCause(
                "the key is for sandbox only and goes to production, or the other way round; keys "
                    + "can be limited since February 2025",
                tell: "Apple's developer site shows the environment of the key; send to the other "
                    + "host with the same key",
                try: "use a key of this environment, or one for both", .providerTokens)
        ],
        unlike: [
            Contrast(.badDeviceToken, "there the key is good and the device's token is not")
        ])

    private static let unrelatedKeyID = ReasonGuide(
        .unrelatedKeyIDInToken,
        [
            LikelyCause(
                "one connection is used with several keys: those of two apps, or of a team and of "
                    + "a topic",
                tell: "look at kid of the first request on the connection",
                try: "keep a connection for each key", .providerTokens),
            LikelyCause(
                "the key was changed while connections stayed open",
                tell: "it begins with the change of the key",
                try: "close all connections when the key changes", .providerTokens),
        ])

    private static let tooManyProviderTokenUpdates = ReasonGuide(
        .tooManyProviderTokenUpdates,
        [
            LikelyCause(
                "a token is signed for every request",
                tell: "iat differs from one request to the next",
                try: "keep a token for 20 to 60 minutes", .providerTokens),
            LikelyCause(
                "several processes sign tokens of their own behind one proxy",
                tell: "it comes and goes, and more often with more processes",
                try: "share one token, or round iat to the half-hour, so that all are the same",
                .experience),
            LikelyCause(
                "each start of a function in the cloud signs one",
                tell: "it comes with cold starts",
                try: "keep the token in a place that all share", .experience),
            LikelyCause(
                "the clock is fast, so that iat lies in the future",
                tell: "compare date -u",
                try: "set the clock by NTP", .experience),
        ],
        unlike: [
            Contrast(.tooManyRequests, "there one device gets too many notifications")
        ])

    private static let badCertificate = ReasonGuide(
        .badCertificate,
        [
            LikelyCause(
                "it has expired: push certificates last a year",
                tell: "openssl x509 -noout -enddate -in FILE, or bellhop doctor … --cert FILE",
                try: "make a new one, or change to a .p8 key, which does not expire",
                .certificates),
            LikelyCause(
                "it is no push certificate: one for distribution or development of apps",
                tell: "its name has to begin with Apple Push Services",
                try: "make one under Identifiers, Push Notifications", .certificates),
            LikelyCause(
                "it was revoked, or belongs to a team whose membership is over",
                tell: "Apple's developer site does not list it any more",
                try: "make a new one", .certificates),
        ])

    private static let badCertificateEnvironment = ReasonGuide(
        .badCertificateEnvironment,
        [
            LikelyCause(
                "a certificate for development goes to production, or the other way round",
                tell: "its name says Apple Development IOS Push Services, or Apple Push Services "
                    + "for both environments",
                try: "send to the host of its environment, or use one for both", .certificates)
        ])

    private static let forbidden = ReasonGuide(
        .forbidden,
        [
            LikelyCause(
                "key or certificate lacks the right to do this",
                tell: "look at the services and topics of the key on Apple's developer site",
                try: "use one that has it"),
            LikelyCause(
                "the team's membership is over, or an agreement waits for its signature",
                tell: "the account holder sees it on Apple's developer site",
                try: "let the account holder sign or renew", .experience),
        ])
}
