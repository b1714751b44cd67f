// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

// Reasons concerning path, method or body.
extension ReasonGuide {
    static let requestGuides: [ReasonGuide] = [
        payloadEmpty, payloadTooLarge, badPath, methodNotAllowed,
    ]

    private static let payloadEmpty = ReasonGuide(
        .payloadEmpty,
        [
            LikelyCause(
                "the body was never written: a failed encoding, a stream that was read before",
                tell: "print the length of the body before sending",
                try: "send a JSON object; at least {}", .experience),
            LikelyCause(
                "it is a request for a push type without keys of Apple's, and has no body at all",
                tell: "the push type is mdm, location or complication",
                try: "send {} where there is nothing to say", .responses),
        ])

    private static let payloadTooLarge = ReasonGuide(
        .payloadTooLarge,
        [
            LikelyCause(
                "whole objects of the server are put into the payload",
                tell: "bellhop lint FILE says what takes the bytes",
                try: "send an identifier, and let the app or its service extension fetch the rest",
                .documented("Generating a remote notification")),
            LikelyCause(
                "a person's text is not cut: 4096 bytes are some 1300 letters of Chinese, or "
                    + "1000 emoji",
                tell: "count bytes of UTF-8, not characters",
                try: "cut the text by bytes, at the end of a character", .experience),
            LikelyCause(
                "an image is inside, as Base64",
                tell: "bellhop lint FILE shows one long value",
                try: "send its address, with mutable-content 1, and load it in the service "
                    + "extension",
                .documented("Modifying content in newly delivered notifications")),
            LikelyCause(
                "the JSON is written with line breaks and indentation, or with \\u escapes",
                tell: "bellhop lint FILE says how long it is without them",
                try: "write it without blanks, and as UTF-8", .experience),
        ])

    private static let badPath = ReasonGuide(
        .badPath,
        [
            LikelyCause(
                "the path is not /3/device/TOKEN: a slash too many, another version, the old "
                    + "binary interface",
                tell: "print the path before sending",
                try: "send to /3/device/ and the token in hex", .sending),
            LikelyCause(
                "channels are managed at the host for notifications, or the other way round",
                tell: "the path begins with /1/apps/, and the port is 443",
                try: "manage channels at api-manage-broadcast…push.apple.com: port 2195 for "
                    + "sandbox, 2196 for production",
                .channels),
        ],
        unlike: [Contrast(.missingDeviceToken, "there only the token is missing")])

    private static let methodNotAllowed = ReasonGuide(
        .methodNotAllowed,
        [
            LikelyCause(
                "the request is a GET, for instance because curl was called without a body, or a "
                    + "redirect was followed",
                tell: "print the method before sending (curl --verbose)",
                try: "send notifications with POST", .sending),
            LikelyCause(
                "a channel is read at the path of all channels, or created with PUT",
                tell: "the path begins with /1/apps/",
                try: "POST creates, GET reads and lists, DELETE deletes", .channels),
        ])
}
