// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// One request of a sender and its response; an element of the response of `GET /v1/requests`.
package struct RequestReport: Codable, Sendable, Hashable {
    /// The number that identifies the request, counted from 1 in the order of arrival.
    package var sequence: Int
    package var time: Date
    package var environment: APNSEnvironment
    package var apnsID: APNSID
    /// The HTTP status of the response; 0 when a fault prevented a response.
    package var status: Int
    package var reason: RejectionReason?
    /// The headers of the request by name, without the sender's credentials. The values of a
    /// repeated header are separated by commas.
    package var headers: [String: String]
    /// The device token in shortened form; `nil` when the path contained no device token.
    package var token: String?
    /// The app to which the device token or the channel belongs.
    package var app: String?
    package var deviceID: String?
    /// The body as JSON; `nil` when the body is not JSON. See ``text``.
    package var payload: JSONValue?
    /// The body as text; `nil` when the body is JSON.
    package var text: String?
    /// The cause of the response, in one line.
    package var note: String
    package var oddities: [String]?
    /// The names of the injected faults that affected the request, separated by commas.
    package var fault: String?

    enum CodingKeys: String, CodingKey {
        case sequence, time, environment, status, reason, headers, token, app, payload, text, note,
            oddities, fault
        case apnsID = "apns_id"
        case deviceID = "device_id"
    }

    package init(
        sequence: Int, time: Date, environment: APNSEnvironment, apnsID: APNSID, status: Int,
        reason: RejectionReason?, headers: [String: String], note: String
    ) {
        self.sequence = sequence
        self.time = time
        self.environment = environment
        self.apnsID = apnsID
        self.status = status
        self.reason = reason
        self.headers = headers
        self.note = note
    }
}

/// The response of `GET /v1/requests`.
package struct RequestPage: Codable, Sendable, Hashable {
    /// The matching requests, in order from the oldest to the newest.
    package let requests: [RequestReport]
    /// The value of `after` with which the next query continues.
    package let next: Int

    package init(requests: [RequestReport], next: Int) {
        self.requests = requests
        self.next = next
    }
}

/// The criteria of `GET /v1/requests`. A criterion that is `nil` matches every request.
package struct RequestQuery: Sendable, Hashable {
    package var app: String?
    package var token: DeviceToken?
    package var pushType: PushType?
    package var environment: APNSEnvironment?
    package var status: Int?
    package var reason: RejectionReason?
    package var apnsID: APNSID?
    package var collapseID: String?
    /// The number of a request. Only later requests match.
    package var after = 0
    /// The number of matches for which the response waits, 1 or more.
    package var count = 1
    /// The maximum time to wait for ``count`` matches. If it is zero, the response is immediate.
    package var wait: Duration = .zero
    /// The maximum number of requests in the response.
    package var limit = 100
    /// Whether the response contains the newest matching requests instead of the oldest, if more
    /// than ``limit`` match.
    package var prefersNewest = false

    package init() {}
}

extension RequestQuery {
    /// The query as parameters of a URL.
    package var parameters: String {
        let values: [(String, String?)] = [
            ("app", app), ("token", token?.hex), ("push_type", pushType?.rawValue),
            ("environment", environment?.rawValue), ("status", status.map(String.init)),
            ("reason", reason?.rawValue), ("apns_id", apnsID?.text), ("collapse_id", collapseID),
            ("after", String(after)), ("count", String(count)),
            ("wait", String(wait.components.seconds)), ("limit", String(limit)),
            ("newest", prefersNewest ? "true" : nil),
        ]
        return values.compactMap { name, value in
            value.map { "\(name)=\(PercentCoding.encode($0))" }
        }.joined(separator: "&")
    }
}
