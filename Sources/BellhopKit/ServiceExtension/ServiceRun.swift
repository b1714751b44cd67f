// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import UserNotificationsShim

/// The work of a service extension on one notification: carries out the decisions of
/// ``ServiceProgress``. It shares nothing with the work on another notification in the same
/// process.
final class ServiceRun: Sendable {
    typealias Handler = (UNNotificationContent) -> Void

    private struct State {
        var progress: ServiceProgress
        /// The best content available, with all files of the drafts that were kept.
        var best: NotificationDraft.Contents
        var handler: UncheckedTransfer<Handler>?
        var draft: NotificationDraft?
        /// The running step's task and its timer.
        var tasks: [Task<Void, Never>] = []
    }

    /// An effect that is performed after the lock is released.
    private enum Effect {
        case start(Int, NotificationDraft)
        case cancel([Task<Void, Never>])
        case delete(Set<URL>)
        case callHandler(UncheckedTransfer<Handler>, NotificationDraft.Contents)
    }

    private let requestIdentifier: String
    private let configuration: ServiceConfiguration
    private let context: AppContext
    private let shares: [Duration]
    private let state: Guarded<State>
    /// A dispatch group that is entered while the handler is being called.
    private let handlerCalls = DispatchGroup()

    /// The maximum time for which ``timeWillExpire()`` waits for a handler call that another thread
    /// has begun. Such a call takes microseconds.
    private static let handlerCallWaitMax = DispatchTimeInterval.seconds(1)

    init(
        _ request: UNNotificationRequest, _ configuration: ServiceConfiguration,
        context: AppContext, handler: @escaping Handler
    ) {
        requestIdentifier = request.identifier
        self.configuration = configuration
        self.context = context
        shares = ServiceTime.shares(of: configuration.steps.map(\.timeLimit))
        // A request's content is immutable.
        state = Guarded(
            State(
                progress: ServiceProgress(stepCount: configuration.steps.count),
                best: NotificationDraft.Contents(content: UncheckedTransfer(request.content)),
                handler: UncheckedTransfer(handler)))
    }

    var hasEnded: Bool { state.withLock { $0.progress.stage == .ended } }

    func send(_ event: ServiceProgress.Event) {
        let effects = state.withLock { state in
            state.progress.handle(event).flatMap { apply($0, &state) }
        }
        for effect in effects { carryOut(effect) }
    }

    /// Passes the best content to the system because the extension's time has run out. When this
    /// function returns, the handler has been called, even if another thread had just begun to call
    /// it. That matters because the process may end right after.
    func timeWillExpire() {
        send(.timeWillExpire)
        _ = handlerCalls.wait(timeout: .now() + Self.handlerCallWaitMax)
    }

    private func apply(_ action: ServiceProgress.Action, _ state: inout State) -> [Effect] {
        switch action {
        case .start(let step):
            let draft = NotificationDraft(
                state.best, requestIdentifier: requestIdentifier, keys: configuration.keys,
                context: context, onKeep: { [weak self] in self?.send(.kept(step)) })
            state.draft = draft
            return [.start(step, draft)]
        case .keep:
            if let contents = state.draft?.takeContents() { state.best.take(contents) }
            return []
        case .take:
            if let contents = state.draft?.close() { state.best.take(contents) }
            return [endStep(&state)]
        case .drop:
            let files = state.draft?.close().files ?? []
            return [endStep(&state), .delete(files)]
        case .callHandler:
            guard let handler = state.handler else { return [] }
            state.handler = nil
            handlerCalls.enter()
            return [.callHandler(handler, state.best)]
        }
    }

    private func endStep(_ state: inout State) -> Effect {
        defer { (state.draft, state.tasks) = (nil, []) }
        return .cancel(state.tasks)
    }

    private func carryOut(_ effect: Effect) {
        switch effect {
        case .start(let step, let draft): start(step, draft)
        case .cancel(let tasks): for task in tasks { task.cancel() }
        case .delete(let files): delete(files)
        case .callHandler(let handler, let contents):
            callHandler(contents, to: handler.value)
            handlerCalls.leave()
        }
    }

    private func start(_ number: Int, _ draft: NotificationDraft) {
        let (step, share, time) = (configuration.steps[number], shares[number], context.time)
        let due = time.uptime + share
        let tasks = [
            Task {
                do {
                    try await step.run(on: draft)
                    send(.finished(number))
                } catch {
                    if !draft.isClosed { report(step.name, .threw(error)) }
                    send(.failed(number))
                }
            },
            Task {
                guard (try? await time.sleep(untilUptime: due)) != nil else { return }
                if !draft.isClosed { report(step.name, .overran(share)) }
                send(.overran(number))
            },
        ]
        let isRunning = state.withLock { state in
            let isRunning = state.draft === draft
            if isRunning { state.tasks = tasks }
            return isRunning
        }
        // The step ended before its tasks were stored.
        if !isRunning { for task in tasks { task.cancel() } }
    }

    private func report(_ step: ServiceStepName, _ reason: ServiceStepFailure.Reason) {
        configuration.report?(ServiceStepFailure(step: step, reason: reason))
    }

    private func callHandler(_ contents: NotificationDraft.Contents, to handler: Handler) {
        let content = contents.content.value
        let attached = Set(content.attachments.map(\.url.standardizedFileURL.path))
        delete(contents.files.filter { !attached.contains($0.standardizedFileURL.path) })
        guard let provider = contents.provider?.value else { return handler(content) }
        // If the app lacks the capability, or the message has no sender, the content stays
        // unchanged.
        handler((try? content.updating(from: provider)) ?? content)
    }

    private func delete(_ files: Set<URL>) {
        for file in files { try? FileManager.default.removeItem(at: file) }
    }
}

extension NotificationDraft.Contents {
    fileprivate mutating func take(_ newer: NotificationDraft.Contents) {
        (content, provider) = (newer.content, newer.provider)
        files.formUnion(newer.files)
    }
}
