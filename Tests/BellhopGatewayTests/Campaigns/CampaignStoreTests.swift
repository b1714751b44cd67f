// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayModel
import PostgresDriver
import SQLCore
import SQLiteDriver
import Simulation
import Testing

@testable import BellhopGateway

/// The database does what the engine's store in memory does, call for call.
@Suite(.timeLimit(.minutes(30))) struct CampaignStoreTests {
    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `SQLite responds to each call as the store in memory does`(_ seed: UInt64) async throws {
        let directory = try TemporaryDirectory()
        let database = try await SQLiteDatabase.open(path: directory.path())
        try await CampaignScript(database, seed: seed).run()
    }

    #if Postgres
    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `PostgreSQL responds to each call as the store in memory does`(_ seed: UInt64) async throws
    {
        let database = try await PostgresServer.shared().newAddress().open()
        try await CampaignScript(database, seed: seed).run()
    }
    #endif
}
