// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Tasks that run now, for those who want to wait for them.
@MainActor
final class RunningWork {
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var startedCount = 0

    /// One that runs; `nil` when nothing does.
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
