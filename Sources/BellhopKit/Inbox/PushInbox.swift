// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import UserNotificationsShim

/// Fetches messages whose push never arrived: APNs stores only one push for a phone that is offline
/// (rule `SF-3`), and does not report which pushes it dropped (rule `SF-7`).
///
/// Fetched messages take the same path as pushed ones. The cursor advances only after the app's
/// code has handled all messages of a page, so nothing is lost when a server is down, a handler
/// throws or the app is terminated halfway.
@MainActor
public final class PushInbox {
    /// The maximum number of pages in one fetch. Further pages are left to the next fetch.
    public static let pagesMax = 20

    /// The result of a fetch.
    public struct Result: Hashable, Sendable {
        /// The number of messages that the app's code had not handled before.
        public var newCount = 0
        /// Whether all messages on the server have been handled.
        public var isComplete = false

        public init(newCount: Int = 0, isComplete: Bool = false) {
            self.newCount = newCount
            self.isComplete = isComplete
        }

        /// The result in the form that the system expects.
        public var result: MessageResult {
            newCount > 0 ? .newData : isComplete ? .noData : .failed
        }
    }

    /// The position where the next fetch begins.
    private struct Position: Codable, Equatable, Sendable {
        /// The installation to which the cursor belongs; another installation starts from the
        /// beginning.
        var installation: String
        var cursor: String
    }

    private let backend: any DeviceBackend
    private let installation: @MainActor () throws -> Installation?
    private let intake: MessageIntake
    private let position: SharedFile<Position?>
    private let onError: @MainActor (PushError) -> Void
    /// Receives those messages of a page that the app's code handled for the first time.
    var show: (@MainActor ([PushMessage]) async -> Void)?
    private var running: Task<Result, Never>?

    /// - Parameters:
    ///   - installation: the identity of this installation; `nil` until the server knows it. An
    ///     installation that the server does not know cannot have missed a message, so no call is
    ///     made.
    ///   - intake: handles the messages.
    init(
        backend: any DeviceBackend, context: AppContext, intake: MessageIntake,
        installation: @escaping @MainActor () throws -> Installation?,
        onError: @escaping @MainActor (PushError) -> Void
    ) {
        self.backend = backend
        self.intake = intake
        self.installation = installation
        self.onError = onError
        position = context.folder.file("inbox", missing: nil)
    }

    /// Fetches all new messages. A call during a fetch waits for that fetch. If the call that
    /// started a fetch is cancelled, the fetch ends after the message that is being handled.
    @discardableResult
    public func fetch() async -> Result {
        if let running { return await running.value }
        let work = Task {
            let result = await fetchPages()
            running = nil
            return result
        }
        running = work
        return await withTaskCancellationHandler {
            await work.value
        } onCancel: {
            work.cancel()
        }
    }

    private func fetchPages() async -> Result {
        var result = Result()
        do {
            guard let installation = try installation() else {
                result.isComplete = true
                return result
            }
            var cursor = try position.read().flatMap {
                $0.installation == installation.id ? $0.cursor : nil
            }
            for _ in 0..<Self.pagesMax {
                try Task.checkCancellation()
                let page = try await backend.messages(after: cursor, for: installation)
                guard await handle(page, &result) else { return result }
                let next = Position(installation: installation.id, cursor: page.cursor)
                try position.update { $0 = next }
                guard page.hasMore, page.cursor != cursor else {
                    result.isComplete = !page.hasMore
                    return result
                }
                cursor = page.cursor
            }
        } catch {
            // At the first launch, the fetch may run before the installation is registered; then
            // nothing has been sent to it yet.
            if isStranger(error) { result.isComplete = true } else { onError(.fetchFailed(error)) }
        }
        return result
    }

    /// Returns whether the server refused because it has never seen this installation.
    private func isStranger(_ error: any Error) -> Bool {
        guard (error as? BackendError)?.kind == .refused(status: 404) else { return false }
        do { return try position.read() == nil } catch { return false }
    }

    /// - Returns: whether all messages are handled. A message that failed does not block the
    ///   others.
    private func handle(_ page: DeviceMessagePage, _ result: inout Result) async -> Bool {
        var isAll = true
        var new: [PushMessage] = []
        for message in page.messages {
            if Task.isCancelled {
                isAll = false
                break
            }
            let payload = PushPayload(message.payload.objectValue ?? JSONObject())
            let message = PushMessage(id: message.id, payload: payload, origin: .fetched)
            switch await intake.take(message) {
            case .handled: new.append(message)
            case .alreadyHandled: break
            case .notYet: isAll = false
            }
        }
        result.newCount += new.count
        if !new.isEmpty { await show?(new) }
        return isAll
    }
}
