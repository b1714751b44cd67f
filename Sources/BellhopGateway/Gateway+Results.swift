// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import GatewayAPI
import GatewayModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Gateway {
    func requireResults() throws(Problem) -> SQLStore {
        guard let store = store as? SQLStore else {
            throw Problem(
                .routeNotFound,
                "this gateway's storage does not support lists and reports; start the gateway "
                    + "with SQLite or PostgreSQL")
        }
        return store
    }

    /// Returns a page of the messages, newest first.
    ///
    /// - Parameters:
    ///   - after: `next` of the previous page.
    ///   - limit: 1 to `GatewayLimits.pageEntriesMax`.
    /// - Throws: `Problem` if `after` is not a value of `next`.
    public func messages(
        _ filter: ResultFilter = ResultFilter(), after: String? = nil,
        limit: Int = GatewayLimits.pageEntriesDefault
    ) async throws -> MessageList {
        let store = try requireResults()
        let before = try Self.number(after)
        let limit = max(1, min(limit, GatewayLimits.pageEntriesMax))
        let page = try await store.read { db in
            try await SQLResults.messages(db, filter, before: before, limit: limit)
        }
        return MessageList(messages: page.entries, next: page.next.map { String($0) })
    }

    /// Returns a page of the deliveries of messages, newest first.
    ///
    /// - Parameters:
    ///   - after: `next` of the previous page.
    ///   - limit: 1 to `GatewayLimits.pageEntriesMax`.
    /// - Throws: `Problem` if `after` is not a value of `next`.
    public func deliveries(
        _ filter: ResultFilter = ResultFilter(), after: String? = nil,
        limit: Int = GatewayLimits.pageEntriesDefault
    ) async throws -> DeliveryList {
        let store = try requireResults()
        let before = try Self.number(after)
        let limit = max(1, min(limit, GatewayLimits.pageEntriesMax))
        let page = try await store.read { db in
            try await SQLResults.deliveries(db, filter, before: before, limit: limit)
        }
        return DeliveryList(
            deliveries: page.entries.map { DeliveryResource($0) },
            next: page.next.map { String($0) })
    }

    /// Returns how many deliveries of messages were stored over time.
    ///
    /// - Parameters:
    ///   - division: the value by which the deliveries are divided.
    ///   - apps: the apps whose deliveries are counted.
    ///   - since: the time from which deliveries are counted; 24 hours ago by default. It is
    ///     rounded down to a minute for the last three hours, to an hour for the last week, else to
    ///     a day.
    public func deliveryCounts(
        by division: DeliveryCounts.Division, apps: AppLimit = .none, since: Date? = nil
    ) async throws -> DeliveryCounts {
        let store = try requireResults()
        let now = time.now
        let since = min(now, since ?? now.addingTimeInterval(-86_400))
        let age = now.timeIntervalSince(since)
        let interval = age <= 3 * 3600 ? 60 : age <= 7 * 86_400 ? 3600 : 86_400
        let start = since.storedMilliseconds - since.storedMilliseconds % (Int64(interval) * 1000)
        return try await store.read { db in
            try await SQLDeliveryCounts.counts(
                db, by: division, apps: apps, since: Date(storedMilliseconds: start),
                intervalSeconds: interval)
        }
    }

    private static func number(_ after: String?) throws(Problem) -> Int64? {
        guard let after else { return nil }
        guard let number = Int64(after), number >= 0 else { throw Problem.notAPosition }
        return number
    }

    /// Returns a page of the results of a campaign, with one entry for each installation.
    ///
    /// While the campaign is being sent, the pages show the outcomes that are known when they are
    /// read. An installation whose notification is retried in the meantime may appear twice; the
    /// later entry counts.
    ///
    /// - Parameters:
    ///   - outcome: only installations with this outcome, as in
    ///     `CampaignDeliveryResource/outcome`.
    ///   - reason: only installations with this reason.
    ///   - after: `next` of the previous page.
    ///   - limit: 1 to `GatewayLimits.pageEntriesMax`.
    ///   - apps: the permitted apps; a campaign of another app is not found.
    /// - Throws: `Problem` if there is no such campaign or outcome, or `after` is not a value of
    ///   `next`.
    public func campaignDeliveries(
        id: String, outcome: String? = nil, reason: String? = nil, after: String? = nil,
        limit: Int = GatewayLimits.pageEntriesDefault, within apps: AppLimit = .none
    ) async throws -> CampaignDeliveryList {
        let store = try requireResults()
        let campaign = try await foundCampaign(id, within: apps)
        let filter = CampaignResultFilter(
            outcome: try outcome.map { name throws(Problem) in try Self.kind(name) },
            reason: reason)
        var cursor = CampaignResultCursor()
        if let after {
            guard let known = CampaignResultCursor(after) else { throw Problem.notAPosition }
            cursor = known
        }
        let start = cursor
        let limit = max(1, min(limit, GatewayLimits.pageEntriesMax))
        let page = try await store.read { db in
            try await SQLCampaignResults.page(
                db, campaign.number, filter, after: start, limit: limit)
        }
        return CampaignDeliveryList(deliveries: page.entries, next: page.next?.text)
    }

    private static func kind(_ name: String) throws(Problem) -> OutcomeCode.Kind {
        let kinds = OutcomeCode.Kind.allCases
        if let kind = kinds.first(where: { $0.name == name }) { return kind }
        throw Problem(
            .badQuery,
            "\"outcome\" is unknown; send one of "
                + kinds.map(\.name).joined(separator: ", "), keyPath: "outcome")
    }

    /// Returns a campaign of a permitted app.
    func foundCampaign(
        _ id: String, within apps: AppLimit
    ) async throws -> StoredCampaign {
        guard
            let found = try await SQLCampaignStore(requireResults()).campaign(id: id.lowercased()),
            apps.permits(found.bundleID)
        else { throw Problem.campaignNotFound }
        return found
    }

    /// Sets the badge count that the gateway keeps for an installation. Nothing is sent.
    ///
    /// - Parameter apps: the permitted apps; an installation of another app is not found.
    /// - Throws: `Problem` if there is no such installation.
    public func setBadge(
        _ badge: Int, ofInstallation id: String, within apps: AppLimit = .none
    ) async throws -> InstallationResource {
        let store = try requireResults()
        _ = try await installation(id: id, within: apps)
        _ = try await store.write { db in
            try await SQLBadges.set(db, badge, ofInstallation: id)
        }
        return try await installation(id: id, within: apps)
    }

    /// Returns a page of what happened to an installation, newest first.
    ///
    /// - Parameters:
    ///   - after: `next` of the previous page.
    ///   - limit: 1 to `GatewayLimits.pageEntriesMax`.
    ///   - apps: the permitted apps; an installation of another app is not found.
    /// - Throws: `Problem` if there is no such installation, or `after` is not a value of `next`.
    public func history(
        ofInstallation id: String, after: String? = nil,
        limit: Int = GatewayLimits.pageEntriesDefault, within apps: AppLimit = .none
    ) async throws -> InstallationHistory {
        let store = try requireResults()
        var cursor = HistoryCursor()
        if let after {
            guard let known = HistoryCursor(after) else { throw Problem.notAPosition }
            cursor = known
        }
        let start = cursor
        let limit = max(1, min(limit, GatewayLimits.pageEntriesMax))
        let page = try await store.read { db in
            try await SQLHistory.page(db, of: id, after: start, limit: limit)
        }
        guard let page, apps.permits(page.bundleID) else { throw Problem.installationNotFound }
        return InstallationHistory(events: page.events, next: page.next?.text)
    }
}

extension Problem {
    fileprivate static let notAPosition = Problem(
        .badQuery, "\"after\" is not a position; send the \"next\" of the previous page",
        keyPath: "after")
}
