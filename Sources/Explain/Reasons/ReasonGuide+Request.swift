// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

// Reasons that concern the path, the method or the body.
extension ReasonGuide {
    static let requestGuides: [ReasonGuide] = [
        payloadEmpty, payloadTooLarge, badPath, methodNotAllowed,
    ]

    private static let payloadEmpty = ReasonGuide(
        .payloadEmpty,
        [
            LikelyCause(
                "the body was not written, for instance because encoding failed or the stream had "
                    + "already been read",
                check: "log the length of the body before sending",
                try: "send a JSON object; at least {}", .experience),
            LikelyCause(
                "the push type needs no keys in aps, and the request was sent without a body",
                check: "the push type is mdm, location or complication",
                try: "send {} if the payload needs no keys", .responses),
        ])

    private static let payloadTooLarge = ReasonGuide(
        .payloadTooLarge,
        [
            LikelyCause(
                "the payload contains complete objects from the server",
                check: "`bellhop lint FILE` reports the largest parts",
                try: "send an identifier, and let the app or its service extension fetch the rest",
                .documented("Generating a remote notification")),
            LikelyCause(
                "the provider does not truncate text that people write; 4096 bytes hold about 1300 "
                    + "Chinese characters or 1000 emoji",
                check: "count bytes of UTF-8, not characters",
                try: "truncate the text by its number of bytes, between characters", .experience),
            LikelyCause(
                "the payload contains an image as Base64",
                check: "`bellhop lint FILE` shows one long value",
                try: "send the image's URL with mutable-content 1, and download the image in the "
                    + "service extension",
                .documented("Modifying content in newly delivered notifications")),
            LikelyCause(
                "the JSON is written with line breaks and indentation, or with \\u escapes",
                check: "`bellhop lint FILE` reports the length without them",
                try: "write the JSON without whitespace, as UTF-8", .experience),
        ])

    private static let badPath = ReasonGuide(
        .badPath,
        [
            LikelyCause(
                "the path is not /3/device/TOKEN, for instance because of an extra slash, another "
                    + "version, or the old binary interface",
                check: "log the path before sending",
                try: "send to /3/device/ followed by the token in hex", .sending),
            LikelyCause(
                "a request to manage channels was sent to the host for notifications, or the other "
                    + "way round",
                check: "the path begins with /1/apps/, and the port is 443",
                try: "manage channels at api-manage-broadcast…push.apple.com: port 2195 for "
                    + "sandbox, 2196 for production",
                .channels),
        ],
        unlike: [
            Contrast(
                .missingDeviceToken,
                "the path is correct, but does not contain a "
                    + "token")
        ])

    private static let methodNotAllowed = ReasonGuide(
        .methodNotAllowed,
        [
            LikelyCause(
                "the request is a GET, for instance because curl was called without a body, or a "
                    + "redirect was followed",
                check: "log the method before sending (`curl --verbose` shows it)",
                try: "send notifications with POST", .sending),
            LikelyCause(
                "a request reads one channel at the path of all channels, or creates one with PUT",
                check: "the path begins with /1/apps/",
                try: "use POST to create, GET to read and list, and DELETE to delete channels",
                .channels),
        ])
}
