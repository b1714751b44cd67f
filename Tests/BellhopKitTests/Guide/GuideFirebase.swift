// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopKit
import BellhopTesting
import Foundation
import GatewayAPI
import Testing

/// Replaces FirebaseMessaging's class, according to Firebase's reference: it takes the APNs token
/// and generates its own registration token.
@MainActor
private final class Messaging {
    private static let instance = Messaging()
    static func messaging() -> Messaging { instance }
    var apnsToken: Data?
    /// An invented token, as long as a real one.
    var fcmToken: String? { apnsToken.map { _ in "dGhpc0lzTm90UmVhbA:APA91b" + sample } }
    private let sample = String(repeating: "aB3-_x", count: 22)
}

// guide: firebase-delegate
final class AppDelegate: PushAppDelegate {
    override func makeConfiguration() -> PushConfiguration {
        PushConfiguration(backend: InMemoryBackend(), appGroup: "group.com.example.shop")
    }

    override func application(
        _ application: UIApplication,
        didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
        super.application(
            application, didRegisterForRemoteNotificationsWithDeviceToken: deviceToken)
        Messaging.messaging().apnsToken = deviceToken
    }
}
// guide: end

// Serialized: like Firebase's own class, this `Messaging` has one instance in the process.
@MainActor @Suite(.serialized)
struct GuideFirebase {
    @Test func `Firebase gets the same APNs token as the kit`() async throws {
        let phone = try await TestPhone()
        var shop = TestApp("com.example.shop") { AppDelegate() }
        shop.capabilities.appGroups = ["group.com.example.shop"]
        let app = try await phone.install(shop)
        try await phone.launch(app)
        await phone.settle()
        let delegate = try #require(app.delegate(as: AppDelegate.self))
        await delegate.push.settled()
        let token = try #require(app.token)
        #expect(Messaging.messaging().apnsToken == Data(token.bytes))
        #expect(delegate.push.registration.status != .waitingForToken)
    }

    @Test func `Firebase's own token cannot become a device token`() throws {
        Messaging.messaging().apnsToken = Data([1, 2, 3])
        let text = try #require(Messaging.messaging().fcmToken)
        #expect(throws: DeviceTokenError.self) { try DeviceToken(hex: text) }
        // A server cannot decode the registration token as a device token either.
        let body = Data(#"{"family":"app","token":"\#(text)"}"#.utf8)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(TokenRegistration.self, from: body)
        }
    }

    @Test(arguments: [
        "c2FtcGxlLW5vdC1yZWFs", "dGhpcyBpcyBubyB0b2tlbg:APA91bH", "ABCDEFGHIJKLMNOPQRSTUV", "",
    ])
    func `an installation ID or part of a token cannot become a device token`(text: String) {
        #expect(throws: DeviceTokenError.self) { try DeviceToken(hex: text) }
    }
}
