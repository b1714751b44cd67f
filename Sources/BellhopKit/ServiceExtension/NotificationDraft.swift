// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import UserNotificationsShim

/// The notification as one step of the service extension sees and changes it.
///
/// A step's changes take effect when the step ends without an error, or when it calls ``keep()``.
/// When the step's time has run out, the draft is closed and later changes have no effect.
public final class NotificationDraft: Sendable {
    private struct State {
        var content: UncheckedTransfer<UNNotificationContent>
        var provider: UncheckedTransfer<any UNNotificationContentProviding>?
        var files: Set<URL> = []
        var isClosed = false
    }

    /// The contents of a draft at one moment.
    struct Contents {
        var content: UncheckedTransfer<UNNotificationContent>
        var provider: UncheckedTransfer<any UNNotificationContentProviding>?
        /// Temporary files that belong to this draft.
        var files: Set<URL> = []
    }

    /// The time, folder and facts of the app.
    public let context: AppContext
    /// The payload keys that the kit reads.
    public let keys: PayloadKeys
    /// The identifier of the notification's request; it cannot be changed (rule `NSE-12`).
    public let requestIdentifier: String
    private let state: Guarded<State>
    /// Held while a step's closure changes the content, so that two tasks of the step do not
    /// overwrite each other's changes. No other code waits for this lock: calling the system's
    /// handler must not depend on a step's code.
    private let changing = NSRecursiveLock()
    private let onKeep: @Sendable () -> Void

    init(
        _ contents: Contents, requestIdentifier: String, keys: PayloadKeys, context: AppContext,
        onKeep: @escaping @Sendable () -> Void
    ) {
        state = Guarded(State(content: contents.content, provider: contents.provider))
        self.requestIdentifier = requestIdentifier
        self.keys = keys
        self.context = context
        self.onKeep = onKeep
    }

    /// The current notification; an immutable copy.
    public var content: UNNotificationContent { state.withLock { $0.content }.value }

    /// The current payload: `aps` and the app's own keys.
    public var payload: PushPayload { PushPayload(content.userInfo) }

    /// Whether the step's time has run out, so that its further changes have no effect.
    public var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Changes the notification; must not be called recursively.
    ///
    /// - Throws: the error that `body` throws; nothing is changed then.
    public func change(_ body: (UNMutableNotificationContent) throws -> Void) rethrows {
        try changing.withLock {
            guard let copy = content.mutableCopy() as? UNMutableNotificationContent else { return }
            try body(copy)
            guard let changed = copy.copy() as? UNNotificationContent else { return }
            let content = UncheckedTransfer(changed)
            state.withLock { if !$0.isClosed { $0.content = content } }
        }
    }

    /// Makes the notification a communication notification. Just before the content is passed to
    /// the system, it is updated from the provider, which is a message or a call. This update is
    /// the last change, so no step can undo the system's additions (rule `NSE-15`). A later call of
    /// this function replaces an earlier call.
    public func update(from provider: sending any UNNotificationContentProviding) {
        let provider = UncheckedTransfer(provider)
        state.withLock { if !$0.isClosed { $0.provider = provider } }
    }

    /// Attaches a temporary file, which belongs to the notification from now on: the system moves
    /// the file into its store when the notification is shown; otherwise, the kit deletes the file.
    ///
    /// - Parameters:
    ///   - file: a file on this phone; its name ends with the extension of its type (rule `ATT-2`).
    ///   - identifier: the attachment's identifier within the notification. An attachment with the
    ///     same identifier is replaced.
    /// - Throws: `UNError` when the system does not accept the file, `CancellationError` when the
    ///   step's time has run out. In both cases, the file is deleted.
    public func attach(_ file: URL, as identifier: String) throws {
        guard own(file) else { throw CancellationError() }
        let attachment: UNNotificationAttachment
        do { attachment = try UNNotificationAttachment(identifier: identifier, url: file) } catch {
            disown(file)
            throw error
        }
        change { content in
            content.attachments =
                content.attachments.filter { $0.identifier != identifier } + [attachment]
        }
    }

    /// Makes the changes that the step has made so far take effect, even if the step fails or runs
    /// out of time later.
    public func keep() { onKeep() }

    /// Takes ownership of a file. If the draft is closed, deletes the file immediately.
    private func own(_ file: URL) -> Bool {
        let isOpen = state.withLock { state in
            if !state.isClosed { state.files.insert(file) }
            return !state.isClosed
        }
        if !isOpen { try? FileManager.default.removeItem(at: file) }
        return isOpen
    }

    private func disown(_ file: URL) {
        _ = state.withLock { $0.files.remove(file) }
        try? FileManager.default.removeItem(at: file)
    }

    // MARK: - For the run

    /// Returns the current contents, and transfers the ownership of the files to the caller.
    func takeContents() -> Contents {
        state.withLock { state in
            defer { state.files = [] }
            return Contents(
                content: state.content, provider: state.provider, files: state.files)
        }
    }

    /// Closes the draft and returns its contents.
    func close() -> Contents {
        state.withLock { state in
            state.isClosed = true
            defer { state.files = [] }
            return Contents(
                content: state.content, provider: state.provider, files: state.files)
        }
    }
}
