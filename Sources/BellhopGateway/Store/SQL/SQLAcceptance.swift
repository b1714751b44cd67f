// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import GatewayModel
import SQLCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Stores messages with their deliveries, as steps of one transaction.
///
/// Every statement is about all messages of a batch. With separate statements for each message, a
/// message would take 12 exchanges with PostgreSQL.
enum SQLAcceptance {
    /// A message that is to be stored, and the time of its request.
    struct Request: Sendable {
        let message: NewMessage
        let now: Date
    }

    /// A message that will be stored: its position in the batch, and what belongs to it.
    private struct Entry {
        let place: Int
        let request: Request
        let app: Int64
        let isShadow: Bool
        let recipients: [SQLRecipients.Recipient]
        /// The number of the message's row.
        var number: Int64 = 0

        var message: NewMessage { request.message }

        /// The installations of the recipients, each once.
        var installations: Set<Int64> { Set(recipients.compactMap(\.installation)) }
        /// The installations to which something is sent, each once.
        var reached: Set<Int64> {
            Set(recipients.filter { $0.suppression == nil }.compactMap(\.installation))
        }
    }

    /// Stores messages, no two of which have the same idempotency key.
    ///
    /// - Parameter lead: how far the clock that decides what is due is ahead of the callers'
    ///   clocks, in milliseconds.
    /// - Returns: the result for each message, in the same order.
    static func accept(
        _ db: isolated SQLStore.Connection, _ requests: [Request], lead: Int64
    ) async throws -> [Acceptance] {
        var results = try await earlier(db, requests)
        let apps = try await SQLApps.sending(db, Set(requests.map(\.message.bundleID)))
        var wanted: [SQLRecipients.Wanted] = []
        for (place, request) in requests.enumerated() where results[place] == nil {
            guard let app = apps[request.message.bundleID] else {
                results[place] = Acceptance(.noTargets(families: []))
                continue
            }
            wanted.append(
                SQLRecipients.Wanted(
                    place: place, app: app.number, message: request.message, now: request.now))
        }
        let found = try await SQLRecipients.find(db, wanted)
        var entries: [Entry] = []
        for one in wanted {
            var recipients = found[one.place, default: []]
            let isShadow = apps[one.message.bundleID]?.isShadow ?? false
            if isShadow { for index in recipients.indices { recipients[index].isShadow = true } }
            if recipients.isEmpty {
                results[one.place] = Acceptance(
                    .noTargets(families: try await SQLRecipients.families(db, one)))
            } else if recipients.count > one.message.deliveriesMax {
                results[one.place] = Acceptance(.tooMany)
            } else {
                entries.append(
                    Entry(
                        place: one.place, request: requests[one.place], app: one.app,
                        isShadow: isShadow, recipients: recipients))
            }
        }
        for (place, acceptance) in try await store(db, entries, lead: lead) {
            results[place] = acceptance
        }
        return try results.map { result in
            guard let result else { throw CallBatchError() }
            return result
        }
    }

    /// Returns the results of the requests that were stored before, at their positions among all
    /// requests.
    private static func earlier(
        _ db: isolated SQLStore.Connection, _ requests: [Request]
    ) async throws -> [Acceptance?] {
        var results = [Acceptance?](repeating: nil, count: requests.count)
        let keyed = requests.enumerated().compactMap { place, request in
            request.message.idempotency.map { (place: place, use: ($0, request.now)) }
        }
        guard !keyed.isEmpty else { return results }
        let uses: [SQLIdempotency.Use] = keyed.map(\.use)
        try await SQLIdempotency.lock(db, uses.map(\.key))
        for (one, earlier) in zip(keyed, try await SQLIdempotency.earlier(db, uses)) {
            results[one.place] = earlier.map { Acceptance($0.outcome) }
        }
        return results
    }

    // MARK: Storing

    private static func store(
        _ db: isolated SQLStore.Connection, _ found: [Entry], lead: Int64
    ) async throws -> [(place: Int, acceptance: Acceptance)] {
        guard !found.isEmpty else { return [] }
        let entries = try await insertMessages(db, found)
        let accepted = try await insertDeliveries(db, entries, lead: lead)
        try await addToInboxes(db, entries)
        try await SQLIdempotency.store(
            db,
            entries.compactMap { entry in
                entry.message.idempotency.map { (($0, entry.request.now), .message(entry.number)) }
            })
        try await reportEnded(db, entries)
        try await SQLUrgencyCounts.count(
            db,
            entries.compactMap { entry in
                entry.message.urgency.map { urgency in
                    SQLUrgencyCounts.Addition(
                        app: entry.app, day: SQLUrgencyCounts.day(entry.request.now),
                        level: urgency, count: entry.recipients.count)
                }
            })
        return zip(entries, accepted).map { ($0.place, $1) }
    }

    private static let messageColumns = [
        "id", "app", "target_kind", "target", "body", "topic", "push_type", "priority",
        "collapse_id", "expiration", "deadline", "created_at", "carries_id", "counts_badge",
        "platforms",
    ]

    /// Returns the entries with the numbers of their rows.
    private static func insertMessages(
        _ db: isolated SQLStore.Connection, _ entries: [Entry]
    ) async throws -> [Entry] {
        let rows = entries.map { entry -> [SQLValue] in
            let message = entry.message
            return [
                .text(message.id), .integer(entry.app), .text(message.target.kind),
                .text(message.target.name), .blob(message.body), .text(message.topic.text),
                .text(message.pushType.rawValue), .integer(Int64(message.priority.rawValue)),
                message.collapseID.map { .text($0.text) } ?? .null(.text),
                message.expiration.map { .integer(Int64($0.epochSeconds)) } ?? .null(.integer),
                .integer(message.deadline.storedMilliseconds),
                .integer(entry.request.now.storedMilliseconds), message.carriesID.sqlValue,
                message.countsBadge.sqlValue,
                message.platforms.bytes.map { .blob($0) } ?? .null(.blob),
            ]
        }
        let inserted = try await db.insert(
            into: "message", columns: messageColumns, rows: rows, returning: ["no", "id"])
        var numbers: [String: Int64] = [:]
        for row in inserted { numbers[try row.value("id")] = try row.value("no") }
        return try entries.map { entry in
            guard let number = numbers[entry.message.id] else {
                throw SQLValueError(column: "message.no")
            }
            var entry = entry
            entry.number = number
            return entry
        }
    }

    private static let deliveryColumns = [
        "id", "message", "endpoint", "installation", "state", "reason", "attempts", "due_at",
        "fence", "created_at", "updated_at", "lane",
    ]

    /// Stores the deliveries. Nothing is sent to a token that is dead, was replaced or was removed,
    /// and no alert to an installation where the person has denied notifications.
    private static func insertDeliveries(
        _ db: isolated SQLStore.Connection, _ entries: [Entry], lead: Int64
    ) async throws -> [Acceptance] {
        let chosen = try await chosenIDs(db, entries)
        var rows: [[SQLValue]] = []
        var accepted: [Acceptance] = []
        for entry in entries {
            let moment = entry.request.now.storedMilliseconds
            let due = entry.request.now.moved(byMilliseconds: lead).storedMilliseconds
            var deliveries: [StoredDelivery] = []
            for recipient in entry.recipients {
                let delivery = delivery(of: entry.request, to: recipient, chosen[entry.place])
                let lane = SendingLane(
                    bundleID: entry.message.bundleID, environment: recipient.environment,
                    transport: recipient.transport, lane: entry.message.lane)
                rows.append([
                    .text(delivery.id.text), .integer(entry.number), .integer(recipient.endpoint),
                    recipient.installation?.sqlValue ?? .null(.integer),
                    .text(delivery.state.rawValue), delivery.reason?.sqlValue ?? .null(.text),
                    .integer(0), delivery.state == .queued ? .integer(due) : .null(.integer),
                    .integer(0), .integer(moment), .integer(moment), .text(lane.description),
                ])
                deliveries.append(delivery)
            }
            deliveries.sort { $0.id.text < $1.id.text }
            accepted.append(Acceptance(.accepted, deliveries))
        }
        try await db.insert(into: "delivery", columns: deliveryColumns, rows: rows, returning: [])
        return accepted
    }

    private static func delivery(
        of request: Request, to recipient: SQLRecipients.Recipient, _ chosen: APNSID?
    ) -> StoredDelivery {
        let id =
            chosen
            ?? DeliveryID.make(
                messageID: request.message.id, token: recipient.token,
                environment: recipient.environment)
        var delivery = StoredDelivery(
            id: id, messageID: request.message.id, installationID: recipient.installationID,
            token: recipient.token, environment: recipient.environment,
            state: recipient.suppression == nil ? .queued : .suppressed,
            reason: recipient.suppression, status: nil, attempts: 0,
            updatedAt: Date(storedMilliseconds: request.now.storedMilliseconds))
        delivery.transport = recipient.transport
        return delivery
    }

    /// Returns the identifiers that senders have chosen for their only deliveries, by the messages'
    /// positions, without the identifiers that another delivery already has.
    private static func chosenIDs(
        _ db: isolated SQLStore.Connection, _ entries: [Entry]
    ) async throws -> [Int: APNSID] {
        let candidates = entries.filter {
            $0.message.deliveryID != nil && $0.recipients.count == 1
        }
        guard !candidates.isEmpty else { return [:] }
        let texts = candidates.compactMap(\.message.deliveryID?.text)
        let known: [String] = try await db.rows(
            "SELECT id FROM delivery WHERE id \(in: texts)"
        ).firstColumn()
        var taken = Set(known)
        var chosen: [Int: APNSID] = [:]
        for entry in candidates {
            guard let id = entry.message.deliveryID, taken.insert(id.text).inserted else {
                continue
            }
            chosen[entry.place] = id
        }
        return chosen
    }

    /// Adds the messages to the inboxes of the installations, and counts badges. A message to an
    /// app in shadow mode is in no inbox, because the app gets it from the other sender.
    private static func addToInboxes(
        _ db: isolated SQLStore.Connection, _ entries: [Entry]
    ) async throws {
        var changes: [Int64: SQLInbox.Change] = [:]
        for entry in entries {
            if entry.message.countsBadge {
                for installation in entry.reached {
                    changes[installation, default: .init()].badge += 1
                }
            }
            guard !entry.isShadow, TokenFamily.app.pushTypes.contains(entry.message.pushType)
            else { continue }
            for installation in entry.installations {
                changes[installation, default: .init()].messages.append(
                    (entry.number, entry.request.now))
            }
        }
        try await SQLInbox.apply(db, changes)
    }

    /// Stores events for the webhooks about deliveries that ended immediately.
    private static func reportEnded(
        _ db: isolated SQLStore.Connection, _ entries: [Entry]
    ) async throws {
        for entry in entries where entry.recipients.contains(where: { !$0.state.isUsable }) {
            let ended: [Int64] = try await db.rows(
                "SELECT no FROM delivery WHERE message = \(entry.number) AND state = 'suppressed'"
            ).firstColumn()
            try await SQLEvents.ended(db, deliveries: ended, now: entry.request.now)
        }
    }
}

extension SQLIdempotency.Earlier {
    /// The outcome of storing a message if an earlier request had the same key.
    var outcome: AcceptOutcome {
        switch self {
        case .message(let id): .replayed(messageID: id)
        case .campaign, .otherRequest: .keyReused
        }
    }
}
