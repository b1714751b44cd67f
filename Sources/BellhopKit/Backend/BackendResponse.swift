// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI

/// A server's HTTP response.
struct BackendResponse: Hashable, Sendable {
    var status: Int
    /// The header fields, by lowercase name.
    var headers: [String: String]
    var body: Data

    /// The maximum length, in characters, of the part of a server's message that an error repeats.
    static let detailCountMax = 300

    /// The response as an error, for a status other than success.
    var refusal: BackendError {
        let problem = try? GatewayJSON.decode(Problem.self, from: body)
        let reason = problem.map { ": " + Self.oneLine($0.detail) } ?? hint
        return BackendError(
            .refused(status: status),
            "the app's server responded with status \(status)\(reason)",
            problem: problem.map { Self.oneLine($0.code) }, retryAfter: retryAfter)
    }

    private var hint: String {
        switch status {
        case 300..<400: ". Use the URL to which it redirects."
        case 401, 403: ". Check the client key."
        case 404: ". Check that the URL is that of a Bellhop gateway."
        case 500...: ". See the server's log."
        default: " and gave no reason"
        }
    }

    /// How long the server requires the client to wait: seconds or a date (RFC 9110 section
    /// 10.2.3). A date is compared with the server's own clock, because the phone's clock may be
    /// wrong.
    var retryAfter: Duration? {
        guard let text = headers["retry-after"]?.trimmingCharacters(in: .whitespaces) else {
            return nil
        }
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return .seconds(min(Int(text) ?? .max, Self.retryAfterSecondsMax))
        }
        guard let until = Self.date(text), let now = headers["date"].flatMap(Self.date) else {
            return nil
        }
        let wait = until.timeIntervalSince(now)
        return Duration(saturatingSeconds: min(max(wait, 0), Double(Self.retryAfterSecondsMax)))
    }

    /// The longest wait in seconds; a longer wait is reduced to this value.
    private static let retryAfterSecondsMax = 30 * 24 * 3600

    /// Parses a date in the form that senders have to use (RFC 9110 section 5.6.7).
    private static func date(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.date(from: text)
    }

    private static func oneLine(_ text: String) -> String {
        let printable = text.unicodeScalars.prefix(detailCountMax).map { scalar in
            scalar.properties.generalCategory == .control ? " " : Character(scalar)
        }
        return String(printable)
    }
}
