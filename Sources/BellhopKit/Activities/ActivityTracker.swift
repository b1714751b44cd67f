// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if os(iOS) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
import APNSWire
import Foundation
import GatewayAPI
public import Observation
public import UserNotificationsShim

/// Follows the app's Live Activities, and sends the server the tokens that a push needs to start or
/// update them.
///
/// ```swift
/// let tracker = ActivityTracker(registration: push.registration, context: push.context)
/// tracker.track(OrderAttributes.self)
/// ```
///
/// Create the tracker at each launch, including launches in the background, and track all types
/// right away: tokens change (rule `LA-9`), and if a push started an activity, the server has no
/// token for it until the tracker sends one. The tracker requires iOS 17; starting an activity by
/// push requires iOS 17.2, and channels require iOS 18.
@MainActor
@Observable
public final class ActivityTracker {
    /// The maximum number of activities remembered from launch to launch. If one of them has ended
    /// in the meantime, its token is reported as no longer in use. A phone shows far fewer
    /// activities at the same time.
    public nonisolated static let rememberedCountMax = 64

    /// The activities found in this launch, in the order in which they were found.
    public private(set) var activities: [TrackedActivity] = []
    /// Whether the person allows Live Activities; the system does not ask for permission (rule
    /// `LA-2`).
    public private(set) var areActivitiesEnabled = false
    /// Whether the person allows frequent updates by push. If not, the server should send fewer
    /// updates (`LA-17`).
    public private(set) var frequentPushesEnabled = false

    @ObservationIgnored private let registration: PushRegistration
    /// The attributes type of each activity whose token has been sent to the server, by identifier.
    @ObservationIgnored private let remembered: SharedFile<[String: String]>
    @ObservationIgnored private var tokens: [TokenName: Data] = [:]
    @ObservationIgnored private var types: Set<String> = []
    @ObservationIgnored private var enders: [@MainActor () async -> Void] = []
    @ObservationIgnored private var refreshers: [@MainActor () -> Void] = []
    @ObservationIgnored private var activations: Observations?
    @ObservationIgnored private let loops = RunningTasks()

    public init(registration: PushRegistration, context: AppContext) {
        self.registration = registration
        remembered = context.folder.onThisPhone.file("live-activities", missing: [:])
        let information = ActivityAuthorizationInfo()
        areActivitiesEnabled = information.areActivitiesEnabled
        frequentPushesEnabled = information.frequentPushesEnabled
        loops.add(
            Task { [weak self] in
                for await isEnabled in information.activityEnablementUpdates {
                    self?.areActivitiesEnabled = isEnabled
                }
            })
        loops.add(
            Task { [weak self] in
                for await isEnabled in information.frequentPushEnablementUpdates {
                    self?.frequentPushesEnabled = isEnabled
                }
            })
    }

    /// Follows all activities of a type, and the type's push-to-start token. The activities may
    /// already run, or be started later by the app or a push. Tracking a type again does nothing.
    public func track<Attributes: ActivityAttributes & Sendable>(_ type: Attributes.Type) {
        let name = Self.name(of: type)
        guard types.insert(name).inserted else { return }
        let running = Activity<Attributes>.activities
        forgetEnded(name, except: Set(running.filter(\.activityState.isLive).map(\.id)))
        for activity in running { follow(activity) }
        refreshers.append { [weak self] in self?.refresh(Activity<Attributes>.activities) }
        enders.append { await Self.endAll(type) }
        loops.add(
            Task { [weak self] in
                for await activity in Activity<Attributes>.activityUpdates {
                    self?.follow(activity)
                }
            })
        guard #available(iOS 17.2, *) else { return }
        let start = TokenName(.liveActivityStart, attributesType: name)
        if let token = Activity<Attributes>.pushToStartToken { upload(token, start) }
        loops.add(
            Task { [weak self] in
                for await token in Activity<Attributes>.pushToStartTokenUpdates {
                    self?.upload(token, start)
                }
            })
    }

    /// Reads all activities of the tracked types. Call it when the app becomes active, because
    /// changes made while the app was suspended may not have been reported. ``start(_:)`` calls it
    /// for you.
    public func resume() {
        let information = ActivityAuthorizationInfo()
        areActivitiesEnabled = information.areActivitiesEnabled
        frequentPushesEnabled = information.frequentPushesEnabled
        for refresh in refreshers { refresh() }
    }

    /// Calls ``resume()`` whenever the app becomes active.
    public func start(_ application: UIApplication) {
        activations = Observations(
            of: application,
            [UIApplication.didBecomeActiveNotification: { [weak self] in self?.resume() }])
    }

    /// Stops following the activities. The activities continue, and their tokens stay registered.
    public func stop() {
        activations = nil
        loops.cancel()
        (types, enders, refreshers) = ([], [], [])
    }

    /// Returns the name of an attributes type as a push states it, in `attributes-type`.
    public nonisolated static func name<Attributes: ActivityAttributes>(
        of type: Attributes.Type
    ) -> String { String(describing: type) }
}

// MARK: - Following

extension ActivityTracker {
    func follow<Attributes: ActivityAttributes & Sendable>(_ activity: Activity<Attributes>) {
        let type = Self.name(of: Attributes.self)
        let isKnown = activities.contains { $0.id == activity.id }
        guard types.contains(type), !isKnown else { return }
        if activities.count >= Self.rememberedCountMax,
            let over = activities.firstIndex(where: { !$0.isLive })
        {
            activities.remove(at: over)
        }
        activities.append(
            TrackedActivity(
                id: activity.id, attributesType: type, state: activity.activityState))
        guard activity.activityState.isLive else { return }
        let name = TokenName(.liveActivity, attributesType: type, activity: activity.id)
        // The sequence reports changes only; the token may already be available.
        if let token = activity.pushToken { upload(token, name) }
        let tokens = Task { [weak self] in
            for await token in activity.pushTokenUpdates { self?.upload(token, name) }
        }
        loops.add(tokens)
        loops.add(
            Task { [weak self] in
                for await state in activity.activityStateUpdates {
                    self?.note(state, of: name)
                    if !state.isLive { tokens.cancel() }
                    if state == .dismissed { return }
                }
            })
    }

    private func refresh<Attributes: ActivityAttributes & Sendable>(
        _ running: [Activity<Attributes>]
    ) {
        let type = Self.name(of: Attributes.self)
        for activity in running {
            follow(activity)
            let name = TokenName(.liveActivity, attributesType: type, activity: activity.id)
            note(activity.activityState, of: name)
            if let token = activity.pushToken { upload(token, name) }
        }
        let removed = activities.filter { tracked in
            tracked.attributesType == type && !running.contains { $0.id == tracked.id }
        }
        for activity in removed {
            note(
                .dismissed,
                of: TokenName(.liveActivity, attributesType: type, activity: activity.id))
        }
    }

    private func upload(_ token: Data, _ name: TokenName) {
        guard tokens[name] != token else { return }
        if let id = name.activity {
            // A token that arrives after the activity has ended is of no use (rule `LA-10`).
            guard let index = activities.firstIndex(where: { $0.id == id }),
                activities[index].isLive
            else { return }
            activities[index].hasToken = true
            remember(id, name.attributesType)
        }
        tokens[name] = token
        registration.register(name, token: token)
    }

    private func note(_ state: ActivityState, of name: TokenName) {
        guard let index = activities.firstIndex(where: { $0.id == name.activity }) else { return }
        activities[index].state = state
        guard !state.isLive, activities[index].hasToken else { return }
        activities[index].hasToken = false
        end(name)
    }

    private func end(_ name: TokenName) {
        tokens[name] = nil
        registration.end(name)
        guard let id = name.activity else { return }
        _ = try? remembered.update { $0[id] = nil }
    }

    private func remember(_ id: String, _ type: String?) {
        guard let type else { return }
        _ = try? remembered.update { known in
            guard known.count < Self.rememberedCountMax else { return }
            known[id] = type
        }
    }

    /// Reports that the tokens of activities that ended while the app was not running are no longer
    /// in use.
    private func forgetEnded(_ type: String, except running: Set<String>) {
        guard let known = try? remembered.read() else { return }
        for (id, knownType) in known where knownType == type && !running.contains(id) {
            end(TokenName(.liveActivity, attributesType: type, activity: id))
        }
    }

    func endTracked() async { for end in enders { await end() } }
}
#endif
