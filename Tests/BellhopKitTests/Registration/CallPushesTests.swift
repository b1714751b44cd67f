// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopKit
import BellhopTesting
import Foundation
import GatewayAPI
import Testing

private final class PhoneDelegate: NSObject, UIApplicationDelegate {
    let registration: PushRegistration
    private(set) var callers: [String] = []
    private var calls: CallPushes?
    private let provider = CXProvider(configuration: CXProviderConfiguration())

    init(backend: any DeviceBackend) {
        registration = PushRegistration(backend: backend, context: .current(appGroup: nil))
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        registration.start(application)
        calls = CallPushes(registration) { [weak self] payload in
            self?.callers.append(payload.string("caller") ?? "?")
            self?.provider.reportNewIncomingCall(with: UUID(), update: CXCallUpdate()) { _ in }
        }
        return true
    }

    func application(
        _ application: UIApplication,
        didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) { registration.didRegister(deviceToken) }
}

@MainActor
struct CallPushesTests {
    @Test func `REG-16: the VoIP token is sent with the app's token, and differs from it`()
        async throws
    {
        let phone = try await TestPhone()
        let backend = InMemoryBackend()
        let app = try await phone.install(
            TestApp("com.example.talk") { PhoneDelegate(backend: backend) })
        try await phone.launch(app)
        await phone.settle()
        let delegate = try #require(app.delegate(as: PhoneDelegate.self))
        await delegate.registration.settled()
        let tokens = try #require(await backend.tokens.values.first)
        #expect(Set(tokens.keys) == [TokenName(.app), TokenName(.voip)])
        #expect(Set(tokens.values).count == 2)
        #expect(await backend.callCount == 1)

        try await phone.perform(.rotateToken(bundleID: "com.example.talk"))
        await phone.settle()
        await delegate.registration.settled()
        let rotated = try #require(await backend.tokens.values.first)
        #expect(rotated[TokenName(.voip)] != tokens[TokenName(.voip)])
        #expect(rotated[TokenName(.voip)] == app.state?.tokens[.voip])

        try await phone.push(#"{"caller":"Alex"}"#, to: app, PushHeaders(pushType: .voip))
        #expect(delegate.callers == ["Alex"])
    }
}
