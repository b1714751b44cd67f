// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import BellhopGateway
import Synchronization

/// A sender that gives one app no response until the test ends the silence, and responds to other
/// apps at once.
final class SilentSender: PushSending {
    private struct State {
        var waiting: [CheckedContinuation<Void, Never>] = []
        var isSilent = true
    }

    private let bundleID: String
    private let state = Mutex(State())

    init(for bundleID: String) { self.bundleID = bundleID }

    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Ends the silence.
    func respondToAll() {
        let waiting = state.withLock { state in
            state.isSilent = false
            defer { state.waiting.removeAll() }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func send(
        _ request: PushRequest, app: AppCredential, in lane: SendingLane
    ) async throws -> PushOutcome {
        if app.bundleID == bundleID {
            await withCheckedContinuation { continuation in
                let isSilent = state.withLock { state in
                    if state.isSilent { state.waiting.append(continuation) }
                    return state.isSilent
                }
                if !isSilent { continuation.resume() }
            }
        }
        return .accepted(Acceptance())
    }

    func shutdown() async {}
}
