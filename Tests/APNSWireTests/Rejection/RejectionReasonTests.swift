// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

struct RejectionReasonTests {
    /// The reasons and their status codes, as Apple lists them on the pages "Handling notification
    /// responses from APNs" and, for channels, "Handling error responses from APNs".
    private static let documented: [Int: Set<String>] = [
        400: [
            "BadCollapseId", "BadDeviceToken", "BadExpirationDate", "BadMessageId", "BadPriority",
            "BadTopic",
            "DeviceTokenNotForTopic", "DuplicateHeaders", "IdleTimeout", "InvalidPushType",
            "MissingDeviceToken",
            "MissingTopic", "PayloadEmpty", "TopicDisallowed",
            // Broadcasts and channels.
            "BadChannelId", "BadRequestParams", "BadRequestPayload", "CannotCreateChannelConfig",
            "ChannelNotRegistered", "FeatureNotEnabled", "MissingChannelId", "MissingPushType",
        ],
        403: [
            "BadCertificate", "BadCertificateEnvironment", "ExpiredProviderToken", "Forbidden",
            "InvalidProviderToken", "MissingProviderToken", "UnrelatedKeyIdInToken",
            "BadEnvironmentKeyIdInToken", "TopicMismatch",
        ],
        404: ["BadPath"], 405: ["MethodNotAllowed"], 410: ["ExpiredToken", "Unregistered"],
        413: ["PayloadTooLarge"], 429: ["TooManyProviderTokenUpdates", "TooManyRequests"],
        500: ["InternalServerError"], 503: ["ServiceUnavailable", "Shutdown"],
    ]

    @Test func `the table has every documented reason once with its status`() {
        let rows = Dictionary(grouping: RejectionReason.table, by: \.status)
            .mapValues { Set($0.map(\.reason.rawValue)) }
        #expect(rows == Self.documented)
        #expect(Set(RejectionReason.table.map(\.reason)).count == RejectionReason.table.count)
    }

    @Test(arguments: RejectionReason.table)
    func `every reason has a meaning and a remedy, and only status 410 invalidates a token`(
        row: RejectionReason.Row
    ) {
        #expect(!row.meaning.isEmpty && !row.remedy.isEmpty)
        #expect((row.status == 410) == (row.tokenConsequence == .dead))
        #expect((row.reason == .badDeviceToken) == (row.tokenConsequence == .suspect))
    }

    @Test func `spellings observed in responses mean the documented reason`() {
        #expect(RejectionReason(rawValue: "PayloadTooLarge ") == .payloadTooLarge)
        #expect(
            RejectionReason(rawValue: "BadEnvironmentKeyInToken") == .badEnvironmentKeyIDInToken)
    }

    @Test func `an unknown reason is preserved`() {
        let reason = RejectionReason(rawValue: "SomethingNew")
        #expect(reason.rawValue == "SomethingNew")
        #expect(reason.row == nil)
    }

    @Test func `the timestamp of a rejection is in milliseconds`() throws {
        let body = try #require(
            RejectionBody(#"{"reason":"Unregistered","timestamp":1454948015990}"#.utf8))
        #expect(body.reason == .unregistered)
        #expect(body.timestamp == Date(timeIntervalSince1970: 1_454_948_015.990))
        #expect(
            String(decoding: body.encoded, as: UTF8.self)
                == #"{"reason":"Unregistered","timestamp":1454948015990}"#)
    }

    @Test(arguments: ["", "<html>", "{}", "[]", #"{"reason":4}"#])
    func `a body without a reason is not a rejection`(text: String) {
        #expect(RejectionBody(text.utf8) == nil)
    }
}
