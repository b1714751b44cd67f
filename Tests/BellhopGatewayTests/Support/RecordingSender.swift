// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import BellhopGateway
import Synchronization

/// A sender that keeps what it was given and answers what it was told.
final class RecordingSender: PushSending {
    struct Sent: Sendable {
        let request: PushRequest
        let keyID: String
        let lane: SendingLane
        var environment: APNSEnvironment { lane.destination.environment }
    }

    private let answers: Mutex<[Result<PushOutcome, any Error>]>
    private let sentRequests = Mutex<[Sent]>([])
    private let closed = Mutex(false)

    /// - Parameter answers: in order; the last one is repeated.
    init(_ answers: [Result<PushOutcome, any Error>] = [.success(.accepted(Acceptance()))]) {
        self.answers = Mutex(answers)
    }

    convenience init(_ outcomes: PushOutcome...) { self.init(outcomes.map { .success($0) }) }

    /// Responds so from now on.
    func respond(with outcome: PushOutcome) { answers.withLock { $0 = [.success(outcome)] } }

    var sent: [Sent] { sentRequests.withLock { $0 } }
    var isClosed: Bool { closed.withLock { $0 } }

    func send(
        _ request: PushRequest, app: AppCredential, in lane: SendingLane
    ) async throws -> PushOutcome {
        sentRequests.withLock {
            $0.append(Sent(request: request, keyID: app.keyID, lane: lane))
        }
        return try answers.withLock { answers in
            answers.count > 1 ? answers.removeFirst() : answers[0]
        }.get()
    }

    func shutdown() async { closed.withLock { $0 = true } }
}
