// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import GatewayModel
package import Logging
import ServiceLifecycle
package import Simulation
import Synchronization

/// One node of the gateway, which performs the actions that ``/GatewayModel/NodeCore`` decides on.
///
/// The node claims units and deliveries, reads their recipients, sends to them, and stores the
/// outcomes, until it is shut down gracefully. Then it completes the requests in flight, releases
/// its leases and returns. If its task is cancelled, the node ends immediately, and another node
/// sends again what was in flight.
package final class CampaignNode: Service {
    private let store: any CampaignStore
    private let transport: any CampaignTransport
    private let time: TimeSource
    private let logger: Logger
    private let inbox = NodeInbox()
    private let core: Mutex<NodeCore>
    private let health = Mutex(Health())

    /// The state of the node, for the gateway's health status and metrics.
    package struct Health: Sendable {
        package fileprivate(set) var isStoreFailing = false
        package fileprivate(set) var unsettledCount = 0
        package fileprivate(set) var heldCount = 0
        package fileprivate(set) var hasEnded = false
    }

    package init(
        settings: NodeSettings, store: any CampaignStore, transport: any CampaignTransport,
        time: TimeSource = .system, random: SeededGenerator = .fromSystem(),
        logger: Logger = Logger(label: "bellhop.gateway.node")
    ) {
        self.store = store
        self.transport = transport
        self.time = time
        self.logger = logger
        core = Mutex(NodeCore(settings, random: random))
    }

    package var currentHealth: Health { health.withLock { $0 } }

    /// Informs the node that there may be new work.
    package func wake() { inbox.post(.wake) }

    /// Informs the node that a credential was replaced.
    package func credentialReplaced(_ credential: Int64) {
        inbox.post(.credentialReplaced(credential))
    }

    package func run() async throws {
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { tasks in
                inbox.post(.start)
                var timer: Duration?
                for await _ in inbox.stream {
                    let (actions, due) = turn()
                    for action in actions { perform(action, &tasks) }
                    setTimer(&timer, due, &tasks)
                }
                tasks.cancelAll()
            }
        } onGracefulShutdown: {
            self.inbox.post(.drain)
        }
        await transport.shutdown()
    }

    /// Passes the events that have arrived to the core; returns the resulting actions and the time
    /// at which the next turn is due.
    private func turn() -> ([NodeAction], Duration?) {
        let events = inbox.take()
        return core.withLock { core in
            var actions: [NodeAction] = []
            for event in events { actions += core.handle(event, at: time.uptime) }
            let (isFailing, unsettled, held) = (
                core.isStoreFailing, core.unsettledCount, core.heldCount
            )
            health.withLock {
                $0.isStoreFailing = isFailing
                $0.unsettledCount = unsettled
                $0.heldCount = held
            }
            return (Self.merged(actions), core.nextDue)
        }
    }

    /// Combines all sends to one channel, so that they share a task.
    private static func merged(_ actions: [NodeAction]) -> [NodeAction] {
        var others: [NodeAction] = []
        var sends: [Channel: [Attempt]] = [:]
        for action in actions {
            if case .send(let channel, let attempts) = action {
                sends[channel, default: []] += attempts
            } else {
                others.append(action)
            }
        }
        return sends.sorted { $0.key < $1.key }.map { .send($0.key, $0.value) } + others
    }

    private func perform(_ action: NodeAction, _ tasks: inout DiscardingTaskGroup) {
        switch action {
        case .store(let ticket, let request):
            tasks.addTask { [store, inbox] in
                do { inbox.post(.stored(ticket, try await store.perform(request))) } catch {
                    inbox.post(.storeFailed(ticket, cause: "\(error)"))
                }
            }
        case .send(let channel, let attempts):
            tasks.addTask { [transport, inbox] in
                await transport.send(attempts, to: channel) { inbox.post($0, $1) }
            }
        case .report(let report): log(report)
        case .end:
            health.withLock { $0.hasEnded = true }
            inbox.finish()
        }
    }

    /// Makes sure that a turn takes place when it is due. An earlier timer remains, and causes a
    /// turn in which nothing happens.
    private func setTimer(
        _ timer: inout Duration?, _ due: Duration?, _ tasks: inout DiscardingTaskGroup
    ) {
        let now = time.uptime
        if let set = timer, set <= now { timer = nil }
        guard let due, timer.map({ due < $0 }) ?? true else { return }
        timer = due
        tasks.addTask { [time, inbox] in
            if (try? await time.sleep(untilUptime: due)) != nil { inbox.post(.tick) }
        }
    }

    /// Logs a report. A problem that stops notifications is logged as an error if it is in the
    /// gateway itself, and as a warning if it is at the provider or in a setting.
    private func log(_ report: NodeReport) {
        switch report {
        case .storeFails(let cause):
            logger.error(
                "the storage failed; the node sends nothing until the storage works again",
                metadata: ["error": "\(cause)"])
        case .storeWorks: logger.notice("the storage works again")
        case .channelStopped(let channel, .credentialRefused(let reason)):
            logger.warning(
                """
                APNs refuses the credential; the node pauses sending with it; store a valid key \
                with bellhop app apns, or PUT /v1/apps/{bundle_id}/credential, for the app whose \
                campaigns wait
                """,
                metadata: Self.metadata(channel, reason))
        case .channelStopped(let channel, .failing(let reason)):
            logger.warning(
                "APNs does not respond or returns errors; the node pauses sending to it",
                metadata: Self.metadata(channel, reason))
        case .channelWorks(let channel):
            logger.notice("APNs accepts notifications again", metadata: Self.metadata(channel, nil))
        case .campaignStopped(let campaign, let reason):
            logger.warning(
                "a campaign was stopped",
                metadata: ["campaign": "\(campaign)", "reason": "\(reason.explanation)"])
        case .unitLost(let lease):
            logger.notice(
                "another node has taken a unit",
                metadata: [
                    "campaign": "\(lease.unit.campaign)", "unit": "\(lease.unit.number)",
                ])
        case .partUnreadable(let unit, let error):
            logger.error(
                "stored outcomes cannot be read; some devices may get a notification twice",
                metadata: ["campaign": "\(unit.campaign)", "error": "\(error)"])
        case .drainIncomplete(let count):
            logger.warning(
                """
                the node ended before all outcomes were stored; notifications without an outcome \
                are sent again
                """,
                metadata: ["count": "\(count)"])
        }
    }

    private static func metadata(_ channel: Channel, _ reason: String?) -> Logger.Metadata {
        var metadata: Logger.Metadata = [
            "credential": "\(channel.credential)", "environment": "\(channel.environment)",
            "lane": "\(channel.lane)",
        ]
        if let reason { metadata["reason"] = "\(reason)" }
        return metadata
    }
}
