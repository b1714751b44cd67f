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
    /// Returns how many installations reached each step of a campaign, from the audience to opening
    /// the notification, by reason, variant, locale, app version and hour.
    ///
    /// - Parameter apps: the permitted apps; a campaign of another app is not found.
    /// - Throws: `Problem` if there is no such campaign.
    public func campaignReport(
        id: String, within apps: AppLimit = .none
    ) async throws -> CampaignReport {
        let store = try requireResults()
        let campaign = try await foundCampaign(id, within: apps)
        let outcomes = try await SQLCampaignStore(store).totals(of: campaign.number)
        let receipts = try await store.read { db in
            try await SQLReceiptSums.entries(db, of: campaign.number)
        }
        return CampaignReport(campaign, outcomes, receipts)
    }
}

extension Gateway {
    /// The default period for which tokens that are no longer used are counted, in seconds: 30
    /// days.
    static let deadTokenSecondsDefault = 30.0 * 24 * 3600

    /// Returns the reasons why tokens of an app are no longer used or may be invalid.
    ///
    /// - Parameter since: the time from which tokens are counted; 30 days ago by default. Tokens
    ///   that have been unused for longer than the retention time have been removed and are not
    ///   counted.
    /// - Throws: `Problem` if there is no such app.
    public func deadTokens(
        of bundleID: String, since: Date? = nil
    ) async throws -> DeadTokenReport {
        let store = try requireResults()
        let since = since ?? time.now.addingTimeInterval(-Self.deadTokenSecondsDefault)
        let counts = try await store.read {
            db -> (ended: [SQLAppReports.TokenCount], suspect: [SQLAppReports.TokenCount])? in
            guard let app = try await SQLApps.number(db, bundleID) else { return nil }
            return (
                try await SQLAppReports.ended(db, app: app, since: since),
                try await SQLAppReports.suspect(db, app: app)
            )
        }
        guard let counts else { throw Problem.appNotFound(bundleID) }
        var days: [Int64: [String: Int]] = [:]
        for count in counts.ended {
            guard let day = count.day else { continue }
            days[day, default: [:]][count.cause.name, default: 0] += count.count
        }
        return DeadTokenReport(
            app: bundleID, since: since, ended: Self.causes(counts.ended),
            suspect: Self.causes(counts.suspect),
            days: days.sorted { $0.key < $1.key }.map {
                .init(day: Date(storedMilliseconds: $0.key &* 86_400_000), causes: $0.value)
            },
            isIncomplete: counts.ended.reduce(0) { $0 + $1.count } >= SQLAppReports.tokensMax)
    }

    private static func causes(
        _ counts: [SQLAppReports.TokenCount]
    ) -> [DeadTokenReport.Cause] {
        struct Key: Hashable {
            let cause: TokenCause
            let environment: APNSEnvironment
        }
        var sums: [Key: Int] = [:]
        for one in counts {
            sums[Key(cause: one.cause, environment: one.environment), default: 0] += one.count
        }
        return sums.map {
            DeadTokenReport.Cause(
                cause: $0.key.cause.name, environment: $0.key.environment, count: $0.value,
                meaning: $0.key.cause.meaning)
        }.sorted {
            ($1.count, $0.cause, $0.environment.rawValue) < (
                $0.count, $1.cause, $1.environment.rawValue
            )
        }
    }

    /// Returns how many people were asked for permission in an app, and what they decided.
    ///
    /// - Throws: `Problem` if there is no such app.
    public func permissionFunnel(of bundleID: String) async throws -> PermissionFunnel {
        let store = try requireResults()
        let counts = try await store.read { db -> [(bits: PermissionBits, count: Int)]? in
            guard let app = try await SQLApps.number(db, bundleID) else { return nil }
            return try await SQLAppReports.permissions(db, app: app)
        }
        guard let counts else { throw Problem.appNotFound(bundleID) }
        return PermissionFunnel(
            app: bundleID, installations: counts.reduce(0) { $0 + $1.count },
            steps: PermissionFunnel.Step.allCases.map { step in
                .init(
                    step: step,
                    count: counts.reduce(0) { $0 + (step.includes($1.bits) ? $1.count : 0) },
                    meaning: step.meaning)
            })
    }
}

extension PermissionFunnel.Step {
    /// Whether an installation reached this step.
    func includes(_ bits: PermissionBits) -> Bool {
        let state = bits.authorization
        return switch self {
        case .reporting: state != nil
        case .softAsked: bits.has(PermissionBits.softAsked)
        case .softDeclined: bits.has(PermissionBits.softDeclined)
        case .asked: bits.has(PermissionBits.asked)
        case .granted: state == .authorized
        case .denied: state == .denied
        case .provisional: bits.has(PermissionBits.provisional)
        case .provisionalKept: bits.has(PermissionBits.provisional) && state == .authorized
        case .provisionalEnded: bits.has(PermissionBits.provisional) && state == .denied
        case .notAsked: state == .notDetermined && !bits.has(PermissionBits.asked)
        }
    }

    /// What the number of installations at a step can and cannot mean.
    var meaning: String {
        switch self {
        case .reporting:
            "installations whose app has reported its permission; installations that servers "
                + "register, and apps without BellhopKit, are not included"
        case .softAsked:
            "installations whose app has shown its own explanation before the system asks"
        case .softDeclined:
            "installations where the person said \"Not now\" to the app's explanation at least once"
        case .asked:
            "installations where the system asked the person, or the person decided in Settings; "
                + "the system asks only once"
        case .granted: "installations that allow notifications, as of their last report"
        case .denied:
            "installations that do not allow notifications, as of their last report; a person may "
                + "have changed the permission since, which the app reports when it is opened"
        case .provisional: "installations that had provisional permission, without being asked"
        case .provisionalKept:
            "installations that had provisional permission and allow notifications now: the person "
                + "kept them or agreed later"
        case .provisionalEnded:
            "installations that had provisional permission and do not allow notifications now"
        case .notAsked: "installations where the person has not been asked yet"
        }
    }
}
