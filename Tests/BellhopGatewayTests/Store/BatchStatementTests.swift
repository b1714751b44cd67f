// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import SQLCore
import SQLiteDriver
import Testing

@testable import BellhopGateway

/// The number of statements for a batch does not grow with the batch.
@Suite(.timeLimit(.minutes(30))) struct BatchStatementTests {
    private static let app = "com.example.app"
    private static let now = Date(timeIntervalSince1970: 1_767_225_600)

    private func withStore(
        _ body: (SQLStore, RecordingDatabase) async throws -> Void
    ) async throws {
        let directory = try TemporaryDirectory()
        let recording = RecordingDatabase(try await SQLiteDatabase.open(path: directory.path()))
        let store = try await SQLStore.open(
            recording, named: "test", clock: .caller, masterKeys: .testing, now: Self.now)
        _ = try await store.putApp(
            bundleID: Self.app, name: "Example", userProof: nil,
            keys: AppKeys(clientKey: "client", identitySecret: "identity"), now: Self.now)
        try await body(store, recording)
        try await store.close()
    }

    private func registrations(_ count: Int) throws -> [SQLRegistration.Request] {
        try (0..<count).map { number in
            let token = try DeviceToken(hex: String(format: "%064x", number + 1))
            return SQLRegistration.Request(
                registration: Registration(
                    installationID: "i\(number)", bundleID: Self.app, token: token,
                    environment: .sandbox, user: "u\(number)"), now: Self.now)
        }
    }

    private func messages(_ count: Int, _ name: String) -> [SQLAcceptance.Request] {
        (0..<count).map { number in
            var message = NewMessage(
                id: "\(name)-\(number)", target: .user("u\(number)"), bundleID: Self.app,
                body: Array(#"{"aps":{"alert":"Hi"}}"#.utf8),
                topic: Topic(bundleID: Self.app, pushType: .alert), pushType: .alert,
                priority: .immediate, deadline: Self.now.addingTimeInterval(3600),
                idempotency: Idempotency(
                    scope: "key", key: "\(name)-\(number)", fingerprint: "f"), urgency: .active)
            message.countsBadge = true
            return SQLAcceptance.Request(message: message, now: Self.now)
        }
    }

    @Test func `registering many installations takes as many statements as registering one`()
        async throws
    {
        var counts: [Int] = []
        for count in [1, 100] {
            try await withStore { _, recording in
                let requests = try registrations(count)
                for _ in 0..<2 {
                    _ = recording.takeCount()
                    let outcomes = try await recording.write { db in
                        try await SQLRegistration.register(db, requests)
                    }
                    #expect(outcomes.count == count)
                    counts.append(recording.takeCount())
                }
            }
        }
        // The counts are those of new installations, and of the same installations again.
        #expect(counts[0] == counts[2] && counts[1] == counts[3], "\(counts)")
        #expect(counts.allSatisfy { (3...8).contains($0) }, "\(counts)")
    }

    @Test func `storing many reports of apps takes as many statements as storing one`()
        async throws
    {
        var counts: [Int] = []
        for count in [1, 100] {
            try await withStore { _, recording in
                let reports = try registrations(count).map { request in
                    SQLDeviceBatch.Request(
                        report: DeviceReport(
                            installationID: request.registration.installationID,
                            secretHash: [UInt8](repeating: 7, count: 32),
                            registration: DeviceRegistration(
                                app: Self.app, environment: .sandbox,
                                user: request.registration.user,
                                tokens: [
                                    TokenRegistration(TokenName(.app), request.registration.token)
                                ])), now: Self.now)
                }
                for _ in 0..<2 {
                    _ = recording.takeCount()
                    let outcomes = try await recording.write { db in
                        try await SQLDeviceBatch.register(db, reports)
                    }
                    for outcome in outcomes {
                        guard case .registered(let installation) = outcome else {
                            Issue.record("\(outcome)")
                            continue
                        }
                        #expect(installation.tokens.count == 1)
                    }
                    counts.append(recording.takeCount())
                }
            }
        }
        // The counts are those of new installations, and of the same installations again.
        #expect(counts[0] == counts[2] && counts[1] == counts[3], "\(counts)")
        #expect(counts.allSatisfy { (5...12).contains($0) }, "\(counts)")
    }

    @Test func `storing many messages takes as many statements as storing one`() async throws {
        var counts: [Int] = []
        for count in [1, 100] {
            try await withStore { _, recording in
                let registered = try registrations(count)
                _ = try await recording.write { db in
                    try await SQLRegistration.register(db, registered)
                }
                let requests = messages(count, "m")
                _ = recording.takeCount()
                let results = try await recording.write { db in
                    try await SQLAcceptance.accept(db, requests, lead: 0)
                }
                #expect(results.allSatisfy { $0.outcome == .accepted })
                #expect(results.allSatisfy { $0.deliveries.count == 1 })
                counts.append(recording.takeCount())
            }
        }
        #expect(counts[0] == counts[1], "\(counts)")
        #expect((5...10).contains(counts[0]), "\(counts)")
    }
}
