// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Testing

/// `scripts/crash.py` kills real gateways while they send a campaign, and compares the result with
/// what reached the simulated APNs. `make crash` does the same with more devices and crashes.
///
/// The two groups run at the same time; the tests of a group run one after the other.
struct CampaignCrashTests {
    /// A shorter lease than the default, so that tests do not wait long until another gateway sends
    /// what a killed one had claimed.
    fileprivate static let shortLease = ["--lease", "5"]

    /// Runs a scene of the script, and expects that nothing is lost.
    fileprivate static func crash(
        _ scene: String, on database: String, devices: Int, kills: Int, _ more: [String] = []
    ) async throws {
        let tool = try #require(BellhopTool.path, "the tool is not built; run: make build")
        let result = try await Program.run(
            tool: "python3",
            [
                BellhopTool.root + "/scripts/crash.py", "--bellhop", tool, "--scene", scene,
                "--database", database, "--devices", "\(devices)", "--kills", "\(kills)",
            ] + more)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains(#""lost": 0"#), "\(result.output)")
        print("crash test: \(result.output)", terminator: "")
    }

    /// One gateway, which stores its data in a file.
    @Suite(.serialized, .timeLimit(.minutes(30))) struct OnSQLite {
        @Test func `a campaign loses nobody when its gateway is killed again and again`()
            async throws
        {
            try await crash("kill", on: "sqlite", devices: 1000, kills: 3)
        }

        @Test func `single messages that were accepted survive kill -9`() async throws {
            try await crash("singles", on: "sqlite", devices: 200, kills: 3)
        }

        @Test func `iPhones, Android phones and browsers all get what was accepted before kill -9`()
            async throws
        {
            try await crash("transports", on: "sqlite", devices: 60, kills: 2)
        }

        @Test func `a gateway that ends after SIGTERM repeats nothing and leaves nothing behind`()
            async throws
        {
            try await crash("drain", on: "sqlite", devices: 800, kills: 2)
        }
    }

    #if Postgres
    /// Gateways with leases. The first two tests run at the same time as most other tests, and
    /// depend least on how soon a gateway can renew its lease.
    @Suite(.serialized, .timeLimit(.minutes(30))) struct OnPostgres {
        @Test func `a campaign loses nobody when PostgreSQL crashes`() async throws {
            try await crash("database", on: "postgres", devices: 800, kills: 2)
        }

        @Test func `connections that are lost during a commit do not affect a campaign`()
            async throws
        {
            // Nothing is killed, so nothing may be sent twice, even if storing takes longer than
            // the lease on a slow machine. The script permits the gateway to repeat a request to
            // which APNs did not respond in time.
            try await crash("commit", on: "postgres", devices: 800, kills: 8, shortLease)
        }

        @Test
        func `on PostgreSQL, messages of a killed gateway are sent after their lease has ended`()
            async throws
        {
            try await crash("kill", on: "postgres", devices: 1000, kills: 2, shortLease)
        }

        @Test
        func `of three gateways, one is killed, one is suspended, and the third finishes`()
            async throws
        {
            try await crash("nodes", on: "postgres", devices: 800, kills: 1, shortLease)
        }

        @Test func `every accepted message arrives although gateways are killed and suspended`()
            async throws
        {
            try await crash("mixed", on: "postgres", devices: 200, kills: 2, shortLease)
        }

        @Test func `messages on three transports arrive although two gateways are killed in turn`()
            async throws
        {
            try await crash("transports", on: "postgres", devices: 60, kills: 2, shortLease)
        }
    }
    #endif
}
