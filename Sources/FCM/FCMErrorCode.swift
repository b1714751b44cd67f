// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// An error code of FCM HTTP v1; ``row`` contains its status, its meaning and advice. A sender must
/// act on the code in `error.details[]`, not on the outer `status`.
///
/// Source: "REST Resource: ErrorCode" of Firebase's documentation.
package enum FCMErrorCode: String, Hashable, Sendable, CaseIterable {
    case unspecified = "UNSPECIFIED_ERROR"
    case invalidArgument = "INVALID_ARGUMENT"
    case unregistered = "UNREGISTERED"
    case senderIDMismatch = "SENDER_ID_MISMATCH"
    case quotaExceeded = "QUOTA_EXCEEDED"
    case unavailable = "UNAVAILABLE"
    case `internal` = "INTERNAL"
    case thirdPartyAuthError = "THIRD_PARTY_AUTH_ERROR"

    /// A row of the table.
    package struct Row: Sendable {
        /// The HTTP status with which FCM returns the code.
        package let httpStatus: Int
        /// The outer `error.status` (google.rpc.Code).
        package let status: String
        package let verdict: ProviderVerdict
        /// What happened and what to do, in one readable sentence.
        package let advice: String
    }

    package var row: Row {
        switch self {
        case .unspecified:
            Row(
                httpStatus: 500, status: "UNKNOWN", verdict: .unavailable,
                advice: "FCM gave no reason; try again a few times")
        case .invalidArgument:
            Row(
                httpStatus: 400, status: "INVALID_ARGUMENT", verdict: .addressSuspect,
                advice: "the token is malformed, or the message is invalid or too large; one such "
                    + "response proves nothing about the token")
        case .unregistered:
            Row(
                httpStatus: 404, status: "NOT_FOUND", verdict: .addressGone,
                advice: "the app was uninstalled or the token has expired; delete the token")
        case .senderIDMismatch:
            Row(
                httpStatus: 403, status: "PERMISSION_DENIED", verdict: .wrongCredential,
                advice: "the token belongs to another Firebase project; use the service account of "
                    + "the project in the app's configuration")
        case .quotaExceeded:
            Row(
                httpStatus: 429, status: "RESOURCE_EXHAUSTED", verdict: .senderThrottled,
                advice: "too many messages to this device, topic or project; wait for the time in "
                    + "retry-after, or a minute")
        case .unavailable:
            Row(
                httpStatus: 503, status: "UNAVAILABLE", verdict: .unavailable,
                advice: "FCM is overloaded; try again after the time in retry-after, or with "
                    + "increasing delays")
        case .internal:
            Row(
                httpStatus: 500, status: "INTERNAL", verdict: .unavailable,
                advice: "FCM failed; try again with increasing delays")
        case .thirdPartyAuthError:
            Row(
                httpStatus: 401, status: "UNAUTHENTICATED", verdict: .onwardCredentialRejected,
                advice: "the Firebase project has no valid APNs key or Web Push key; upload the "
                    + ".p8 key under Project settings, Cloud Messaging")
        }
    }

    /// Reads a code. `APNS_AUTH_ERROR` is the older name of ``thirdPartyAuthError``.
    package init?(wire text: String) {
        if text == "APNS_AUTH_ERROR" {
            self = .thirdPartyAuthError
        } else {
            self.init(rawValue: text)
        }
    }

    /// The value of `@type` of the detail that contains a code.
    package static let detailType = "type.googleapis.com/google.firebase.fcm.v1.FcmError"
    package static let badRequestType = "type.googleapis.com/google.rpc.BadRequest"
    package static let quotaFailureType = "type.googleapis.com/google.rpc.QuotaFailure"
    package static let apnsErrorType = "type.googleapis.com/google.firebase.fcm.v1.ApnsError"

    /// The time for which a sender waits after ``quotaExceeded`` without `retry-after`.
    package static let quotaWait = Duration.seconds(60)
}
