// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSProvider
package import APNSWire
package import GatewayModel
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The error for a campaign whose app is in shadow mode: the gateway sends nothing, because another
/// sender sends the app's notifications.
package struct AppInShadow: Error {
    package init() {}
}

/// Provides the transport with the clients and contents of campaigns.
package protocol CampaignSource: Sendable {
    /// Returns the client for a channel. The client is the same for each call as long as the
    /// credential does not change.
    ///
    /// - Throws: ``AppInShadow`` if the app is in shadow mode; another error if the app has no
    ///   usable credential.
    func client(for channel: Channel) async throws -> APNSClient
    /// Returns the content of a campaign, which is compiled once for the campaign.
    ///
    /// - Throws: an error if the content cannot be read.
    func content(of campaign: Campaign.Number) async throws -> CampaignContent
    /// Closes the clients.
    func shutdown() async
}

/// A transport that sends to APNs with the bulk API of ``/APNSProvider/APNSClient``.
///
/// Each payload is completed only when the client takes the request. Therefore, memory contains at
/// most as many payloads as there are requests in flight.
package struct APNSTransport: CampaignTransport {
    private let source: any CampaignSource

    package init(source: any CampaignSource) { self.source = source }

    package func send(
        _ attempts: [Attempt], to channel: Channel,
        report: @escaping @Sendable (AttemptTag, TransportOutcome) -> Void
    ) async {
        let client: APNSClient
        var contents: [Campaign.Number: CampaignContent] = [:]
        do {
            client = try await source.client(for: channel)
            for campaign in Set(attempts.map(\.campaign)) {
                contents[campaign] = try await source.content(of: campaign)
            }
        } catch is AppInShadow {
            for attempt in attempts {
                report(attempt.tag, .impossible(reason: OutcomeCode.Reason.shadow))
            }
            return
        } catch {
            return Self.notSent(attempts, error, report)
        }
        let broadcasts = BroadcastBatch(taking: attempts, contents)
        async let isDone: Void = broadcasts.send(with: client, report: report)
        await Self.send(
            attempts.filter { contents[$0.campaign]?.channel == nil }, contents, with: client,
            report: report)
        await isDone
    }

    /// Sends the notifications to installations.
    private static func send(
        _ attempts: [Attempt], _ known: [Campaign.Number: CampaignContent],
        with client: APNSClient,
        report: @escaping @Sendable (AttemptTag, TransportOutcome) -> Void
    ) async {
        guard !attempts.isEmpty else { return }
        // The attempts without an outcome. The client's own task also removes attempts.
        let open = Mutex(Set(attempts.map(\.tag)))
        let pushes = attempts.lazy.compactMap { attempt -> IdentifiedPush<AttemptTag>? in
            guard let content = known[attempt.campaign] else { return nil }
            do throws(CampaignContent.Problem) {
                let request = try content.request(for: attempt)
                guard content.isDryRun else {
                    return IdentifiedPush(id: attempt.tag, request: request)
                }
                open.withLock { _ = $0.remove(attempt.tag) }
                report(attempt.tag, .impossible(reason: OutcomeCode.Reason.dryRun))
                return nil
            } catch {
                open.withLock { _ = $0.remove(attempt.tag) }
                report(attempt.tag, .impossible(reason: error.rawValue))
                return nil
            }
        }
        do {
            for try await result in client.send(
                contentsOf: pushes, inFlightMax: max(1, attempts.count))
            {
                open.withLock { _ = $0.remove(result.id) }
                report(result.id, TransportOutcome(result.result))
            }
        } catch {
            // The client was closed, so the outcomes of the other attempts are unknown.
            for attempt in attempts where open.withLock({ $0.contains(attempt.tag) }) {
                let reason = UnknownOutcome.Code.shutdown.rawValue
                report(attempt.tag, .unknown(reason: reason, mayHaveBeenProcessed: true))
            }
        }
    }

    package func shutdown() async { await source.shutdown() }

    private static func notSent(
        _ attempts: [Attempt], _ error: any Error,
        _ report: @Sendable (AttemptTag, TransportOutcome) -> Void
    ) {
        for attempt in attempts {
            report(
                attempt.tag,
                .unknown(
                    reason: UnknownOutcome.Code.noCredential.rawValue, mayHaveBeenProcessed: false))
        }
    }
}

extension TransportOutcome {
    /// Creates the engine's outcome from the client's result of a request to APNs.
    package init(_ result: Result<PushOutcome, PushRequestError>) {
        switch result {
        case .failure:
            self = .impossible(reason: OutcomeCode.Reason.requestNotPossible)
        case .success(.accepted): self = .accepted
        case .success(.rejected(let rejection)):
            self = .rejected(
                status: rejection.status, reason: rejection.reason,
                since: rejection.timestamp.map {
                    DatabaseTime(milliseconds: $0.wholeEpochMilliseconds(rounded: .down))
                })
        case .success(.unknown(let unknown)):
            self = .unknown(
                reason: unknown.code.rawValue, mayHaveBeenProcessed: unknown.mayHaveBeenProcessed)
        }
    }
}
