// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopKit
import BellhopTesting
import Foundation
import GatewayAPI
import Testing

struct ParcelAttributes: ActivityAttributes, Sendable {
    struct ContentState: Codable, Hashable, Sendable {
        var step: String
        var stops: Int
    }
    let number: String
}

struct MatchAttributes: ActivityAttributes, Sendable {
    struct ContentState: Codable, Hashable, Sendable {
        var home: Int
        var away: Int
    }
    let teams: String
}

/// An app that shows parcels and matches as Live Activities.
@MainActor
final class ParcelDelegate: NSObject, UIApplicationDelegate {
    let registration: Registration
    let tracker: ActivityTracker

    init(backend: any DeviceBackend) {
        let context = AppContext.current(appGroup: nil)
        registration = Registration(backend: backend, context: context)
        tracker = ActivityTracker(registration: registration, context: context)
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        registration.start(application)
        tracker.track(ParcelAttributes.self)
        tracker.track(MatchAttributes.self)
        tracker.start(application)
        return true
    }
}

/// A phone with that app in use, and its server.
@MainActor
struct ParcelPhone {
    let phone: TestPhone
    let app: AppUnderTest
    let backend = InMemoryBackend()

    init(describe: (inout TestApp) -> Void = { _ in }) async throws {
        phone = try await TestPhone()
        let backend = backend
        var parcels = TestApp("com.example.parcels") { ParcelDelegate(backend: backend) }
        parcels.addActivity(ParcelAttributes.self)
        parcels.addActivity(MatchAttributes.self)
        describe(&parcels)
        app = try await phone.install(parcels)
        try await phone.launch(app)
    }

    var delegate: ParcelDelegate? { app.delegate() }

    var tracker: ActivityTracker {
        get throws { try #require(delegate).tracker }
    }

    /// The tokens that the server has when all calls were made.
    func tokens(_ family: TokenFamily) async throws -> [TokenName: DeviceToken] {
        await phone.settle()
        // What ActivityKit tells is on its way through tasks of the app.
        for _ in 0..<20 { await Task.yield() }
        await delegate?.registration.settled()
        let all = await backend.tokens.values.first ?? [:]
        return all.filter { $0.key.family == family }
    }

    /// Waits until the server has that many tokens of a family.
    func token(_ family: TokenFamily, type: String) async throws -> DeviceToken {
        let found = try await tokens(family).first { $0.key.attributesType == type }
        return try #require(found).value
    }

    /// Sends a push to a Live Activity, some time after the one before.
    func push(_ aps: String, to token: DeviceToken) async throws {
        await phone.advance(by: .seconds(60))
        let now = phone.clock.now.wholeEpochSeconds
        try await phone.push(
            #"{"aps":{"timestamp":\#(now),\#(aps)}}"#, PushHeaders(token: token))
        for _ in 0..<20 { await Task.yield() }
    }

    func start() async throws -> Activity<ParcelAttributes> {
        let tracker = try tracker
        return try await app.run {
            try tracker.start(
                ParcelAttributes(number: "P7"), state: .init(step: "packed", stops: 9))
        }
    }
}
