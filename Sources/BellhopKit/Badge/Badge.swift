// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The number on the icon, from the app's side.
@MainActor
public final class Badge {
    /// How often a number is written again because it changed meanwhile; later changes write
    /// themselves.
    private static let writesMax = 8

    public let policy: BadgePolicy
    private let counter: BadgeCounter
    private let write: @MainActor (Int) async -> Void
    private let fault: @MainActor (PushFault) -> Void
    /// What pushes said while a number was being written: the system may apply either last.
    private var newest: Int?
    private var writing = 0
    private var last: Task<Void, Never>?

    /// - Parameter write: gives the number to the system, and ends when the system has it.
    init(
        _ policy: BadgePolicy, counter: BadgeCounter,
        write: @escaping @MainActor (Int) async -> Void,
        fault: @escaping @MainActor (PushFault) -> Void
    ) {
        self.policy = policy
        self.counter = counter
        self.write = write
        self.fault = fault
    }

    /// Says what the number is; below 0 counts as 0 (rule `BDG-4`).
    public func set(_ count: Int) async { await inTurn { await $0.replace(max(0, count)) }.value }

    /// Takes the number away. A push that arrives meanwhile keeps its own.
    public func clear() async { await set(0) }

    /// Waits until every number is with the system.
    func settled() async { await last?.value }

    /// The app became active.
    func becameActive() async { if policy.clearsWhenActive { await clear() } }

    /// A push arrived while the app is in use.
    ///
    /// - Parameters:
    ///   - number: what its content says now, after the service extension.
    ///   - isShown: whether the app wants its number applied.
    /// - Returns: whether the system is to apply the number.
    func arrived(_ number: Int?, isShown: Bool) -> Bool {
        guard let number, policy.source != .app else { return false }
        guard policy.source == .counted else {
            if isShown && writing > 0 { newest = number }
            return isShown
        }
        return isShown ? countsAsIs(number) : uncount(number)
    }

    /// The extension may have counted it before the count began anew: then it counts now.
    private func countsAsIs(_ number: Int) -> Bool {
        guard let count = try? counter.count else { return true }
        if number <= count && writing == 0 { return true }
        if number > count { change { try $0.add(1) } }
        inTurn { await $0.writeCount() }
        return false
    }

    /// The person has it before their eyes. If it is in the count, it leaves that.
    private func uncount(_ number: Int) -> Bool {
        change { if try number <= $0.count { try $0.add(-1) } }
        return false
    }

    private func change(_ body: (BadgeCounter) throws -> Void) {
        do { try body(counter) } catch { fault(.files(error)) }
    }

    /// One after the other, so that an older number never comes last.
    @discardableResult
    private func inTurn(
        _ body: @escaping @MainActor (Badge) async -> Void
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

    /// Writes what the extensions have counted until that is what was written.
    private func writeCount() async {
        do {
            for _ in 0..<Self.writesMax {
                let current = try counter.current
                await write(current.count)
                if try counter.current.generation == current.generation { return }
            }
        } catch { fault(.files(error)) }
    }
}
