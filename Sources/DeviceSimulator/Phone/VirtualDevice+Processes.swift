// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import DeviceModel
import Synchronization

/// The apps that run in the background for a limited time, and the apps that are being launched.
struct Processes {
    /// The number of running background callbacks of each app.
    var runCounts: [String: Int] = [:]
    /// The apps that run only because they were woken.
    var woken: Set<String> = []
    /// The apps whose launch has not finished, with the tasks that wait for it (`REG-2`).
    var launching: [String: [CheckedContinuation<Void, Never>]] = [:]
    /// The apps whose service extension runs, with the pushes that wait for it (`NSE-14`).
    var extending: [String: [CheckedContinuation<Void, Never>]] = [:]
    /// The injected failure of the next service extension run of an app.
    var extensionFailures: [String: ServiceExtensionResult] = [:]
}

extension VirtualDevice {
    func beginRun(of bundleID: String) {
        state.withLock { $0.processes.runCounts[bundleID, default: 0] += 1 }
    }

    /// Suspends a woken app after its last callback; terminates an app that took too long.
    func endRun(of bundleID: String, isOverrun: Bool = false) async {
        let hadEnded = state.withLock { state -> Bool in
            let count = (state.processes.runCounts[bundleID] ?? 1) - 1
            state.processes.runCounts[bundleID] = count > 0 ? count : nil
            let wasInMemory = state.device[bundleID]?.state.isInMemory ?? false
            if isOverrun { state.device.endOverrun(of: bundleID) }
            if count <= 0, state.processes.woken.remove(bundleID) != nil {
                state.device.endBackgroundRun(of: bundleID)
            }
            return wasInMemory && !(state.device[bundleID]?.state.isInMemory ?? false)
        }
        changed()
        if hadEnded { await code(of: bundleID).processDidEnd() }
    }

    /// Waits until the app's launch has finished.
    func launchFinished(of bundleID: String) async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state -> Bool in
                guard state.processes.launching[bundleID] != nil else { return true }
                state.processes.launching[bundleID]?.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    func endLaunch(of bundleID: String) {
        let waiting = state.withLock { $0.processes.launching.removeValue(forKey: bundleID) }
        for continuation in waiting ?? [] { continuation.resume() }
    }

    /// Makes the next run of an app's service extension fail in a way that code in this process
    /// cannot imitate, for instance by a crash.
    public func failNextServiceExtension(
        of bundleID: String, with result: ServiceExtensionResult
    ) {
        state.withLock { $0.processes.extensionFailures[bundleID] = result }
    }
}
