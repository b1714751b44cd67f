// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import GatewayEngine
import GatewayModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Provides the transport with credentials and contents of campaigns.
protocol ForeignSource: Sendable {
    /// Returns the credential for a channel; `nil` if the app has no usable one.
    func provider(for channel: Channel) async -> ProviderCredential?
    func content(of campaign: Campaign.Number) async throws -> CampaignContent
}

/// Sends the notifications of campaigns: those for APNs with the client's bulk API, and the others
/// one by one.
struct RoutedTransport: CampaignTransport {
    let apns: APNSTransport
    let foreign: ForeignTransport

    func send(
        _ attempts: [Attempt], to channel: Channel,
        report: @escaping @Sendable (AttemptTag, TransportOutcome) -> Void
    ) async {
        if channel.transport == .apns {
            await apns.send(attempts, to: channel, report: report)
        } else {
            await foreign.send(attempts, to: channel, report: report)
        }
    }

    func shutdown() async { await apns.shutdown() }
}

/// Sends the notifications of campaigns with FCM and Web Push, a request for each.
struct ForeignTransport: Sendable {
    /// The maximum number of requests of one batch at the same time.
    static let inFlightMax = 64

    let source: any ForeignSource
    /// `nil` for a gateway that sends only to APNs.
    let sender: (any ForeignSending)?
    let time: TimeSource

    func send(
        _ attempts: [Attempt], to channel: Channel,
        report: @escaping @Sendable (AttemptTag, TransportOutcome) -> Void
    ) async {
        guard let sender, let credential = await source.provider(for: channel) else {
            return notSent(attempts, report)
        }
        guard !credential.isShadow else {
            for attempt in attempts {
                report(attempt.tag, .impossible(reason: OutcomeCode.Reason.shadow))
            }
            return
        }
        var contents: [Campaign.Number: (CampaignContent, PlatformOverrides)] = [:]
        do {
            for campaign in Set(attempts.map(\.campaign)) {
                let content = try await source.content(of: campaign)
                contents[campaign] = (content, PlatformOverrides(bytes: content.platforms))
            }
        } catch { return notSent(attempts, report) }
        await withTaskGroup(of: Void.self) { group in
            var count = 0
            for attempt in attempts {
                guard let (content, overrides) = contents[attempt.campaign] else { continue }
                if count < Self.inFlightMax { count += 1 } else { await group.next() }
                group.addTask {
                    let outcome = await self.outcome(
                        attempt, content, overrides, credential, sender)
                    report(attempt.tag, outcome)
                }
            }
        }
    }

    private func outcome(
        _ attempt: Attempt, _ content: CampaignContent, _ overrides: PlatformOverrides,
        _ credential: ProviderCredential, _ sender: any ForeignSending
    ) async -> TransportOutcome {
        let request: PushRequest
        do throws(CampaignContent.Problem) { request = try content.request(for: attempt) } catch {
            return .impossible(reason: error.rawValue)
        }
        guard !content.isDryRun else { return .impossible(reason: OutcomeCode.Reason.dryRun) }
        guard let address = attempt.recipient.foreign else {
            return .impossible(reason: OutcomeCode.Reason.requestNotPossible)
        }
        let sentAt = DatabaseTime(milliseconds: time.now.storedMilliseconds)
        let outcome = await sender.send(
            ForeignContent(request, overrides: overrides), to: address, with: credential)
        return outcome.transportOutcome(sentAt: sentAt)
    }

    private func notSent(
        _ attempts: [Attempt], _ report: @Sendable (AttemptTag, TransportOutcome) -> Void
    ) {
        for attempt in attempts {
            let reason = UnknownOutcome.Code.noCredential.rawValue
            report(attempt.tag, .unknown(reason: reason, mayHaveBeenProcessed: false))
        }
    }
}
