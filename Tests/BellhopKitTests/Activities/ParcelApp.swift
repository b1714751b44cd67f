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
    let registration: PushRegistration
    let tracker: ActivityTracker

    init(backend: any DeviceBackend) {
        let context = AppContext.current(appGroup: nil)
        registration = PushRegistration(backend: backend, context: context)
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

/// A phone on which this app is in use, and the app's server.
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

    /// The tokens of a family, as soon as the server has `count` of them. What ActivityKit reports
    /// is processed by tasks of the app, for which a test cannot wait.
    func tokens(
        _ family: TokenFamily, count: Int
    ) async throws -> [TokenName: DeviceToken] {
        try await serverTokens(family) { $0.count == count }
    }

    /// The server's token for a type of activity, as soon as the server has one other than `old`.
    func token(
        _ family: TokenFamily, type: String, otherThan old: DeviceToken? = nil
    ) async throws -> DeviceToken {
        func isFound(_ name: TokenName, _ token: DeviceToken) -> Bool {
            name.attributesType == type && token != old
        }
        let tokens = try await serverTokens(family) { $0.contains(where: isFound) }
        return try #require(tokens.first(where: isFound)).value
    }

    private func serverTokens(
        _ family: TokenFamily, until condition: ([TokenName: DeviceToken]) -> Bool
    ) async throws -> [TokenName: DeviceToken] {
        while true {
            await phone.settle()
            await delegate?.registration.settled()
            let all = await backend.tokens.values.first ?? [:]
            let found = all.filter { $0.key.family == family }
            if condition(found) { return found }
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    /// Lets other tasks run until the condition is true or the test's time limit has passed.
    func wait(_ condition: () throws -> Bool) async throws {
        while try !condition() {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    /// Sends a push to a Live Activity, a minute after the previous one.
    func push(_ aps: String, to token: DeviceToken) async throws {
        await phone.advance(by: .seconds(60))
        let now = phone.clock.now.wholeEpochSeconds
        try await phone.push(
            #"{"aps":{"timestamp":\#(now),\#(aps)}}"#, PushHeaders(token: token))
    }

    func start() async throws -> Activity<ParcelAttributes> {
        let tracker = try tracker
        return try await app.run {
            try tracker.start(
                ParcelAttributes(number: "P7"), state: .init(step: "packed", stops: 9))
        }
    }
}
