// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import WebPush

extension MessageRule {
    static let contentTooLarge = DiagnosticRule(
        id: "web-push-too-large", severity: .error, title: "a Web Push message that is too large",
        why: "A push service accepts bodies of 4096 bytes. The encryption needs 103 of them, so "
            + "the content may have at most 3993 bytes.",
        remedy: "send less, and let the service worker fetch the rest",
        wrong: example(sample(body: String(repeating: "x", count: 4000))),
        right: example(sample(body: "It is ready")),
        claim: .documented("RFC 8030, section 7.2; RFC 8291"))

    static let contentOverMozilla = DiagnosticRule(
        id: "web-push-over-mozilla", severity: .warning,
        title: "a Web Push message that does not reach every Firefox",
        why: "Mozilla's service passes messages to Firefox on Android through a bridge that "
            + "accepts less: 2600 bytes of content reach every browser.",
        remedy: "send at most 2600 bytes",
        wrong: example(sample(body: String(repeating: "x", count: 2600))),
        right: example(sample(body: "It is ready")),
        claim: .reported("Mozilla, documentation of autopush"))

    static let declarative = DiagnosticRule(
        id: "web-push-declarative", severity: .error,
        title: "a declarative Web Push message that Safari does not recognize",
        why: "Safari shows a declarative message without running code of the site only if web_push "
            + "is 8030, and notification has a title and a URL in navigate. Otherwise, "
            + "it passes the message to the service worker, as other browsers do.",
        remedy:
            #"write {"web_push": 8030, "notification": {"title": "…", "navigate": "https://…"}}"#,
        wrong: example(#"{"web_push": 8030, "notification": {"title": "Dinner"}}"#),
        right: example(sample(body: "It is ready")),
        claim: .documented("WebKit, Meet Declarative Web Push"))

    static let relativeNavigate = DiagnosticRule(
        id: "web-push-relative-navigate", severity: .warning,
        title: "a declarative Web Push message whose URL is relative",
        why: "According to the specification, a browser resolves navigate against a URL of the "
            + "site, as it does with any URL of a notification. WebKit's parser of messages uses "
            + "no base URL, and passes a message with a relative URL to the service worker. A "
            + "host without https:// is a relative URL, too.",
        remedy: "write an absolute URL, which every browser reads in the same way",
        wrong: example(sample(body: "It is ready", navigate: "/dinner")),
        right: example(sample(body: "It is ready")),
        claim: .reported(
            "WHATWG, Notifications Standard, \"create a notification\"; W3C, Push API, "
                + "\"Declarative push message\"; WebKit, NotificationJSONParser.cpp of 2024"))

    static let notDeclarative = DiagnosticRule(
        id: "web-push-not-declarative", severity: .note,
        title: "a Web Push message that needs a service worker",
        why: "The content of a message is anything that the site's service worker understands. "
            + "Only a declarative message is shown without code of the site, by Safari 18.4 and "
            + "later.",
        remedy: "change nothing if the service worker shows a notification for each message, as "
            + "browsers require",
        wrong: example(#"{"title": "Dinner"}"#), right: example(sample(body: "It is ready")),
        claim: .documented("WebKit, Meet Declarative Web Push"))

    private static func sample(
        body: String, navigate: String = "https://example.com/"
    ) -> String {
        #"{"web_push": 8030, "notification": {"title": "Dinner", "body": "\#(body)", "#
            + #""navigate": "\#(navigate)"}}"#
    }
}
