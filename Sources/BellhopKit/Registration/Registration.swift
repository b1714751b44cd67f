// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import Foundation
public import GatewayAPI
public import Observation
public import UserNotificationsShim

/// Tells the server, at every launch, how to reach this installation.
///
/// The token is never kept as truth: each launch asks the system for it anew (`REG-3`,
/// "Registering your app with APNs"). What changes within half a second goes in one call. A server
/// that has confirmed the same within a day is not told again. Calls that fail are repeated, with
/// random waits, in this launch and in later ones. ``RegistrationState`` decides all that; this
/// class does it.
@MainActor
@Observable
public final class Registration {
    @ObservationIgnored private let backend: any DeviceBackend
    @ObservationIgnored private let context: AppContext
    @ObservationIgnored private let center: UNUserNotificationCenter
    @ObservationIgnored private let phone: String?
    @ObservationIgnored private let file: SharedFile<RegistrationRecord?>
    @ObservationIgnored private var state = RegistrationState()
    @ObservationIgnored private var generator = SystemRandomNumberGenerator()
    /// Says at its end whether a call was made.
    @ObservationIgnored private var upload: Task<Bool, Never>?
    @ObservationIgnored private var wake: Task<Void, Never>?
    @ObservationIgnored private var activation: Observations?

    /// Where registering stands.
    public private(set) var status = RegistrationStatus.waitingForToken
    /// Who is signed in, as the app said last, in this launch or an earlier one.
    public private(set) var user: String?
    /// What the person allows; read anew before each call.
    public var permission: PermissionSnapshot? {
        didSet { if permission != oldValue { describe() } }
    }
    /// The key by which servers encrypt for this installation.
    public var encryptionKey: EncryptionKey? {
        didSet { if encryptionKey != oldValue { describe() } }
    }

    /// - Parameter center: tells what the person allows; the running app's unless told otherwise.
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

    /// Who this installation is.
    ///
    /// - Throws: an error of the file system, for instance before the phone's first unlock.
    public var installation: Installation {
        get throws {
            try InstallationFile(folder: context.folder)
                .current(phone: phone, using: &generator).installation
        }
    }

    /// Whether the server knows this installation: it confirmed a registration, in this launch or
    /// an earlier one.
    public var isConfirmed: Bool { state.record?.confirmed != nil }

    // MARK: What the app says

    #if (canImport(UIKit) && !os(watchOS)) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
    /// Asks the system for the token, as is to be done at each launch (`REG-3`), and tells the
    /// server what is left from earlier launches. From then on the app need not call
    /// ``resume()``.
    public func start(_ application: UIApplication) {
        activation = Observations(
            of: application,
            [
                UIApplication.didBecomeActiveNotification: { [weak self, weak application] in
                    // What the system could not do then, it may now (`REG-11`).
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

    /// To be called when an app without `UIApplication` is launched or becomes active: reads what
    /// the person allows now, and tries again what has failed.
    public func resume() {
        load()
        apply(.resumed)
        describe()
        Task { [weak self, center] in
            let reading = await UNUserNotificationCenter.reading(of: center)
            self?.permission = reading.snapshot
        }
    }

    /// The system gave the app its token, at launch or unasked (`REG-8`).
    public func didRegister(_ token: Data) { register(TokenName(.app), token: token) }

    /// The system gives the app no token now (`REG-11`); ``status`` says why.
    public func didFailToRegister(_ error: any Error) {
        apply(.tokenFailed(TokenFailure.reason(error)))
    }

    /// The system gave a token of another family (`REG-16`): calls, Live Activities. A new one of
    /// the same name replaces the one before.
    ///
    /// - Returns: false when a server could not take it, and nothing was done: the name lacks its
    ///   attributes type or activity, or the token is none.
    @discardableResult
    public func register(_ name: TokenName, token: Data) -> Bool {
        guard name.isWhole else { return false }
        do { apply(.token(name, try DeviceToken(bytes: token))) } catch {
            if name.family == .app { apply(.tokenFailed("\(error)")) }
            return false
        }
        return true
    }

    /// A token is of no use any more, for instance because its Live Activity has ended.
    public func end(_ name: TokenName) {
        if name.isWhole { apply(.ended(name)) }
    }

    /// Has the server forget this installation, its tokens and its user, as when an account is
    /// deleted. The next launch registers again, as nobody's.
    ///
    /// - Throws: what the backend throws; then nothing is forgotten.
    public func forget() async throws {
        await settled()
        try await backend.unregister(installation)
        user = nil
        change { $0.forget(RegistrationRecord(using: &generator)) }
        go()
    }

    /// Somebody is signed in. Say it at each launch, too: it costs nothing when nothing has
    /// changed, and after moving to a new phone the kit does not know.
    ///
    /// - Parameter proof: the app server's word that this is the user, if the gateway asks for it.
    public func signIn(_ user: String, proof: String? = nil) {
        self.user = user
        apply(.user(user, proof: proof))
    }

    /// Nobody is signed in: what is sent to the user from now on must not come to this
    /// installation. Without a network, the server is told at the first opportunity, in a later
    /// launch if need be, and before anything else.
    ///
    /// Call ``PushCenter/signOut()`` where there is one: it also takes away what the phone has of
    /// them.
    public func signOut() {
        user = nil
        apply(.user(nil, proof: nil))
    }

    /// Tells the server at once what would wait for the end of a burst, and returns when no call is
    /// under way. Repeats of calls that failed are not waited for.
    public func settled() async {
        while true {
            state.endBurst()
            go()
            guard let upload, await upload.value else { return }
        }
    }

    // MARK: How it is done

    /// Reads what earlier launches left; fails before the phone's first unlock, and is then tried
    /// again.
    private func load() {
        guard state.record == nil else { return }
        do {
            let known = try InstallationFile(folder: context.folder)
                .current(phone: phone, using: &generator)
            var record = try file.read()
            // What was remembered is another phone's.
            if known.isNew { record = nil }
            state.load(record ?? RegistrationRecord(using: &generator), at: context.time.now)
            user = state.record?.user
        } catch { return }
    }

    /// Says anew what the app is.
    private func describe() {
        let facts = context.facts.renewed
        guard let environment = facts.environment else { return apply(.facts(nil)) }
        apply(
            .facts(
                DeviceRegistration(
                    app: facts.bundleID, environment: environment, locale: facts.locale,
                    timeZone: facts.timeZone, platform: facts.platform,
                    systemVersion: facts.systemVersion, appVersion: facts.appVersion,
                    permission: permission, encryptionKey: encryptionKey)))
    }

    private func apply(_ event: RegistrationEvent) {
        load()
        if state.facts == nil, event.isOccasion { describe() }
        change { $0.apply(event, at: context.time.now) }
        go()
    }

    /// Changes the state and keeps what has to outlive the launch.
    private func change(_ body: (inout RegistrationState) -> Void) {
        let before = state.record
        body(&state)
        guard let record = state.record, record != before else { return }
        // Without a disk, this launch still does its work.
        _ = try? file.update { $0 = record }
    }

    /// Does what is to be done now.
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
                let wait = Duration(saturatingSeconds: date.timeIntervalSince(time.now))
                guard (try? await time.sleep(for: wait)) != nil, !Task.isCancelled else { return }
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
