// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import Foundation
import GatewayTesting
import PostgresDriver
import SQLCore
import Testing

@testable import BellhopGateway

@Suite(.timeLimit(.minutes(30))) struct PostgresStoreTests {
    struct Harness: StoreHarness {
        let address: PostgresAddress

        init(_ parameters: String = "") async throws {
            address = try await PostgresServer.shared().newAddress("&pool=4" + parameters)
        }

        func open(now: Date) async throws -> any GatewayStore {
            try await SQLStore.open(
                try await address.open(), named: address.name, clock: .caller,
                masterKeys: .testing, now: now)
        }
    }

    let now = Date(timeIntervalSince1970: 1_767_225_600)

    @Test(arguments: StoreConformance.checks)
    func `PostgreSQL does what every storage must do`(_ check: StoreConformance.Check)
        async throws
    {
        try await check.run(try await Harness())
    }

    @Test func `deliveries are claimed without prepared statements`() async throws {
        let harness = try await Harness("&prepared_statements=off")
        for check in StoreConformance.checks.filter({ $0.name.contains("claim") }) {
            try await check.run(harness)
            return
        }
    }
}
#endif
