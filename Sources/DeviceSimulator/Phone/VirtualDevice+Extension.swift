// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Synchronization

// The service extension: one run for each push.
extension VirtualDevice {
    func runServiceExtension(
        _ content: NotificationContent, _ decision: ArrivalDecision
    ) async -> ServiceExtensionResult {
        let bundleID = decision.bundleID
        let isSerial = snapshot.choices.extensionRunsSerially
        if isSerial { await enterExtension(of: bundleID) }
        defer { if isSerial { leaveExtension(of: bundleID) } }
        let callback =
            decision.callbacks.first { $0.kind == .serviceExtension }
            ?? Callback(.serviceExtension, bundleID: bundleID, rule: "NSE-1")
        if let failure = state.withLock({
            $0.processes.extensionFailures.removeValue(forKey: bundleID)
        }) {
            record(callback, result: failure.text)
            return failure
        }
        let request = NotificationRequest(
            id: decision.requestID ?? "", content: content, trigger: .push)
        let result = await runExtension(request, bundleID)
        record(callback, result: result.text)
        return result
    }

    /// Starts the extension's code, and waits until the extension calls its handler or its time is
    /// over.
    private func runExtension(
        _ request: NotificationRequest, _ bundleID: String
    ) async -> ServiceExtensionResult {
        let answers = FirstValue<ServiceExtensionResult>()
        let stage = Mutex(ExtensionStage())
        let runID = park(within: Self.backgroundMax) { [self] runID in
            let process = stage.withLock { stage in
                stage.hasExpired = true
                return stage.process
            }
            editWork { $0.busyCount += 1 }
            Task {
                record(Callback(.serviceExtensionWillExpire, bundleID: bundleID, rule: "NSE-5"))
                await process?.timeWillExpire()
                answers.give(.timedOut, accepted: { self.unpark(runID) })
                editWork { $0.busyCount -= 1 }
            }
        }
        let (code, system) = (code(of: bundleID), system(for: bundleID))
        Task {
            let process = await code.startServiceExtension(request, on: system) { content in
                let hasExpired = stage.withLock { $0.hasExpired }
                let result: ServiceExtensionResult =
                    hasExpired ? .deliveredLate(content) : .delivered(content)
                let isFirst = answers.give(result, accepted: { self.unpark(runID) })
                if !isFirst {
                    self.record(
                        Callback(.serviceExtension, bundleID: bundleID, rule: "NSE-9"),
                        result: "called its handler again, which has no effect")
                }
            }
            stage.withLock { $0.process = process }
            if process == nil {
                // There is no extension code to run, so the content is delivered unchanged.
                answers.give(.delivered(request.content), accepted: { self.unpark(runID) })
            }
            editWork { $0.runs[runID]?.hasStarted = true }
        }
        return await answers.first
    }

    private func enterExtension(of bundleID: String) async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state -> Bool in
                guard state.processes.extending[bundleID] != nil else {
                    state.processes.extending[bundleID] = []
                    return true
                }
                state.processes.extending[bundleID]?.append(continuation)
                return false
            }
            if isFree {
                continuation.resume()
            } else {
                // A push that waits for another run of the extension does not keep the phone busy,
                // because it waits for app code.
                editWork { $0.busyCount -= 1 }
            }
        }
    }

    private func leaveExtension(of bundleID: String) {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard var waiting = state.processes.extending[bundleID], !waiting.isEmpty else {
                state.processes.extending[bundleID] = nil
                return nil
            }
            let next = waiting.removeFirst()
            state.processes.extending[bundleID] = waiting
            state.work.busyCount += 1
            return next
        }
        next?.resume()
    }
}

private struct ExtensionStage {
    var hasExpired = false
    var process: (any ServiceExtensionProcess)?
}

extension ServiceExtensionResult {
    /// A note for the developer about the extension's run; `nil` if the extension delivered its
    /// content in time.
    var note: String? {
        switch self {
        case .delivered: nil
        case .deliveredLate:
            "the service extension called its content handler only when its time expired (NSE-5)"
        case .timedOut:
            "the service extension hung: it did not call its content handler within "
                + "\(VirtualDevice.backgroundMax.components.seconds) s, nor when its time "
                + "expired, so that the original is shown (NSE-6)"
        case .crashed, .killedForMemory, .startedTooSlowly: "the service extension \(text)"
        }
    }

    var text: String {
        switch self {
        case .delivered: "called its handler"
        case .deliveredLate: "called its handler when its time expired"
        case .timedOut: "never called its handler: the original is shown (NSE-6)"
        case .crashed(let reason): "crashed: \(reason); the original is shown (NSE-6)"
        case .killedForMemory: "used too much memory: the original is shown (NSE-7)"
        case .startedTooSlowly: "took too long to start: the original is shown (NSE-8)"
        }
    }
}
