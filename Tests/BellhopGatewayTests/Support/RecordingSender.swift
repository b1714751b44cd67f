// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import BellhopGateway
import Synchronization

/// A sender that records its requests and responds with the outcomes that a test sets.
final class RecordingSender: PushSending {
    struct Sent: Sendable {
        let request: PushRequest
        let keyID: String
        let lane: SendingLane
        var environment: APNSEnvironment { lane.destination.environment }
    }

    private let outcomes: Mutex<[Result<PushOutcome, any Error>]>
    private let sentRequests = Mutex<[Sent]>([])
    private let closed = Mutex(false)

    /// - Parameter outcomes: the outcomes in order; the last outcome is repeated.
    init(_ outcomes: [Result<PushOutcome, any Error>] = [.success(.accepted(Acceptance()))]) {
        self.outcomes = Mutex(outcomes)
    }

    convenience init(_ outcomes: PushOutcome...) { self.init(outcomes.map { .success($0) }) }

    /// Responds with this outcome from now on.
    func respond(with outcome: PushOutcome) { outcomes.withLock { $0 = [.success(outcome)] } }

    var sent: [Sent] { sentRequests.withLock { $0 } }
    var isClosed: Bool { closed.withLock { $0 } }

    func send(
        _ request: PushRequest, app: AppCredential, in lane: SendingLane
    ) async throws -> PushOutcome {
        sentRequests.withLock {
            $0.append(Sent(request: request, keyID: app.keyID, lane: lane))
        }
        return try outcomes.withLock { outcomes in
            outcomes.count > 1 ? outcomes.removeFirst() : outcomes[0]
        }.get()
    }

    func shutdown() async { closed.withLock { $0 = true } }
}
