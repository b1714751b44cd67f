// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The tasks that are running, so that callers can wait for them.
@MainActor
final class RunningWork {
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var startedCount = 0

    /// A running task; `nil` when none is running.
    var first: Task<Void, Never>? { tasks.values.first }

    func start(_ body: @escaping @MainActor () async -> Void) {
        startedCount += 1
        let number = startedCount
        tasks[number] = Task {
            await body()
            tasks[number] = nil
        }
    }
}
