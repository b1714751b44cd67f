// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import Foundation
public import GatewayAPI
public import Observation
public import UserNotificationsShim

/// Registers this installation with the server at every launch, so that the server can reach it.
///
/// The token is never stored for reuse: each launch requests it from the system again (`REG-3`,
/// "Registering your app with APNs"). Changes within half a second are sent in one call. Nothing is
/// sent when the server has confirmed the same state within the last day. Failed calls are repeated
/// at random intervals, in this launch and in later ones. `RegistrationState` makes these
/// decisions; this class carries them out.
@MainActor
@Observable
public final class PushRegistration {
    @ObservationIgnored private let backend: any DeviceBackend
    @ObservationIgnored private let context: AppContext
    @ObservationIgnored private let center: UNUserNotificationCenter
    @ObservationIgnored private let phone: String?
    @ObservationIgnored private let file: SharedFile<RegistrationRecord?>
    @ObservationIgnored private var state = RegistrationState()
    @ObservationIgnored private var generator = SystemRandomNumberGenerator()
    /// The running upload, which returns whether a call was made.
    @ObservationIgnored private var upload: Task<Bool, Never>?
    @ObservationIgnored private var wake: Task<Void, Never>?
    @ObservationIgnored private var activation: Observations?
    /// Called when the server has confirmed a registration.
    @ObservationIgnored var onConfirm: (@MainActor () -> Void)?

    /// The current status of the registration.
    public private(set) var status = RegistrationStatus.waitingForToken
    /// The user whom the app last reported as signed in, in this launch or an earlier one.
    public private(set) var user: String?
    /// The person's permission, which is read again before each call.
    public var permission: PermissionSnapshot? {
        didSet { if permission != oldValue { describe() } }
    }
    /// How often the app has asked for permission; `nil` if it does not count.
    public var asks: PermissionAsks? {
        didSet { if asks != oldValue { describe() } }
    }
    /// The key with which servers encrypt for this installation.
    public var encryptionKey: EncryptionKey? {
        didSet { if encryptionKey != oldValue { describe() } }
    }

    /// - Parameter center: the notification center, which provides the notification settings; by
    ///   default, the running app's center.
    public convenience init(
        backend: any DeviceBackend, context: AppContext,
        center: UNUserNotificationCenter = .current()
    ) {
        self.init(backend: backend, context: context, center: center, phone: PhoneMark.current)
    }

    init(
        backend: any DeviceBackend, context: AppContext, center: UNUserNotificationCenter,
        phone: String?
    ) {
        self.backend = backend
        self.context = context
        self.center = center
        self.phone = phone
        file = context.folder.onThisPhone.file("registration", missing: nil)
        load()
    }

    deinit {
        upload?.cancel()
        wake?.cancel()
    }

    /// The identity of this installation.
    ///
    /// - Throws: an error of the file system, for instance before the phone's first unlock.
    public var installation: Installation {
        get throws {
            try InstallationFile(folder: context.folder)
                .current(phone: phone, using: &generator).installation
        }
    }

    /// Whether the server knows this installation, because it confirmed a registration in this
    /// launch or an earlier one.
    public var isConfirmed: Bool { state.record?.confirmed != nil }

    /// Whether the server has everything that this registration contains.
    var isCurrent: Bool {
        isConfirmed && state.underWay == nil && !state.isNeeded(at: context.time.now)
    }

    // MARK: What the app reports

    #if (canImport(UIKit) && !os(watchOS)) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
    /// Requests the token from the system, as is required at each launch (`REG-3`), and sends the
    /// changes of earlier launches if the server does not have them yet. After this, the app need
    /// not call ``resume()``.
    public func start(_ application: UIApplication) {
        activation = Observations(
            of: application,
            [
                UIApplication.didBecomeActiveNotification: { [weak self, weak application] in
                    // A request that failed before may succeed now (`REG-11`).
                    if self?.state.tokenFailure != nil {
                        application?.registerForRemoteNotifications()
                    }
                    self?.resume()
                }
            ])
        application.registerForRemoteNotifications()
        resume()
    }
    #endif

    /// Reads the person's permission again, and retries failed calls. Call it when an app without
    /// `UIApplication` is launched or becomes active.
    public func resume() {
        load()
        apply(.resumed)
        describe()
        Task { [weak self, center] in
            let reading = await UNUserNotificationCenter.reading(of: center)
            self?.permission = reading.snapshot
        }
    }

    /// Handles the app's token. The system provides the token at each launch, and may provide a new
    /// token at any time (`REG-8`).
    public func didRegister(_ token: Data) { register(TokenName(.app), token: token) }

    /// Handles the system's failure to provide a token (`REG-11`); ``status`` gives the reason.
    public func didFailToRegister(_ error: any Error) {
        apply(.tokenFailed(TokenFailure.reason(error)))
    }

    /// Registers a token of another family (`REG-16`), for calls or Live Activities. The token
    /// replaces an earlier one with the same name.
    ///
    /// - Returns: `false` when nothing was done because a server could not accept the token: the
    ///   name lacks its attributes type or activity, or the token is invalid.
    @discardableResult
    public func register(_ name: TokenName, token: Data) -> Bool {
        guard name.isValid else { return false }
        do { apply(.token(name, try DeviceToken(bytes: token))) } catch {
            if name.family == .app { apply(.tokenFailed("\(error)")) }
            return false
        }
        return true
    }

    /// Marks a token as no longer in use, for instance because its Live Activity has ended.
    public func end(_ name: TokenName) {
        if name.isValid { apply(.ended(name)) }
    }

    /// Deletes this installation, its tokens and its user from the server, as when an account is
    /// deleted. The next launch registers again, without a user.
    ///
    /// - Throws: the error that the backend throws; nothing is deleted then.
    public func forget() async throws {
        await settled()
        try await backend.unregister(installation)
        user = nil
        change { $0.forget(RegistrationRecord(using: &generator)) }
        go()
    }

    /// Records that a user is signed in. Call it at each launch, too: no request is made if nothing
    /// has changed, and after a move to a new phone, the kit does not know the user.
    ///
    /// - Parameter proof: a statement of the app's server that confirms the user, if the gateway
    ///   requires such a statement.
    public func signIn(_ user: String, proof: String? = nil) {
        self.user = user
        apply(.user(user, proof: proof))
    }

    /// Records that no user is signed in: from now on, messages to the previous user must not reach
    /// this installation. Without a network, the server is informed at the first opportunity, in a
    /// later launch if necessary, and before anything else.
    ///
    /// Call ``PushCenter/signOut()`` instead if the app has a center: it also removes the user's
    /// data from the phone.
    public func signOut() {
        user = nil
        apply(.user(nil, proof: nil))
    }

    /// Sends waiting changes to the server immediately, without waiting for the end of a burst, and
    /// returns when no call is under way. Does not wait for retries of failed calls.
    public func settled() async {
        while true {
            state.endBurst()
            go()
            guard let upload, await upload.value else { return }
        }
    }

    /// Records that the app has set the number on its icon. The number is sent once, and the server
    /// continues to count from this number.
    func didSetBadge(_ number: Int) {
        apply(.badge(min(number, GatewayLimits.badgeBounds.upperBound)))
    }

    // MARK: Implementation

    /// Reads the record of earlier launches. Before the phone's first unlock, reading fails and is
    /// tried again later.
    private func load() {
        guard state.record == nil else { return }
        do {
            let known = try InstallationFile(folder: context.folder)
                .current(phone: phone, using: &generator)
            var record = try file.read()
            // If the installation is new, any existing record belongs to another phone and is
            // ignored.
            if known.isNew { record = nil }
            state.load(record ?? RegistrationRecord(using: &generator), at: context.time.now)
            user = state.record?.user
        } catch { return }
    }

    /// Updates the facts about the app.
    private func describe() {
        let facts = context.facts.renewed
        guard let environment = facts.environment else { return apply(.facts(nil)) }
        apply(
            .facts(
                DeviceRegistration(
                    app: facts.bundleID, environment: environment, locale: facts.locale,
                    timeZone: facts.timeZone, platform: facts.platform,
                    systemVersion: facts.systemVersion, appVersion: facts.appVersion,
                    permission: permission, asks: asks, encryptionKey: encryptionKey)))
    }

    private func apply(_ event: RegistrationEvent) {
        load()
        if state.facts == nil, event.isOccasion { describe() }
        change { $0.apply(event, at: context.time.now) }
        go()
    }

    /// Changes the state, and stores the part of it that must be preserved beyond this launch.
    private func change(_ body: (inout RegistrationState) -> Void) {
        let before = state.record
        body(&state)
        guard let record = state.record, record != before else { return }
        // Even if the file cannot be written, the work of this launch continues.
        _ = try? file.update { $0 = record }
    }

    /// Performs the next step, if one is due.
    private func go() {
        wake?.cancel()
        wake = nil
        defer { show() }
        guard upload == nil else { return }
        let now = context.time.now
        switch state.next(at: now) {
        case .nothing: return
        case .wait(let date):
            wake = Task { [weak self, time = context.time] in
                guard (try? await time.sleep(until: date)) != nil, !Task.isCancelled else { return }
                self?.go()
            }
        case .upload:
            upload = Task { [weak self, center, backend] in
                let reading = await UNUserNotificationCenter.reading(of: center)
                self?.permission = reading.snapshot
                guard let (registration, installation) = self?.begin() else {
                    self?.upload = nil
                    return false
                }
                let result: Result<Void, any Error>
                do {
                    result = .success(
                        try await backend.register(registration, as: installation))
                } catch { result = .failure(error) }
                self?.finish(result)
                return true
            }
        }
    }

    private func begin() -> (DeviceRegistration, Installation)? {
        guard let installation = try? installation else { return nil }
        var begun: DeviceRegistration?
        change { begun = $0.begin() }
        show()
        return begun.map { ($0, installation) }
    }

    private func finish(_ result: Result<Void, any Error>) {
        upload = nil
        let now = context.time.now
        change { state in
            switch result {
            case .success: state.succeed(at: now)
            case .failure(let error): state.fail(error, at: now, using: &generator)
            }
        }
        go()
        if case .success = result { onConfirm?() }
    }

    private func show() {
        let now = status(at: context.time.now)
        if status != now { status = now }
    }

    private func status(at now: Date) -> RegistrationStatus {
        if context.facts.environment == nil {
            return .failed(TokenFailure.noEntitlement, next: nil)
        }
        return state.status(at: now)
    }
}
