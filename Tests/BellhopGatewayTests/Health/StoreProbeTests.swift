// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Logging
import SQLCore
import SQLiteDriver
import Simulation
import Testing

@testable import BellhopGateway

@Suite(.timeLimit(.minutes(30))) struct StoreProbeTests {
    private let directory: TemporaryDirectory
    private let clock = VirtualClock()
    private let database: FragileDatabase
    private let failures: FailureLog
    private let probe: StoreProbe

    init() async throws {
        directory = try TemporaryDirectory()
        database = FragileDatabase(try await SQLiteDatabase.open(path: directory.path()))
        let store = try await SQLStore.open(
            database, named: "test", clock: .caller, masterKeys: .testing, now: clock.now)
        failures = FailureLog(logger: Logger(label: "test"), time: clock.timeSource)
        probe = StoreProbe(store: store, failures: failures, time: clock.timeSource)
    }

    @Test func `the failure and the recovery of a database show within a second`() async throws {
        #expect(await probe.problem() == nil)
        database.set(.fails(SQLError(.unavailable, "away")))
        #expect(await probe.problem() == nil, "the last check was less than a second ago")
        clock.advance(by: .seconds(1))
        #expect(await probe.problem() == .unavailable)
        database.set(.works)
        clock.advance(by: .seconds(1))
        #expect(await probe.problem() == nil)
    }

    @Test func `a database that does not respond makes nobody wait for longer than two seconds`()
        async throws
    {
        database.set(.hangs)
        async let first = probe.problem()
        while clock.sleeperCount == 0 { await Task.yield() }
        clock.advance(by: .seconds(2))
        #expect(await first == .noResponse)
        #expect(await probe.problem() == .noResponse, "a later caller does not wait")
        database.set(.works)
        while await probe.problem() != nil {
            clock.advance(by: .milliseconds(100))
            await Task.yield()
        }
    }

    @Test func `a full disk is reported until something is written, or for half a minute`()
        async throws
    {
        failures.storeFailed("a test", GatewayStoreError(.diskFull, "full"))
        #expect(await probe.problem() == .diskFull)
        failures.storeWorked()
        #expect(await probe.problem() == nil)
        failures.storeFailed("a test", GatewayStoreError(.diskFull, "full"))
        clock.advance(by: FailureLog.failureTime)
        #expect(await probe.problem() == nil)
    }

    @Test func `tables of another version are a problem of the schema`() async throws {
        for (version, code) in [
            (Schema.current + 1, GatewayStoreError.Code.tooNew),
            (Schema.current - 1, .otherVersion),
        ] {
            _ = try await database.write { db in
                try await db.run("UPDATE schema_version SET version = \(version)")
            }
            clock.advance(by: .seconds(1))
            #expect(await probe.problem() == code)
            #expect(code.isAboutSchema)
        }
    }
}
