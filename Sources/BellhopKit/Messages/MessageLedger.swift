// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation

/// Makes sure that a message is handled once, however often and in whatever way it arrives: pushed,
/// tapped or fetched, in the app or in an extension.
///
/// The ledger stores the messages' identifiers in the shared folder. Messages without an identifier
/// cannot be distinguished, and are handled each time.
public struct MessageLedger: Sendable {
    /// The kind of process that handles messages.
    public enum Role: Sendable {
        /// The app, of which only one process runs at a time. Create only one ledger in that
        /// process.
        case app
        /// An extension, of which several processes may run at a time.
        case appExtension
    }

    /// The outcome of a message.
    public enum Outcome<Output: Sendable>: Sendable {
        /// The handler handled the message in this call, and returned this output.
        case ran(Output)
        /// The handler has already handled this message, which had arrived in the given way.
        case alreadyHandled(PushMessage.Origin?)
        /// Another process is handling the message. Code that fetches messages tries again later.
        case claimedElsewhere
    }

    private let file: SharedFile<MessageLog>
    private let claimant: MessageLog.Claimant
    private let time: TimeSource

    public init(context: AppContext, role: Role = .app) {
        self.init(
            context: context, role: role, process: UUID().uuidString)
    }

    /// - Parameter process: distinguishes this process from others; a new value at each start.
    init(context: AppContext, role: Role, process: String) {
        file = context.folder.file("messages", missing: MessageLog())
        claimant = MessageLog.Claimant(process: process, isExtension: role == .appExtension)
        time = context.time
    }

    /// Runs a handler for a message that has not been handled yet.
    ///
    /// When the handler throws, or the process ends before it returns, the message is considered
    /// unhandled.
    ///
    /// - Throws: the error that the handler throws, or an error of the file system. In the latter
    ///   case, the handler did not run: before the first unlock after a restart, it is not known
    ///   which messages were handled (rule `SF-11`).
    public func run<Output: Sendable>(
        _ message: PushMessage, isolation: isolated (any Actor)? = #isolation,
        _ handler: () async throws -> Output
    ) async throws -> Outcome<Output> {
        guard let id = message.id else { return .ran(try await handler()) }
        switch try claim(id) {
        case .granted: break
        case .handled(let origin): return .alreadyHandled(origin)
        case .abandoned: return .alreadyHandled(nil)
        case .claimedElsewhere: return .claimedElsewhere
        }
        let output: Output
        do { output = try await handler() } catch {
            try releaseClaim(id)
            throw error
        }
        try file.update { $0.finish(id, origin: message.origin, at: time.now) }
        return .ran(output)
    }

    /// Returns how a message had arrived when it was handled; `nil` if it was not handled.
    public func origin(of id: String) -> PushMessage.Origin? {
        guard let entry = try? file.read().entry(id), entry.handledAt != nil else { return nil }
        return entry.origin
    }

    func claim(_ id: String) throws -> MessageLog.Claim {
        try file.update { $0.claim(id, by: claimant, at: time.now) }
    }

    func releaseClaim(_ id: String) throws {
        try file.update { _ = $0.releaseClaim(id, by: claimant, at: time.now) }
    }
}
