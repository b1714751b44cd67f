// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
import DequeModule

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// One request to a simulated service, and its response; an element of the response of
/// `GET /v1/requests?service=fcm`. It contains no credential, and shows tokens only in shortened
/// form.
package struct MessagingLogEntry: Codable, Hashable, Sendable {
    /// The number that identifies the request, counted from 1 for both services together.
    package var sequence = 0
    package var time: Date
    package var service: MessagingServiceName
    /// The kind of request: `token` for a request for an access token, `send` for a message.
    package var kind: String
    package var status: Int
    /// The error code of FCM or OAuth, or the reason that the push service returned.
    package var reason: String?
    /// What happened, in one sentence.
    package var note: String
    /// The token or subscription in shortened form, or the topic.
    package var address: String?
    /// The app or site of the address.
    package var app: String?
    /// The name of the virtual device or browser.
    package var device: String?
    /// `android`, `ios` or `web`.
    package var platform: String?
    /// The name or identifier of the message that FCM or the push service returned.
    package var messageID: String?
    /// The content that arrived: FCM's message, or the decrypted content of a Web Push message if
    /// this content is JSON.
    package var payload: JSONValue?
    /// The decrypted content of a Web Push message if this content is not JSON.
    package var text: String?
    /// The title and the body that the device shows.
    package var title: String?
    package var body: String?
    /// The headers of a Web Push message: `ttl`, `urgency`, `topic`, `content-encoding`.
    package var headers: [String: String]?
    /// The number of the fault that affected the request.
    package var fault: Int?

    enum CodingKeys: String, CodingKey {
        case sequence, time, service, kind, status, reason, note, address, app, device, platform,
            payload, text, title, body, headers, fault
        case messageID = "message_id"
    }

    package init(
        time: Date, service: MessagingServiceName, kind: String, status: Int, note: String
    ) {
        self.time = time
        self.service = service
        self.kind = kind
        self.status = status
        self.note = note
    }
}

/// The most recent requests to the simulated services.
package struct MessagingLog: Hashable, Sendable {
    /// The maximum number of entries. If there are more entries, the oldest entries are removed.
    package static let entryCountMax = 10_000

    private var deque: Deque<MessagingLogEntry> = []
    private var lastSequence = 0

    package init() {}

    /// The criteria by which entries are selected.
    package struct Query: Hashable, Sendable {
        package var service: MessagingServiceName?
        package var status: Int?
        package var reason: String?
        package var app: String?
        package var after = 0
        package var limit = 100

        package init() {}
    }

    mutating func append(_ entry: MessagingLogEntry) {
        lastSequence += 1
        var entry = entry
        entry.sequence = lastSequence
        deque.append(entry)
        if deque.count > Self.entryCountMax { deque.removeFirst() }
    }

    /// Removes all entries. The numbering of later entries continues.
    mutating func removeAll() { deque = [] }

    /// All entries, from the oldest to the newest.
    package var entries: [MessagingLogEntry] { Array(deque) }

    /// Returns the newest entries for messages, the newest first. Requests for access tokens are
    /// omitted.
    package func newestMessages(_ countMax: Int) -> [MessagingLogEntry] {
        Array(deque.reversed().lazy.filter { $0.kind == "send" }.prefix(countMax))
    }

    /// Returns the matching entries, from the oldest to the newest.
    package func entries(_ query: Query) -> [MessagingLogEntry] {
        Array(
            deque.lazy.filter { entry in
                entry.sequence > query.after
                    && (query.service.map { $0 == entry.service } ?? true)
                    && (query.status.map { $0 == entry.status } ?? true)
                    && (query.reason.map { $0 == entry.reason } ?? true)
                    && (query.app.map { $0 == entry.app } ?? true)
            }.prefix(query.limit))
    }
}
