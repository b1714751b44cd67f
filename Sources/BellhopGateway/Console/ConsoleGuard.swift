// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto
import GatewayAPI
import HTTPTypes
import Hummingbird

/// Decides whether a request with a session's cookie comes from a page of the console.
enum ConsoleGuard {
    /// The content types that a form of any website can send.
    private static let formTypes = [
        "application/x-www-form-urlencoded", "multipart/form-data", "text/plain",
    ]

    /// - Throws: `Problem` if the request may come from another website.
    static func check(_ request: Request, of session: ConsoleSession) throws(Problem) {
        let site = HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0] }
        guard site == nil || site == "same-origin" else {
            throw Problem(
                .originNotAllowed,
                "a page of another website cannot send this request; use the console's own page")
        }
        let sent = HTTPField.Name(ConsoleCookie.csrfHeader).flatMap { request.headers[$0] } ?? ""
        guard isEqual(sent, session.csrfToken) else {
            throw Problem(
                .csrfTokenWrong,
                "the header \(ConsoleCookie.csrfHeader) is missing or belongs to another session; "
                    + "reload the page")
        }
        let type = (request.headers[.contentType] ?? "").lowercased()
        guard !formTypes.contains(where: { type.hasPrefix($0) }) else {
            throw Problem(
                .contentTypeNotSupported,
                "the console sends JSON only; set the header Content-Type to application/json")
        }
    }

    /// Returns whether two texts are equal, in a time that does not depend on where they differ.
    private static func isEqual(_ a: String, _ b: String) -> Bool {
        SHA256.hash(data: Array(a.utf8)) == SHA256.hash(data: Array(b.utf8))
    }
}
