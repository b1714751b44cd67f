// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopTesting
import Foundation
import GatewayAPI
import Testing

@testable import BellhopKit

/// An app that calls `PushRegistration` itself, without the rest of the kit.
private final class RegisteringDelegate: NSObject, UIApplicationDelegate {
    let registration: PushRegistration

    init(backend: any DeviceBackend) {
        registration = PushRegistration(backend: backend, context: .current(appGroup: nil))
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        registration.start(application)
        return true
    }

    func application(
        _ application: UIApplication,
        didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) { registration.didRegister(deviceToken) }

    func application(
        _ application: UIApplication,
        didFailToRegisterForRemoteNotificationsWithError error: any Error
    ) { registration.didFailToRegister(error) }
}

private let shop = "com.example.shop"

/// A phone with the app above, and the app's server.
@MainActor
private struct Fixture<Backend: DeviceBackend> {
    let phone: TestPhone
    let app: AppUnderTest
    let backend: Backend

    init(
        _ backend: Backend, failsOffline: Bool = false,
        configure: (inout TestApp) -> Void = { _ in }
    ) async throws {
        let choose: @Sendable (inout Device) -> Void = {
            $0.choices.registrationFailsOffline = failsOffline
        }
        phone = try await TestPhone(configure: choose)
        self.backend = backend
        var app = TestApp(shop) { RegisteringDelegate(backend: backend) }
        configure(&app)
        self.app = try await phone.install(app)
    }

    /// The app's registration in its running process.
    var registration: PushRegistration {
        get throws { try #require(app.delegate(as: RegisteringDelegate.self)).registration }
    }

    /// Leaves the app and opens it again; returns when its calls have been made.
    func comeBack() async throws {
        try await phone.goHome()
        try await phone.launch(app)
        await phone.settle()
        try await registration.settled()
    }

    /// Launches the app again; returns when its calls have been made.
    func launch() async throws {
        if app.delegate(as: RegisteringDelegate.self) != nil { try await phone.forceQuit(app) }
        try await phone.launch(app)
        await phone.settle()
        try await registration.settled()
    }
}

@MainActor
struct RegistrationTests {
    @Test
    func `T044, T045, REG-3: every launch registers; the token and all facts are uploaded once`()
        async throws
    {
        let fixture = try await Fixture(InMemoryBackend())
        try await fixture.phone.setPermission(.provisional, for: fixture.app)
        try await fixture.phone.perform(.setLanguage("pt-BR"))
        try await fixture.phone.perform(.setTimeZone("Europe/Lisbon"))
        try await fixture.launch()
        let registration = try #require(await fixture.backend.registrations.values.first)
        let token = try #require(fixture.app.token)
        let json = String(decoding: try GatewayJSON.encode(registration), as: UTF8.self)
        #expect(json.contains("\"token\":\"\(token.hex)\""))
        #expect(registration.app == shop && registration.environment == .sandbox)
        #expect(registration.user == nil)
        #expect(registration.locale == "pt-BR" && registration.timeZone == "Europe/Lisbon")
        #expect(registration.platform == .iOS && registration.systemVersion != nil)
        #expect(registration.permission?.authorization == .provisional)

        try await fixture.launch()
        let registrations = fixture.app.calls.filter {
            $0 == "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)"
        }
        #expect(registrations.count == 2)
        #expect(await fixture.backend.callCount == 1)
    }

    @Test func `T048, REG-8: a token that changes while the app runs is uploaded automatically`()
        async throws
    {
        let fixture = try await Fixture(InMemoryBackend())
        try await fixture.launch()
        let old = try #require(fixture.app.token)
        try await fixture.phone.perform(.rotateToken(bundleID: shop))
        await fixture.phone.settle()
        try await fixture.registration.settled()
        let new = try #require(fixture.app.token)
        #expect(old != new)
        #expect(await fixture.backend.tokens.values.map { $0[TokenName(.app)] } == [new])
        #expect(await fixture.backend.callCount == 2)
    }

    @Test func `a token that changes during an upload leads to a second upload with the new one`()
        async throws
    {
        let fixture = try await Fixture(HeldBackend())
        try await fixture.phone.launch(fixture.app)
        await fixture.phone.settle()
        async let settled: Void = try fixture.registration.settled()
        await fixture.backend.arrivals(1)
        let old = try #require(fixture.app.token)
        try await fixture.phone.perform(.rotateToken(bundleID: shop))
        let new = try #require(fixture.app.token)
        await fixture.backend.letThrough()
        await fixture.backend.arrivals(2)
        await fixture.backend.letThrough()
        try await settled
        #expect(await fixture.backend.arrived.map { $0.tokens.map(\.token) } == [[old], [new]])
        #expect(await fixture.backend.inner.tokens.values.map { $0[TokenName(.app)] } == [new])
    }

    @Test func `user and token are uploaded after the backend was down for three launches`()
        async throws
    {
        let fixture = try await Fixture(InMemoryBackend())
        await fixture.backend.fail(with: BackendError(.unreachable, "the server cannot be reached"))
        for launch in 1...3 {
            try await fixture.launch()
            if launch == 2 { try fixture.registration.signIn("alex") }
            try await fixture.registration.settled()
            guard case .failed(let why, next: .some) = try fixture.registration.status else {
                Issue.record("status \(try fixture.registration.status)")
                return
            }
            #expect(why == "the server cannot be reached")
            try await fixture.phone.forceQuit(fixture.app)
            await fixture.phone.advance(by: .seconds(3600))
        }
        #expect(await fixture.backend.registrations.isEmpty)
        await fixture.backend.fail(with: nil)
        try await fixture.launch()
        let registration = try #require(await fixture.backend.registrations.values.first)
        #expect(registration.user == "alex")
        #expect(registration.tokens.map(\.token) == [try #require(fixture.app.token)])
        #expect(await fixture.backend.registrations.count == 1)
    }

    @Test func `a failed call is repeated in the same launch after its wait`()
        async throws
    {
        let fixture = try await Fixture(InMemoryBackend())
        await fixture.backend.fail(with: BackendError(.unreachable, "the server cannot be reached"))
        try await fixture.launch()
        await fixture.backend.fail(with: nil)
        while fixture.phone.clock.sleeperCount == 0 { await Task.yield() }
        await fixture.phone.advance(by: RetryDelay.standard.first)
        try await fixture.registration.settled()
        #expect(await fixture.backend.registrations.count == 1)
        #expect(fixture.phone.clock.sleeperCount == 0)
    }

    @Test func `a clock that is a day ahead, and then correct, does not prevent uploads`()
        async throws
    {
        let fixture = try await Fixture(InMemoryBackend())
        let correctTime = fixture.phone.clock.now
        fixture.phone.clock.jump(to: correctTime + 86_400)
        try await fixture.launch()
        #expect(await fixture.backend.callCount == 1)
        fixture.phone.clock.jump(to: correctTime)
        try await fixture.launch()
        #expect(await fixture.backend.callCount == 2)
        try await fixture.launch()
        #expect(await fixture.backend.callCount == 2)
    }

    @Test func `REG-12: without a network, the token is provided and uploaded later`()
        async throws
    {
        let fixture = try await Fixture(InMemoryBackend())
        try await fixture.phone.perform(.setOnline(false))
        try await fixture.launch()
        #expect(try fixture.registration.status == .waitingForToken)
        #expect(await fixture.backend.callCount == 0)
        try await fixture.phone.perform(.setOnline(true))
        await fixture.phone.settle()
        try await fixture.registration.settled()
        #expect(await fixture.backend.registrations.count == 1)
    }

    @Test func `REG-11: a failed registration is reported with its reason until a token arrives`()
        async throws
    {
        let fixture = try await Fixture(InMemoryBackend(), failsOffline: true)
        try await fixture.phone.perform(.setOnline(false))
        try await fixture.launch()
        guard case .failed(let why, next: nil) = try fixture.registration.status else {
            Issue.record("status \(try fixture.registration.status)")
            return
        }
        #expect(why.contains("Check the network"))
        try await fixture.phone.perform(.setOnline(true))
        try await fixture.comeBack()
        try await fixture.registration.settled()
        guard case .registered = try fixture.registration.status else {
            Issue.record("status \(try fixture.registration.status)")
            return
        }
        #expect(await fixture.backend.callCount == 1)
    }

    @Test
    func `before the first unlock nothing is sent or overwritten, and everything is sent after it`()
        async throws
    {
        let fixture = try await Fixture(InMemoryBackend())
        try await fixture.launch()
        try fixture.registration.signIn("alex")
        try await fixture.registration.settled()
        try await fixture.phone.forceQuit(fixture.app)
        // A folder cannot be read as a file, just as the files of a locked phone cannot be read.
        let folder = await fixture.app.run { AppContext.current(appGroup: nil).folder }
        let file = folder.onThisPhone.url.appendingPathComponent("registration.json")
        let aside = file.appendingPathExtension("aside")
        try FileManager.default.moveItem(at: file, to: aside)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        try await fixture.phone.perform(.rotateToken(bundleID: shop))
        try await fixture.launch()
        #expect(await fixture.backend.callCount == 2)
        try FileManager.default.removeItem(at: file)
        try FileManager.default.moveItem(at: aside, to: file)
        try await fixture.comeBack()
        let token = try #require(fixture.app.token)
        #expect(await fixture.backend.registrations.values.map(\.user) == ["alex"])
        #expect(await fixture.backend.tokens.values.map { $0[TokenName(.app)] } == [token])
    }

    @Test func `REG-11: a missing entitlement is reported`() async throws {
        let fixture = try await Fixture(InMemoryBackend()) { $0.capabilities.environment = nil }
        try await fixture.launch()
        guard case .failed(let why, next: nil) = try fixture.registration.status else {
            Issue.record("status \(try fixture.registration.status)")
            return
        }
        #expect(why.contains("aps-environment"))
        #expect(await fixture.backend.callCount == 0)
    }

    @Test
    func `REG-5: after a restore from a backup, the server has one installation, with a new token`()
        async throws
    {
        let fixture = try await Fixture(InMemoryBackend())
        try await fixture.launch()
        let old = try #require(fixture.app.token)
        try await fixture.phone.perform(.restoreFromBackup)
        try await fixture.phone.unlock()
        try await fixture.launch()
        let new = try #require(fixture.app.token)
        #expect(old != new)
        #expect(await fixture.backend.tokens.values.map { $0[TokenName(.app)] } == [new])
    }

    @Test func `a change of time zone is sent when the app is used again`() async throws {
        let fixture = try await Fixture(InMemoryBackend())
        try await fixture.launch()
        try await fixture.phone.perform(.setTimeZone("Asia/Tokyo"))
        try await fixture.comeBack()
        #expect(await fixture.backend.registrations.values.map(\.timeZone) == ["Asia/Tokyo"])
    }

    @Test func `REG-16: tokens of activities are added, changed and ended by their names`()
        async throws
    {
        let fixture = try await Fixture(InMemoryBackend())
        try await fixture.launch()
        let registration = try fixture.registration
        let start = TokenName(.liveActivityStart, attributesType: "Order")
        let update = TokenName(.liveActivity, attributesType: "Order", activity: "a1")
        registration.register(start, token: Data(repeating: 1, count: 80))
        registration.register(update, token: Data(repeating: 2, count: 80))
        registration.register(update, token: Data(repeating: 3, count: 80))
        await registration.settled()
        #expect(await fixture.backend.callCount == 2)
        #expect(
            await fixture.backend.tokens.values.first?[update]?.bytes
                == Array(repeating: 3, count: 80))
        registration.end(update)
        await registration.settled()
        let names = try #require(await fixture.backend.tokens.values.first).keys
        #expect(Set(names) == [TokenName(.app), start])
    }

    @Test func `a name or token that servers refuse does not prevent the registration`()
        async throws
    {
        let fixture = try await Fixture(InMemoryBackend())
        try await fixture.launch()
        let registration = try fixture.registration
        let token = Data(repeating: 1, count: 80)
        for name in [
            TokenName(.liveActivity), TokenName(.liveActivityStart),
            TokenName(.liveActivity, attributesType: "", activity: "a"),
            TokenName(.app, attributesType: "Order"),
            TokenName(.liveActivityStart, attributesType: String(repeating: "x", count: 256)),
        ] { #expect(!registration.register(name, token: token)) }
        let valid = TokenName(.liveActivityStart, attributesType: "Order")
        #expect(!registration.register(valid, token: Data()))
        #expect(!registration.register(valid, token: Data(count: 5_000)))
        await registration.settled()
        #expect(await fixture.backend.callCount == 1)
    }

    @Test func `a deleted installation registers again at the next launch, without a user`()
        async throws
    {
        let fixture = try await Fixture(InMemoryBackend())
        try await fixture.launch()
        try fixture.registration.signIn("alex")
        try await fixture.registration.forget()
        #expect(await fixture.backend.registrations.isEmpty)
        #expect(try fixture.registration.status == .waitingForToken)
        try await fixture.registration.settled()
        #expect(await fixture.backend.registrations.isEmpty)
        try await fixture.launch()
        #expect(await fixture.backend.registrations.values.map(\.user) == [nil])
    }

    @Test func `log-in sets the user, and log-out removes the user`() async throws {
        let fixture = try await Fixture(InMemoryBackend())
        try await fixture.launch()
        try fixture.registration.signIn("alex", proof: "v1=ab")
        try await fixture.registration.settled()
        #expect(await fixture.backend.registrations.values.map(\.user) == ["alex"])
        try fixture.registration.signOut()
        try await fixture.registration.settled()
        #expect(await fixture.backend.registrations.values.map(\.user) == [nil])
        #expect(try fixture.registration.user == nil)
    }

    @Test func `an offline log-out is not lost when the app is quit`() async throws {
        let fixture = try await Fixture(InMemoryBackend())
        try await fixture.launch()
        try fixture.registration.signIn("alex")
        try await fixture.registration.settled()
        try await fixture.phone.perform(.setOnline(false))
        await fixture.backend.fail(with: BackendError(.unreachable, "no network"))
        try fixture.registration.signOut()
        try await fixture.phone.forceQuit(fixture.app)
        await fixture.backend.fail(with: nil)
        try await fixture.launch()
        #expect(await fixture.backend.registrations.values.map(\.user) == [nil])
        #expect(try fixture.registration.user == nil)
    }
}
