// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import Foundation
public import UserNotificationsShim

/// The app's local notifications, as many as it likes: the system keeps 64 of an app and drops the
/// others without a word (rule `LCL-12`). Here all are kept in a plan; the system has the soonest
/// of them, and gets the next ones when the app is launched, becomes active or is refreshed.
///
/// ```swift
/// try await schedule.plan(
///     LocalNotification(
///         id: "watering", LocalContent(title: "Water the plants"), .daily(hour: 9)))
/// ```
///
/// The app's other code may add requests of its own, ``reserve`` of them without crowding any out.
/// Of several processes one schedules at a time; each sees what the others planned.
@MainActor
public final class LocalSchedule {
    /// How many requests the system keeps for one app.
    public nonisolated static let systemCountMax = 64
    /// How many notifications a plan holds.
    public nonisolated static let planCountMax = 500
    /// How many notifications for places the system watches for one app, together with the app's
    /// own conditions ("Monitoring the user's proximity to geographic regions").
    public nonisolated static let placeCountMax = 20
    /// How long an identifier may be.
    public nonisolated static let identifierByteCountMax = 256
    /// How much one notification may bring into the plan, its files aside.
    public nonisolated static let notificationByteCountMax = 16_384
    /// How many requests are left to the app's other code unless told otherwise.
    public nonisolated static let reserveDefault = 4

    /// How many of the system's requests are left to the app's other code. When it has more than
    /// that, the schedule makes room for them too.
    public let reserve: Int
    /// The hours in which planned notifications disturb nobody; ``setQuietHours(_:)``.
    public private(set) var quietHours: QuietHours?
    let context: AppContext
    let requests: NotificationRequests
    private let location: @MainActor () -> LocationAccess
    private let timeZone: @MainActor () -> TimeZone
    private let store: LocalAttachmentStore
    private let file: SharedFile<SchedulePlan>
    /// The work that is under way; the next one waits for it.
    private var last: Task<Void, Never>?
    private var observer: (any NSObjectProtocol)?
    /// What was cancelled while the plan could not be written; tried again with the next refill.
    private var unwritten: Set<String> = []

    /// - Parameters:
    ///   - center: the running app's unless told otherwise.
    ///   - location: whether the app may know where the person is.
    ///   - timeZone: where the phone is now; the system's unless told otherwise.
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

    /// Waits until all that was asked for is done.
    public func settled() async { await last?.value }

    /// Lets one piece of work run after the other.
    private func inTurn<Answer: Sendable>(
        _ work: @escaping @MainActor () async -> Answer
    ) async -> Answer {
        let before = last
        let task = Task {
            await before?.value
            return await work()
        }
        last = Task { _ = await task.value }
        return await task.value
    }
}

// MARK: - Planning

extension LocalSchedule {
    /// Plans a notification; one with the same identifier is replaced. Planning the same again
    /// changes nothing, so an app may do that at each launch.
    ///
    /// - Throws: ``LocalNotificationError``; the plan is as before then.
    public func plan(_ notification: LocalNotification) async throws(LocalNotificationError) {
        try await plan([notification])
    }

    /// Plans several, all or none of them.
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
                let before = plan.isKnown ? plan : known
                plan = before
                plan.isKnown = true
                for id in unwritten { plan.entries[id] = nil }
                for notification in notifications {
                    try plan.insert(notification, at: now, pending: fingerprints, store)
                }
                guard plan.entries.count <= Self.planCountMax else {
                    throw LocalNotificationError.tooMany(countMax: Self.planCountMax)
                }
                guard plan.placeCount <= Self.placeCountMax else {
                    throw LocalNotificationError.tooManyPlaces(countMax: Self.placeCountMax)
                }
                return before
            }
        } catch let error as LocalNotificationError { throw error } catch { throw .storage }
        unwritten = []
        let refill = await fill()
        for notification in notifications {
            guard let failure = refill.failures[notification.id] else { continue }
            // Back to what was planned before; the system has that or gets it again.
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
            throw .placesUnavailable
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

// MARK: - Taking back and looking

extension LocalSchedule {
    /// Takes notifications back, also where they are shown (rule `RM-1`), with what was snoozed of
    /// them; unknown identifiers are ignored.
    public func cancel(_ ids: String...) async { await cancel(ids) }

    /// Takes notifications back, also where they are shown.
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

    /// Takes back everything that was planned, also what is shown of it, for instance when the
    /// person signs out. Other notifications of the app stay.
    public func cancelAll() async {
        let shown = await requests.delivered().keys
        await cancel(planned.map(\.id) + shown)
    }

    /// What is to come, the soonest first; places, which have no time, before them.
    public var planned: [LocalNotification] {
        let (now, zone) = (context.time.now, timeZone())
        guard let plan = readPlan() else { return [] }
        return plan.entries.values.map { $0.request(at: now, in: zone, quietHours) }
            .sorted { $0.isSooner(than: $1) }.map(\.notification)
    }

    /// When a planned notification comes next, quiet hours included; `nil` for places and for
    /// identifiers that are not planned.
    public func nextDate(of id: String) -> Date? {
        guard let entry = readPlan()?.entries[id] else { return nil }
        return entry.request(at: context.time.now, in: timeZone(), quietHours).date
    }

    /// Sets the hours in which planned notifications disturb nobody.
    public func setQuietHours(_ hours: QuietHours?) async {
        quietHours = hours
        await refill()
    }
}

// MARK: - Refilling

extension LocalSchedule {
    /// Gives the system the soonest notifications of the plan. To be called at each launch, when
    /// the app becomes active and when it is refreshed in the background; ``start(_:)`` does the
    /// first two.
    @discardableResult
    public func refill() async -> LocalRefill { await inTurn { [self] in await fill() } }

    #if canImport(UIKit) && !os(watchOS) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
    /// Refills now and whenever the app becomes active.
    public func start(_ application: UIApplication) {
        stop()
        Task { await refill() }
        observer = NotificationCenter.default.addObserver(
            forName: UIApplication.didBecomeActiveNotification, object: application, queue: nil
        ) { [weak self] _ in
            Task { await self?.refill() }
        }
    }
    #endif

    /// Ends what ``start(_:)`` began.
    public func stop() {
        if let observer { NotificationCenter.default.removeObserver(observer) }
        observer = nil
    }

    /// The plan; `nil` when it cannot be read, as before the phone's first unlock.
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
        if !plan.isKnown { plan = Self.plan(of: pending) }
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

    /// Writes down what was done. When that fails, the next look finds it in the system.
    private func save(
        _ changes: ScheduleChanges, _ failed: Set<String>, from old: SchedulePlan, _ now: Date
    ) {
        var noted = old
        noted.apply(changes, failed: failed, from: old, now: now)
        noted.isKnown = true
        guard noted != old || !old.isKnown else { return }
        _ = try? file.update { plan in
            if !plan.isKnown { plan = old }
            plan.apply(changes, failed: failed, from: old, now: now)
            plan.isKnown = true
            store.prune(keeping: plan)
        }
    }

    /// A plan of what the system has, for one that was lost.
    private static func plan(of pending: [NotificationRequests.Pending]) -> SchedulePlan {
        var plan = SchedulePlan()
        for marker in pending.compactMap(\.marker) {
            plan.entries[marker.notification.id] = SchedulePlan.Entry(
                notification: marker.notification, plannedAt: marker.plannedAt)
        }
        return plan
    }
}
