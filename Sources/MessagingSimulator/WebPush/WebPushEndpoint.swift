// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import WebPush

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
package import Foundation
#endif

/// The decisions of a push service of browsers (RFC 8030), which also decrypts the messages that it
/// receives.
///
/// A real service cannot decrypt messages. This service has the browsers' keys, so that the log
/// shows whether a browser could read a message, and what the browser would show. Bellhop chose the
/// order of the checks.
package struct WebPushEndpoint: Sendable {
    /// The maximum number of browsers. Further browsers are rejected.
    package static let browserCountMax = 10_000

    package internal(set) var browsers: [SimulatedBrowser] = []

    package init() {}

    /// A rejected message: a status, a reason of Apple's service, and an errno of Mozilla's.
    struct Rejection: Error {
        let status: Int
        let reason: String
        let errno: Int
        let text: String
    }

    func push(
        _ request: MessagingRequest, fault: MessagingFault?, now: Date,
        using generator: inout some RandomNumberGenerator
    ) -> MessagingResult {
        var entry = MessagingLogEntry(
            time: now, service: .webPush, kind: "send", status: 201, note: "accepted")
        entry.headers = request.headers.filter {
            ["ttl", "urgency", "topic", "content-encoding", "content-type"].contains($0.key)
        }
        do throws(Rejection) {
            let browser = try browser(of: request, &entry)
            try checkAuthorization(request, browser, now: now)
            let seconds = try checkHeaders(request)
            try checkBody(request)
            if let fault, let rejection = Rejection(fault: fault) { throw rejection }
            read(request.body, browser, &entry)
            let id = Base64URL.encode(
                (0..<12).map { _ in UInt8.random(in: 0...255, using: &generator) })
            entry.messageID = id
            var response = MessagingResponse(status: 201)
            response.headers["location"] = (request.origins.min() ?? "") + "/m/" + id
            response.headers["ttl"] = "\(seconds)"
            return MessagingResult(response: response, entry: entry)
        } catch {
            entry.status = error.status
            entry.reason = error.reason
            entry.note = error.text
            var response = MessagingResponse(
                status: error.status,
                json: [
                    "code": .number(JSONNumber(error.status)),
                    "errno": .number(JSONNumber(error.errno)), "reason": .string(error.reason),
                    "message": .string(error.text),
                ])
            response.headers["retry-after"] = fault?.retryAfterText
            return MessagingResult(response: response, entry: entry)
        }
    }

    private func browser(
        of request: MessagingRequest, _ entry: inout MessagingLogEntry
    ) throws(Rejection) -> SimulatedBrowser {
        guard let browser = browsers.first(where: { $0.path == request.path }) else {
            throw Rejection(
                status: 404, reason: "BadPath", errno: 102,
                text: "there is no subscription at this path")
        }
        entry.address = "subscription " + String(browser.id.prefix(6)) + "…"
        entry.device = browser.name
        entry.platform = "web"
        guard request.method == "POST" else {
            throw Rejection(
                status: 405, reason: "MethodNotAllowed", errno: 999, text: "the method must be POST"
            )
        }
        guard !browser.isGone else {
            throw Rejection(
                status: 410, reason: "Gone", errno: 106,
                text: "the subscription has ended; delete it")
        }
        return browser
    }

    private func checkAuthorization(
        _ request: MessagingRequest, _ browser: SimulatedBrowser, now: Date
    ) throws(Rejection) {
        let check: VAPIDCheck
        do throws(VAPIDCheck.Problem) {
            check = try VAPIDCheck(
                header: request.headers["authorization"], audiences: request.origins, now: now)
        } catch {
            throw Rejection(
                status: request.headers["authorization"] == nil ? 401 : 403,
                reason: error.reason, errno: 109, text: error.description)
        }
        guard browser.applicationServerKey.map({ $0 == check.publicKey }) ?? true else {
            throw Rejection(
                status: 403, reason: "VapidPkHashMismatch", errno: 109,
                text: "the subscription was made with another applicationServerKey")
        }
    }

    /// Checks the headers and returns the time to live that the service grants, in seconds.
    private func checkHeaders(_ request: MessagingRequest) throws(Rejection) -> Int {
        guard let seconds = request.headers["ttl"].flatMap({ Int($0) }), seconds >= 0 else {
            throw Rejection(
                status: 400, reason: "BadTtl", errno: 112,
                text: "the header ttl is required; its value must be a whole number of seconds, 0 "
                    + "or more")
        }
        if let urgency = request.headers["urgency"],
            WebPushUrgency(rawValue: urgency) == nil
        {
            throw Rejection(
                status: 400, reason: "BadUrgency", errno: 110,
                text: "urgency must be very-low, low, normal or high")
        }
        if let topic = request.headers["topic"], !WebPushMessage.isTopic(topic) {
            throw Rejection(
                status: 400, reason: "BadWebPushTopic", errno: 113,
                text: "topic must be 1 to 32 characters of base64url")
        }
        return min(seconds, WebPushLimits.timeToLiveSecondsMax)
    }

    private func checkBody(_ request: MessagingRequest) throws(Rejection) {
        guard request.body.count <= WebPushLimits.bodyByteCountMax else {
            throw Rejection(
                status: 413, reason: "PayloadTooLarge", errno: 104,
                text: "the body has \(request.body.count) bytes; "
                    + "\(WebPushLimits.bodyByteCountMax) is the maximum")
        }
        guard !request.body.isEmpty else { return }
        guard request.headers["content-encoding"] == "aes128gcm" else {
            throw Rejection(
                status: 400, reason: "BadWebPushRequest", errno: 110,
                text: "content-encoding must be aes128gcm; the older aesgcm is not supported")
        }
    }

    /// Decrypts a message, as the browser does.
    private func read(
        _ body: [UInt8], _ browser: SimulatedBrowser, _ entry: inout MessagingLogEntry
    ) {
        guard !body.isEmpty else {
            entry.note = "accepted; the message has no content"
            return
        }
        do throws(EncryptedContent.Problem) {
            let content = try browser.keys.open(body)
            entry.payload = (try? JSONReader.read(content))?.value
            if entry.payload == nil { entry.text = String(decoding: content, as: UTF8.self) }
            if let notification = DeclarativeNotification(content: content) {
                entry.title = notification.title
                entry.body = notification.body
                entry.note = "accepted; the browser shows the declared notification"
            } else {
                let object = entry.payload?.objectValue
                entry.title = object?["title"]?.stringValue
                entry.body = object?["body"]?.stringValue ?? entry.text
                entry.note = "accepted; the site's service worker gets the content"
            }
        } catch {
            entry.reason = "DecryptionFailed"
            entry.note = "accepted, but the browser cannot read it: \(error)"
        }
    }
}

extension WebPushEndpoint.Rejection {
    /// The rejection that a fault causes; `nil` if the fault causes no rejection.
    init?(fault: MessagingFault) {
        guard fault.fault == .status, let status = fault.status, status >= 300 else { return nil }
        let usual =
            switch status {
            case 429: "TooManyRequests"
            case 404: "BadPath"
            case 410: "Gone"
            case 413: "PayloadTooLarge"
            case 503: "ServiceUnavailable"
            default: "InternalServerError"
            }
        self.init(
            status: status, reason: fault.reason ?? usual, errno: status == 429 ? 201 : 999,
            text: "injected fault")
    }
}
