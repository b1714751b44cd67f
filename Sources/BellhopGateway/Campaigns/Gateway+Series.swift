// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import GatewayAPI
import GatewayEngine
import GatewayModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Campaigns that are repeated at a local time.
extension Gateway {
    /// Stores a campaign that is repeated. Each occurrence becomes a campaign of its own, an hour
    /// before the first zone is due.
    ///
    /// - Throws: `Problem` if no campaign can be made of the request, it has no local time, or the
    ///   app has too many series.
    public func createSeries(
        _ request: SeriesRequest, within limit: AppLimit = .none
    ) async throws -> SeriesResource {
        let campaigns = try requireCampaigns()
        let stored = try CampaignRequest(
            query: [], contentType: "application/json", body: request.campaign)
        guard let first = stored.form.localTime.flatMap(WallTime.init) else {
            throw Problem(
                .valueMissing,
                "a repeated campaign needs a local time, such as \"local_time\": "
                    + "\"2026-12-24T09:00\" in \"campaign\"", keyPath: "campaign.local_time")
        }
        guard !stored.form.isDraft, stored.form.winner == nil else {
            throw Problem(
                .badValue, "a repeated campaign is no draft and no test; leave these keys out",
                keyPath: "campaign.draft")
        }
        let until = try request.until.map { text throws(Problem) in
            guard let wall = WallTime(text), wall.seconds >= first.seconds else {
                throw Problem(
                    .badValue,
                    "\"until\" is not a local time after the first occurrence; send one such as "
                        + "2026-12-31T23:59", keyPath: "until")
            }
            return wall
        }
        // The campaign is made once on trial, so that a wrong one is refused now.
        var trial = stored
        trial.form.lateZones = trial.form.lateZones ?? .skip
        let new = try await build(trial, id: makeMessageID(), .asRequested, within: limit)
        let repetition = Repetition(rawValue: request.every.rawValue) ?? .daily
        let series = StoredSeries(
            number: 0, id: new.id, bundleID: new.bundleID, name: new.name,
            definition: try stored.storedText ?? "", every: repetition, first: first,
            until: until, occurrence: 0, dueAt: SeriesPolicy.createdAt(first), problem: nil,
            createdAt: time.now)
        switch try await campaigns.store.insert(series) {
        case .stored: return SeriesResource(series)
        case .noApp: throw Problem.appNotFound(new.bundleID)
        case .tooMany:
            throw Problem(
                .tooManyEntries,
                "\(new.bundleID) has \(GatewayLimits.seriesPerAppMax) series, which is the limit; "
                    + "delete one")
        }
    }

    /// Returns the series of the permitted apps, oldest first.
    public func series(within limit: AppLimit = .none) async throws -> SeriesList {
        SeriesList(
            series: try await requireCampaigns().store.series(of: limit).map(SeriesResource.init))
    }

    /// Ends a series. Its campaigns stay.
    ///
    /// - Throws: `Problem` if there is no such series.
    public func deleteSeries(id: String, within limit: AppLimit = .none) async throws {
        guard try await requireCampaigns().store.deleteSeries(id, within: limit) else {
            throw Problem.seriesNotFound
        }
    }

    /// Creates the campaign of a series' next occurrence. Several gateways may call this at the
    /// same time; one of them creates it.
    func createOccurrence(of series: StoredSeries, _ campaigns: GatewayCampaigns) async throws {
        let now = time.now.storedMilliseconds
        let number = SeriesPolicy.next(
            from: series.occurrence, series.every, first: series.first, now: now)
        let wall = series.every.occurrence(number, from: series.first)
        var new: NewCampaign?
        var problem: String?
        if series.until.map({ wall.seconds <= $0.seconds }) ?? true {
            do {
                var request = try CampaignRequest(stored: series.definition)
                request.form.localTime = String(wall.text.prefix(16))
                request.form.lateZones = request.form.lateZones ?? .skip
                request.form.app = series.bundleID
                new = try await build(
                    request, id: makeMessageID(), .asRequested, within: .none)
            } catch let refused as Problem { problem = refused.detail }
        }
        let following = series.every.occurrence(number + 1, from: series.first)
        let isOver = series.until.map { following.seconds > $0.seconds } ?? false
        try await campaigns.store.advance(
            series, to: number + 1, dueAt: isOver ? nil : SeriesPolicy.createdAt(following),
            new, problem: problem)
        if new != nil { campaigns.node.wake() }
    }
}

extension Problem {
    static let seriesNotFound = Problem(
        .campaignNotFound,
        "there is no series with this identifier; GET /v1/series lists them")
}

extension SeriesResource {
    init(_ series: StoredSeries) {
        let next = series.every.occurrence(series.occurrence, from: series.first)
        self.init(
            id: series.id, app: series.bundleID, name: series.name, every: series.every.rawValue,
            next: series.dueAt == nil ? nil : String(next.text.prefix(16)),
            until: series.until.map { String($0.text.prefix(16)) }, problem: series.problem,
            createdAt: series.createdAt)
    }
}
