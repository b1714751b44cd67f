// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import Foundation
public import UserNotificationsShim

/// The app's local notifications, in any number: the system keeps only 64 of an app's requests and
/// silently drops the others (rule `LCL-12`). The schedule stores all notifications in a plan; the
/// system has those that are due soonest, and gets the next ones when the app is launched, becomes
/// active or is refreshed.
///
/// ```swift
/// try await schedule.plan(
///     LocalNotification(
///         id: "watering", LocalContent(title: "Water the plants"), .daily(hour: 9)))
/// ```
///
/// The app's other code may submit requests, too; the schedule leaves room for ``reserve`` of these
/// requests. If several processes use the schedule, they take turns, and each process sees the
/// notifications that the other processes planned.
@MainActor
public final class LocalSchedule {
    /// The maximum number of requests that the system keeps for one app.
    public nonisolated static let systemCountMax = 64
    /// The maximum number of notifications in a plan.
    public nonisolated static let planCountMax = 500
    /// The maximum number of location triggers that the system monitors for one app, including the
    /// app's own region conditions ("Monitoring the user's proximity to geographic regions").
    public nonisolated static let regionCountMax = 20
    /// The maximum length of an identifier, in bytes.
    public nonisolated static let identifierByteCountMax = 256
    /// The maximum size of a notification in the plan in bytes, not counting its files.
    public nonisolated static let notificationByteCountMax = 16_384
    /// How many requests are left to the app's other code by default.
    public nonisolated static let reserveDefault = 4

    /// How many of the system's requests are left to the app's other code. If that code has more
    /// requests, the schedule submits correspondingly fewer requests itself.
    public let reserve: Int
    /// The hours in which planned notifications must not disturb the person; see
    /// ``setQuietHours(_:)``.
    public private(set) var quietHours: QuietHours?
    let context: AppContext
    let requests: NotificationRequests
    private let location: @MainActor () -> LocationAccess
    private let timeZone: @MainActor () -> TimeZone
    private let store: LocalAttachmentStore
    private let file: SharedFile<SchedulePlan>
    /// The work under way; the next piece of work waits for it.
    private var last: Task<Void, Never>?
    private var activations: Observations?
    /// The identifiers that were cancelled while the plan could not be written. The next refill
    /// tries again to remove them from the plan.
    private var unwritten: Set<String> = []

    /// - Parameters:
    ///   - center: the notification center; by default, the running app's center.
    ///   - location: returns whether the app may use the person's location.
    ///   - timeZone: returns the phone's time zone; by default, the system's time zone.
    public init(
        context: AppContext, center: UNUserNotificationCenter = .current(),
        reserve: Int = LocalSchedule.reserveDefault, quietHours: QuietHours? = nil,
        location: @escaping @MainActor () -> LocationAccess = { .current },
        timeZone: (@MainActor () -> TimeZone)? = nil
    ) {
        self.context = context
        self.reserve = min(max(0, reserve), Self.systemCountMax)
        self.quietHours = quietHours
        self.location = location
        self.timeZone = timeZone ?? Self.systemTimeZone
        requests = NotificationRequests(center: center)
        store = LocalAttachmentStore(in: context.folder)
        file = context.folder.file("local-notifications", missing: SchedulePlan())
    }

    private static var systemTimeZone: @MainActor () -> TimeZone {
        #if canImport(UserNotifications) && !BELLHOP_VIRTUAL_PHONE
        return { .autoupdatingCurrent }
        #else
        let app = RunningApp.current
        return { app.timeZone ?? .gmt }
        #endif
    }

    /// Waits until all requested work is done.
    public func settled() async { await last?.value }

    /// Runs pieces of work in sequence.
    private func inTurn<Output: Sendable>(
        _ work: @escaping @MainActor () async -> Output
    ) async -> Output {
        await enqueue(work).value
    }

    /// Adds a piece of work after all work that was requested before; ``settled()`` waits for it
    /// from now on.
    @discardableResult
    private func enqueue<Output: Sendable>(
        _ work: @escaping @MainActor () async -> Output
    ) -> Task<Output, Never> {
        let before = last
        let task = Task {
            await before?.value
            return await work()
        }
        last = Task { _ = await task.value }
        return task
    }
}

// MARK: - Planning

extension LocalSchedule {
    /// Plans a notification, replacing one with the same identifier. If an identical notification
    /// is already planned, nothing changes, so an app may call this at each launch.
    ///
    /// - Throws: ``LocalNotificationError``; in that case, the plan is unchanged.
    public func plan(_ notification: LocalNotification) async throws(LocalNotificationError) {
        try await plan([notification])
    }

    /// Plans several notifications: either all of them or, if there is an error, none.
    public func plan(
        _ notifications: [LocalNotification]
    ) async throws(LocalNotificationError) {
        let result = await inTurn { [self] in
            do throws(LocalNotificationError) {
                return Result<Void, LocalNotificationError>.success(try await add(notifications))
            } catch { return .failure(error) }
        }
        try result.get()
    }

    private func add(_ notifications: [LocalNotification]) async throws(LocalNotificationError) {
        let now = context.time.now
        for notification in notifications { try check(notification, now) }
        guard await requests.areAllowed() else { throw .notAllowed }
        let pending = await requests.pending()
        let fingerprints = Set(pending.compactMap { $0.marker?.fingerprint })
        let before: SchedulePlan
        do {
            let (store, known) = (store, Self.plan(of: pending))
            before = try file.update { plan in
                let before = plan.wasWritten ? plan : known
                plan = before
                plan.wasWritten = true
                for id in unwritten { plan.entries[id] = nil }
                for notification in notifications {
                    try plan.insert(notification, at: now, pending: fingerprints, store)
                }
                guard plan.entries.count <= Self.planCountMax else {
                    throw LocalNotificationError.tooMany(countMax: Self.planCountMax)
                }
                guard plan.regionCount <= Self.regionCountMax else {
                    throw LocalNotificationError.tooManyRegions(countMax: Self.regionCountMax)
                }
                return before
            }
        } catch let error as LocalNotificationError { throw error } catch { throw .storage }
        unwritten = []
        let refill = await fill()
        for notification in notifications {
            guard let failure = refill.failures[notification.id] else { continue }
            // Restore the previous plan. The system still has the requests of this plan, or gets
            // them at the next refill.
            try? file.update { plan in
                for id in notifications.map(\.id) { plan.entries[id] = before.entries[id] }
            }
            _ = await fill()
            throw failure
        }
    }

    private func check(
        _ notification: LocalNotification, _ now: Date
    ) throws(LocalNotificationError) {
        guard (1...Self.identifierByteCountMax).contains(notification.plainID.utf8.count) else {
            throw .identifier
        }
        guard notification.content.hasEffect else { throw .nothingToShow }
        try notification.trigger.check(now: now, in: timeZone())
        let byteCount = (try? JSONEncoder().encode(notification))?.count
        guard let byteCount, byteCount <= Self.notificationByteCountMax else {
            throw .tooLarge(byteCountMax: Self.notificationByteCountMax)
        }
        if case .region(let region, _, _) = notification.trigger.systemTrigger(at: now) {
            #if os(macOS) || os(visionOS) || os(watchOS) || targetEnvironment(macCatalyst)
            throw .regionsUnavailable
            #else
            switch location() {
            case .none: throw .locationNotAllowed
            case .allowed(let isPrecise):
                guard isPrecise || region.radius >= LocalRegion.impreciseRadiusMin else {
                    throw .locationNotPrecise
                }
            }
            #endif
        }
    }
}

// MARK: - Cancelling and reading

extension LocalSchedule {
    /// Cancels notifications and removes those that are shown (rule `RM-1`), including snoozed
    /// ones; unknown identifiers are ignored.
    public func cancel(_ ids: String...) async { await cancel(ids) }

    /// Cancels notifications and removes those that are shown.
    public func cancel(_ ids: [String]) async {
        let ids = ids + ids.map(LocalNotification.snoozedID)
        await inTurn { [self] in
            unwritten.formUnion(ids)
            writeCancelled()
            requests.removePending(ids)
            requests.removeDelivered(ids)
            _ = await fill()
        }
    }

    /// Cancels all planned notifications and removes those that are shown, for instance when the
    /// person signs out. Other notifications of the app stay.
    public func cancelAll() async {
        let shown = await requests.delivered().keys
        await cancel(planned.map(\.id) + shown)
    }

    /// The planned notifications, soonest first; notifications with a location, which have no date,
    /// come first.
    public var planned: [LocalNotification] {
        let (now, zone) = (context.time.now, timeZone())
        guard let plan = readPlan() else { return [] }
        return plan.entries.values.map { $0.request(at: now, in: zone, quietHours) }
            .sorted { $0.isSooner(than: $1) }.map(\.notification)
    }

    /// Returns the date when a planned notification is due next, with quiet hours applied; `nil`
    /// for locations and for identifiers that are not planned.
    public func nextDate(of id: String) -> Date? {
        guard let entry = readPlan()?.entries[id] else { return nil }
        return entry.request(at: context.time.now, in: timeZone(), quietHours).date
    }

    /// Sets the hours in which planned notifications must not disturb the person.
    public func setQuietHours(_ hours: QuietHours?) async {
        quietHours = hours
        await refill()
    }
}

// MARK: - Refilling

extension LocalSchedule {
    /// Submits the soonest notifications of the plan to the system. Call it at each launch, when
    /// the app becomes active and when the app is refreshed in the background. ``start(_:)`` calls
    /// this function at launch and whenever the app becomes active.
    @discardableResult
    public func refill() async -> LocalRefill { await inTurn { [self] in await fill() } }

    #if canImport(UIKit) && !os(watchOS) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
    /// Refills now and whenever the app becomes active.
    public func start(_ application: UIApplication) {
        stop()
        enqueue { [self] in await fill() }
        // The refill is requested before the post of the notification returns, so that `settled()`
        // waits for it.
        activations = Observations(
            of: application,
            [
                UIApplication.didBecomeActiveNotification: { [weak self] in
                    self?.enqueue { await self?.fill() }
                }
            ])
    }
    #endif

    /// Stops the automatic refills that ``start(_:)`` began.
    public func stop() { activations = nil }

    /// Returns the plan; `nil` when it cannot be read, as before the phone's first unlock.
    private func readPlan() -> SchedulePlan? {
        guard var plan = try? file.read() else { return nil }
        for id in unwritten { plan.entries[id] = nil }
        return plan
    }

    private func writeCancelled() {
        guard !unwritten.isEmpty else { return }
        let written: Void? = try? file.update { plan in
            for id in unwritten { plan.entries[id] = nil }
        }
        if written != nil { unwritten = [] }
    }

    private func fill() async -> LocalRefill {
        var refill = LocalRefill()
        writeCancelled()
        let pending = await requests.pending()
        let system = SystemRequests(
            pending: Dictionary(
                pending.map { ($0.id, $0.marker?.fingerprint) }, uniquingKeysWith: { $1 }),
            delivered: await requests.delivered())
        refill.isAllowed = await requests.areAllowed()
        guard var plan = readPlan() else { return refill }
        if !plan.wasWritten { plan = Self.plan(of: pending) }
        let now = context.time.now
        let changes = plan.changes(
            system: system, now: now, in: timeZone(), quietHours: quietHours, reserve: reserve)
        if !changes.remove.isEmpty {
            plan.release(changes)
            let written: Void? = try? file.update { $0.release(changes) }
            guard written != nil else { return refill }
        }
        requests.removePending(changes.remove)
        (refill.removed, refill.missed) = (changes.remove, changes.missed)
        refill.waitingCount = changes.waitingCount
        for request in changes.add where refill.isAllowed {
            do throws(LocalNotificationError) {
                try await requests.add(request, at: now, store)
                refill.added.append(request.id)
            } catch { refill.failures[request.id] = error }
        }
        let failed = Set(changes.add.map(\.id)).subtracting(refill.added)
        save(changes, failed, from: plan, now)
        return refill
    }

    /// Stores the changes in the plan. If that fails, the next refill recognizes them from the
    /// system's requests.
    private func save(
        _ changes: ScheduleChanges, _ failed: Set<String>, from old: SchedulePlan, _ now: Date
    ) {
        var noted = old
        noted.apply(changes, failed: failed, from: old, now: now)
        noted.wasWritten = true
        guard noted != old || !old.wasWritten else { return }
        _ = try? file.update { plan in
            if !plan.wasWritten { plan = old }
            plan.apply(changes, failed: failed, from: old, now: now)
            plan.wasWritten = true
            store.prune(keeping: plan)
        }
    }

    /// Rebuilds a lost plan from the requests that the system has.
    private static func plan(of pending: [NotificationRequests.Pending]) -> SchedulePlan {
        var plan = SchedulePlan()
        for marker in pending.compactMap(\.marker) {
            plan.entries[marker.notification.id] = SchedulePlan.Entry(
                notification: marker.notification, plannedAt: marker.plannedAt)
        }
        return plan
    }
}
