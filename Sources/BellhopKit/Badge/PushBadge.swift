// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The number on the app's icon, as the app manages it.
@MainActor
public final class PushBadge {
    /// The maximum number of repeated writes when the number changes during a write. Later changes
    /// trigger another write.
    private static let writesMax = 8

    public let policy: BadgePolicy
    private let counter: BadgeCounter
    private let write: @MainActor (Int) async -> Void
    private let onError: @MainActor (PushError) -> Void
    /// The badge of the newest push that arrived while another number was being written. The system
    /// may apply the two numbers in either order, so the push's badge is written again.
    private var newest: Int?
    private var writing = 0
    /// Receives each number that the app sets while the server determines the badge.
    var onSet: (@MainActor (Int) -> Void)?
    private var last: Task<Void, Never>?

    /// - Parameter write: passes the number to the system, and returns when the system has set it.
    init(
        _ policy: BadgePolicy, counter: BadgeCounter,
        write: @escaping @MainActor (Int) async -> Void,
        onError: @escaping @MainActor (PushError) -> Void
    ) {
        self.policy = policy
        self.counter = counter
        self.write = write
        self.onError = onError
    }

    /// Sets the number; a value below 0 is treated as 0 (rule `BDG-4`). If the server counts the
    /// badges of its messages, it continues from this number.
    public func set(_ count: Int) async {
        let count = max(0, count)
        if policy.source == .server { onSet?(count) }
        await inTurn { await $0.replace(count) }.value
    }

    /// Removes the number. The badge of a push that arrives in the meantime is kept.
    public func clear() async { await set(0) }

    /// Waits until the system has applied every number.
    func settled() async { await last?.value }

    /// Handles the app becoming active.
    func becameActive() async { if policy.clearsWhenActive { await clear() } }

    /// Handles a push that arrives while the app is in use.
    ///
    /// - Parameters:
    ///   - number: the badge of the push's content, after the service extension has run.
    ///   - isShown: whether the app's presentation options include the badge.
    /// - Returns: whether the system should apply the number.
    func arrived(_ number: Int?, isShown: Bool) -> Bool {
        guard let number, policy.source != .app else { return false }
        guard policy.source == .counted else {
            if isShown && writing > 0 { newest = number }
            return isShown
        }
        return isShown ? countsAsIs(number) : uncount(number)
    }

    /// Decides whether the system may apply the extension's number as it is. If the count was reset
    /// after the extension had counted the push, adds the push to the new count and writes the sum.
    private func countsAsIs(_ number: Int) -> Bool {
        guard let count = try? counter.count else { return true }
        if number <= count && writing == 0 { return true }
        if number > count { change { try $0.add(1) } }
        inTurn { await $0.writeCount() }
        return false
    }

    /// Removes the push from the count if the count includes it, because the person is looking at
    /// the push's content.
    private func uncount(_ number: Int) -> Bool {
        change { if try number <= $0.count { try $0.add(-1) } }
        return false
    }

    private func change(_ body: (BadgeCounter) throws -> Void) {
        do { try body(counter) } catch { onError(.files(error)) }
    }

    /// Runs changes in sequence, so that the system never gets an older number after a newer one.
    @discardableResult
    private func inTurn(
        _ body: @escaping @MainActor (PushBadge) async -> Void
    ) -> Task<Void, Never> {
        let before = last
        writing += 1
        let work = Task {
            await before?.value
            await body(self)
            writing -= 1
        }
        last = work
        return work
    }

    private func replace(_ count: Int) async {
        newest = nil
        if policy.source == .counted {
            change { try $0.set(count) }
            return await writeCount()
        }
        await write(count)
        for _ in 0..<Self.writesMax {
            guard let number = newest else { return }
            newest = nil
            await write(number)
        }
    }

    /// Writes the shared count until it no longer changes during the write.
    private func writeCount() async {
        do {
            for _ in 0..<Self.writesMax {
                let current = try counter.current
                await write(current.count)
                if try counter.current.generation == current.generation { return }
            }
        } catch { onError(.files(error)) }
    }
}
