// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Synchronization

// The calls that app code makes. Some of these calls wait for a person's answer.
extension VirtualDevice {
    /// The maximum number of calls that wait for a person's answer; further calls return `false`
    /// immediately.
    static let promptWaiterCountMax = 1000

    func requestAuthorization(
        _ options: AuthorizationOptions, of bundleID: String
    ) async -> Result<Bool, NotificationFailure> {
        let answers = FirstValue<Bool>()
        if let result = beginAuthorization(options, of: bundleID, answers) { return result }
        return .success(await answers.first)
    }

    /// Requests permission without waiting: returns the result, or `nil` if `answers` receives it
    /// later.
    func beginAuthorization(
        _ options: AuthorizationOptions, of bundleID: String, _ answers: FirstValue<Bool>
    ) -> Result<Bool, NotificationFailure>? {
        let now = time.now
        let (answer, policy, hasRoom) = state.withLock { state in
            let answer = state.device.requestAuthorization(options, of: bundleID, at: now)
            let waiterCount = state.promptWaiters.values.map(\.count).reduce(0, +)
            let hasRoom = waiterCount < Self.promptWaiterCountMax
            if case .asking(let promptID, _) = answer, hasRoom {
                state.promptWaiters[promptID, default: []].append(answers)
            }
            return (answer, state.promptPolicy, hasRoom)
        }
        changed()
        switch answer {
        case .answered(let isGranted): return .success(isGranted)
        case .failed(let failure): return .failure(failure)
        case .asking(_, let callbacks):
            spawnApart { [self] in
                for callback in callbacks { await run(callback) }
                if case .answer(let answer) = policy {
                    _ = try? await perform(.answerPrompt(answer))
                }
            }
            return hasRoom ? nil : .success(false)
        }
    }

    /// Resumes the calls that waited for these prompts.
    func answer(_ prompts: [AnsweredPrompt]) {
        for prompt in prompts {
            let waiting = state.withLock { $0.promptWaiters.removeValue(forKey: prompt.id) }
            for answers in waiting ?? [] { answers.give(prompt.isGranted) }
        }
    }

    func add(
        _ request: NotificationRequest, of bundleID: String
    ) throws(NotificationFailure) {
        let now = time.now
        let result = change { device -> Result<Incoming?, NotificationFailure> in
            do throws(NotificationFailure) {
                return .success(try device.add(request, of: bundleID, at: now))
            } catch { return .failure(error) }
        }
        if let incoming = try result.get() {
            spawn { _ = await self.arrive(incoming) }
        }
    }
}
