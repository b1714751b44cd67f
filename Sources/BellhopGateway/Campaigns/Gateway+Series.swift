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
    /// Stores a campaign that is repeated. The gateway creates a separate campaign for each
    /// occurrence, an hour before the occurrence is due in the first time zone.
    ///
    /// - Parameters:
    ///   - query: the query of the request, which may name the audience and the template of the
    ///     campaign.
    ///   - idempotency: the key by which a repeated request returns the series of the first
    ///     request, as long as the series exists.
    ///   - author: the identifier of the caller's API key, which cannot approve the campaigns of
    ///     the series; `nil` for a caller in this process.
    /// - Throws: `Problem` if no campaign can be made from the request, it has no local time, or
    ///   the app has too many series.
    public func createSeries(
        _ request: SeriesRequest, query: [(name: String, value: String)] = [],
        idempotency: Idempotency? = nil, by author: String? = nil,
        within limit: AppLimit = .none
    ) async throws -> SeriesResource {
        let campaigns = try requireCampaigns()
        switch try await campaigns.store.earlierSeries(idempotency) {
        case .replayed(let id): return try await self.series(id: id, within: limit)
        case .keyReused: throw Problem.idempotencyKeyReused
        default: break
        }
        let stored = try CampaignRequest(
            query: query, contentType: "application/json", body: request.campaign)
        let (first, until) = try Self.times(request, stored.form)
        // A campaign is built only to validate the request, so that an invalid one is refused now
        // and not at the first occurrence of the series.
        var trial = stored
        trial.form.lateZones = trial.form.lateZones ?? .skip
        var new = try await build(trial, id: makeMessageID(), .asRequested, within: limit)
        try await arm(&new, trial.form, isTimed: true, authors: [])
        let series = StoredSeries(
            id: new.id, bundleID: new.bundleID, name: new.name,
            definition: try stored.storedText ?? "",
            every: Repetition(rawValue: request.every.rawValue) ?? .daily, first: first,
            until: until, dueAt: SeriesPolicy.createdAt(first), createdAt: time.now,
            author: author)
        AuditScope.concerns(.series, series.id, app: series.bundleID)
        switch try await campaigns.store.insert(series, idempotency: idempotency) {
        case .stored: return SeriesResource(series)
        case .replayed(let id): return try await self.series(id: id, within: limit)
        case .keyReused: throw Problem.idempotencyKeyReused
        case .noApp: throw Problem.appNotFound(new.bundleID)
        case .tooMany:
            throw Problem(
                .tooManyEntries,
                "\(new.bundleID) has \(GatewayLimits.seriesPerAppMax) running series, which is "
                    + "the limit; stop one of them")
        }
    }

    /// Returns the times of the first and the last occurrence, after checking that the campaign
    /// can be repeated.
    private static func times(
        _ request: SeriesRequest, _ form: CampaignForm
    ) throws(Problem) -> (first: WallTime, until: WallTime?) {
        guard form.channel == nil else {
            throw Problem(
                .badValue,
                "a broadcast cannot be repeated, because each content of a Live Activity needs a "
                    + "newer \"timestamp\"; send each one to POST /v1/campaigns with \"at\"",
                keyPath: "campaign.channel")
        }
        guard let first = form.localTime.flatMap(WallTime.init) else {
            throw Problem(
                .valueMissing,
                "a repeated campaign needs a local time, such as \"local_time\": "
                    + "\"2026-12-24T09:00\" in \"campaign\"", keyPath: "campaign.local_time")
        }
        guard !form.isDraft, form.winner == nil else {
            throw Problem(
                .badValue,
                "a repeated campaign is neither a draft nor a test; leave out \"draft\" and "
                    + "\"winner\"", keyPath: form.isDraft ? "campaign.draft" : "campaign.winner")
        }
        guard let text = request.until else { return (first, nil) }
        guard let until = WallTime(text), until.seconds >= first.seconds else {
            throw Problem(
                .badValue,
                "\"until\" is not a local time after the first occurrence; send one such as "
                    + "2026-12-31T23:59", keyPath: "until")
        }
        return (first, until)
    }

    /// Returns the series of the permitted apps, newest first.
    public func series(within limit: AppLimit = .none) async throws -> SeriesList {
        SeriesList(
            series: try await requireCampaigns().store.series(of: limit).map(SeriesResource.init))
    }

    /// Returns a series.
    ///
    /// - Throws: `Problem` if there is no such series.
    public func series(
        id: String, within limit: AppLimit = .none
    ) async throws -> SeriesResource {
        SeriesResource(try await storedSeries(id, within: limit))
    }

    private func storedSeries(_ id: String, within limit: AppLimit) async throws -> StoredSeries {
        guard let series = try await requireCampaigns().store.series(id: id.lowercased()),
            limit.permits(series.bundleID)
        else { throw Problem.seriesNotFound }
        return series
    }

    /// Ends a series. Campaigns that it has created stay as they are; a campaign that waits for its
    /// time is still sent.
    ///
    /// - Throws: `Problem` if there is no such series.
    public func stopSeries(
        id: String, within limit: AppLimit = .none
    ) async throws -> SeriesResource {
        let series = try await storedSeries(id, within: limit)
        AuditScope.concerns(.series, series.id, app: series.bundleID)
        try await requireCampaigns().store.stopSeries(series)
        return try await self.series(id: series.id)
    }

    /// Removes a series. Campaigns that it has created stay as they are.
    ///
    /// - Throws: `Problem` if there is no such series.
    public func deleteSeries(id: String, within limit: AppLimit = .none) async throws {
        let series = try await storedSeries(id, within: limit)
        AuditScope.concerns(.series, series.id, app: series.bundleID)
        guard try await requireCampaigns().store.deleteSeries(series) else {
            throw Problem.seriesNotFound
        }
    }

    /// Creates the campaign of a series' next occurrence. Several gateways may call this at the
    /// same time; only one of them creates the campaign.
    func createOccurrence(of series: StoredSeries, _ campaigns: GatewayCampaigns) async throws {
        let now = time.now.storedMilliseconds
        switch SeriesPolicy.decide(
            from: series.occurrence, series.every, first: series.first, until: series.until,
            now: now)
        {
        case .skip(let step):
            let isSame = step.occurrence == series.occurrence
            try await campaigns.store.apply(
                step, to: series, nil, problem: isSame ? series.problem : series.leftOut)
        case .create(let wall, let step):
            let new: NewCampaign
            do { new = try await campaign(of: series, at: wall) } catch let problem as Problem {
                try await campaigns.store.apply(
                    SeriesPolicy.again(series.occurrence, now: now), to: series, nil,
                    problem: "the occurrence of \(wall.text.prefix(16)): \(problem.detail)")
                return
            }
            let isNext = step.occurrence == series.occurrence + 1
            try await campaigns.store.apply(
                step, to: series, new, problem: isNext ? nil : series.leftOut)
            campaigns.node.wake()
        }
    }

    private func campaign(of series: StoredSeries, at wall: WallTime) async throws -> NewCampaign {
        var request: CampaignRequest
        do { request = try CampaignRequest(stored: series.definition) } catch let error
            as DecodingError
        {
            throw Problem(.badValue, "the stored campaign cannot be read: \(error)")
        }
        request.form.localTime = String(wall.text.prefix(16))
        request.form.lateZones = request.form.lateZones ?? .skip
        request.form.app = series.bundleID
        var new = try await build(request, id: makeMessageID(), .asRequested, within: .none)
        new.extras.series = series.id
        try await arm(
            &new, request.form, isTimed: true, authors: series.author.map { [$0] } ?? [],
            isConfirmed: true)
        return new
    }
}

extension StoredSeries {
    /// Why the next occurrence was left out.
    fileprivate var leftOut: String {
        let missed = every.occurrence(occurrence, from: first)
        return problem
            ?? "the occurrence of \(missed.text.prefix(16)) was skipped, because its time had "
            + "passed in every time zone before a gateway ran again"
    }
}

extension Problem {
    fileprivate static let seriesNotFound = Problem(
        .campaignNotFound,
        "there is no series with this identifier; GET /v1/series lists them")
}

extension SeriesResource {
    init(_ series: StoredSeries) {
        let next = series.every.occurrence(series.occurrence, from: series.first)
        self.init(
            id: series.id, app: series.bundleID, name: series.name,
            state: series.dueAt == nil ? .ended : .running, every: series.every.rawValue,
            next: series.dueAt == nil ? nil : String(next.text.prefix(16)),
            until: series.until.map { String($0.text.prefix(16)) }, problem: series.problem,
            lastCampaign: series.lastCampaign, createdAt: series.createdAt,
            endedAt: series.endedAt)
    }
}
