// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import Diagnostics

/// The rules about messages for FCM and Web Push, which ``MessageLinter`` checks.
package enum MessageRule {
    /// All rules, beginning with the rules for FCM.
    package static let rows = fcm + webPush

    /// The rules about messages of FCM HTTP v1.
    package static let fcm = [
        unknownField, recipient, data, value, tooLarge, nearlyFull,
    ]

    /// The rules about the content of Web Push messages.
    package static let webPush = [
        contentTooLarge, contentOverMozilla, declarative, relativeNavigate,
        notDeclarative,
    ]

    static let unknownField = DiagnosticRule(
        id: "fcm-unknown-field", severity: .error,
        title: "a field that an FCM message does not have",
        why: "FCM rejects a message with an unknown field with INVALID_ARGUMENT. Many such fields "
            + "are from the legacy API, or belong in android or apns.",
        remedy: "use the fields of FCM HTTP v1",
        wrong: example(#"{"message": {"topic": "news", "priority": "high"}}"#),
        right: example(#"{"message": {"topic": "news", "android": {"priority": "HIGH"}}}"#),
        claim: .documented("Firebase, REST Resource: projects.messages"))

    static let recipient = DiagnosticRule(
        id: "fcm-recipient", severity: .error, title: "an FCM message with a wrong recipient",
        why: "A message has exactly one of token, fid, topic and condition, and each has its own "
            + "form. A device token of APNs is not a registration token. A file without a "
            + "recipient is correct, because the sender adds it.",
        remedy: "write one recipient",
        wrong: example(#"{"message": {"topic": "news", "condition": "'news' in topics"}}"#),
        right: example(#"{"message": {"topic": "news"}}"#),
        claim: .documented("Firebase, REST Resource: projects.messages"))

    static let data = DiagnosticRule(
        id: "fcm-data", severity: .error, title: "data that FCM does not accept",
        why: "Keys and values of data are strings, and some keys are reserved. FCM rejects "
            + "anything else with INVALID_ARGUMENT.",
        remedy: "write values in quotation marks, and choose keys that are not reserved",
        wrong: example(#"{"message": {"topic": "news", "data": {"count": 3}}}"#),
        right: example(#"{"message": {"topic": "news", "data": {"count": "3"}}}"#),
        claim: .documented("Firebase, REST Resource: projects.messages"))

    static let value = DiagnosticRule(
        id: "fcm-value", severity: .error, title: "a value that FCM rejects",
        why: "FCM reads a message strictly: a duration is a string that ends with s, headers are "
            + "strings, and priorities are words.",
        remedy: "write the value in the form that FCM documents",
        wrong: example(#"{"message": {"topic": "news", "android": {"ttl": 3600}}}"#),
        right: example(#"{"message": {"topic": "news", "android": {"ttl": "3600s"}}}"#),
        claim: .documented("Firebase, REST Resource: projects.messages"))

    static let tooLarge = DiagnosticRule(
        id: "fcm-too-large", severity: .error, title: "an FCM message that is too large",
        why: "data and notification may have 4096 bytes together, and 2048 bytes in a message to a "
            + "topic or a condition. FCM rejects a larger message.",
        remedy: "send less, and let the app fetch the rest",
        wrong: example(
            #"{"message": {"topic": "news", "data": {"text": ""#
                + String(repeating: "x", count: 2048) + #""}}}"#),
        right: example(#"{"message": {"topic": "news", "data": {"id": "1"}}}"#),
        claim: .documented("Firebase, REST Resource: ErrorCode"))

    static let nearlyFull = DiagnosticRule(
        id: "fcm-apns-nearly-full", severity: .warning,
        title: "a payload for APNs that has no space for FCM's keys",
        why: "FCM adds its own keys to the payload for an Apple device. They count towards the "
            + "4096 bytes of APNs, so a payload just below the limit may be rejected.",
        remedy: "leave 300 bytes free",
        wrong: example(
            #"{"message": {"topic": "news", "apns": {"payload": {"aps": {"alert": "News"}, "#
                + #""text": ""#
                + String(repeating: "x", count: 3900) + #""}}}}"#),
        right: example(
            #"{"message": {"topic": "news", "apns": {"payload": {"aps": {"alert": "News"}}}}}"#),
        claim: .chosen("Google does not document the size of the keys that FCM adds"))

    /// Makes an example with one file.
    static func example(_ text: String) -> RuleExample {
        RuleExample(.init("message.json", text))
    }
}
