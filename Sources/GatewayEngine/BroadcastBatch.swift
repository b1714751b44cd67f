// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import GatewayModel

/// The broadcasts among the attempts of a batch. A campaign has only one broadcast, so a batch
/// contains few of them.
struct BroadcastBatch: Sendable {
    /// The maximum number of broadcasts that one batch sends at the same time.
    static let inFlightMax = 64

    private struct Broadcast: Sendable {
        let attempt: Attempt
        let channel: ChannelID
        let content: CampaignContent
    }

    private let broadcasts: [Broadcast]

    /// Takes the attempts whose content has a channel.
    init(taking attempts: [Attempt], _ contents: [Campaign.Number: CampaignContent]) {
        broadcasts = attempts.compactMap { attempt in
            guard let content = contents[attempt.campaign], let channel = content.channel else {
                return nil
            }
            return Broadcast(attempt: attempt, channel: channel, content: content)
        }
    }

    /// Sends the broadcasts, and reports an outcome for each.
    func send(
        with client: APNSClient,
        report: @escaping @Sendable (AttemptTag, TransportOutcome) -> Void
    ) async {
        guard !broadcasts.isEmpty else { return }
        await withTaskGroup(of: Void.self) { group in
            for (index, broadcast) in broadcasts.enumerated() {
                if index >= Self.inFlightMax { await group.next() }
                group.addTask {
                    report(broadcast.attempt.tag, await Self.outcome(of: broadcast, client))
                }
            }
        }
    }

    private static func outcome(
        of broadcast: Broadcast, _ client: APNSClient
    ) async -> TransportOutcome {
        let request: BroadcastRequest
        do throws(CampaignContent.Problem) {
            request = try broadcast.content.broadcast(
                for: broadcast.attempt, to: broadcast.channel)
        } catch {
            return .impossible(reason: error.rawValue)
        }
        guard !broadcast.content.isDryRun else {
            return .impossible(reason: OutcomeCode.Reason.dryRun)
        }
        do { return TransportOutcome(try await client.send(request)) } catch is PushRequestError {
            return .impossible(reason: OutcomeCode.Reason.requestNotPossible)
        } catch {
            // The client was closed, so the outcome is unknown.
            return .unknown(
                reason: UnknownOutcome.Code.shutdown.rawValue, mayHaveBeenProcessed: true)
        }
    }
}

extension TransportOutcome {
    /// Creates the engine's outcome from the client's result of a broadcast.
    init(_ outcome: BroadcastOutcome) {
        switch outcome {
        case .accepted: self = .accepted
        case .rejected(let rejection):
            self = .rejectedBroadcast(status: rejection.status, reason: rejection.reason)
        case .unknown(let unknown):
            self = .unknown(
                reason: unknown.code.rawValue, mayHaveBeenProcessed: unknown.mayHaveBeenProcessed)
        }
    }
}
