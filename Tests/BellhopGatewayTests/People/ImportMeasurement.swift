// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopGateway
import Foundation
import GatewayAPI
import Testing

/// Measures an import without HTTP. It runs only if the environment sets the number of
/// installations: `BELLHOP_IMPORT=1000000`.
@Suite(.timeLimit(.minutes(30)), .serialized) struct ImportMeasurement {
    static let count = ProcessInfo.processInfo.environment["BELLHOP_IMPORT"].flatMap(Int.init)
    /// The number of lines in a request, and the number of concurrent requests, as in the command
    /// that imports installations.
    private static let lines = 4_000
    private static let requests = 4

    @Test(.enabled(if: count != nil)) func `the time of an import into SQLite is printed`()
        async throws
    {
        let directory = try TemporaryDirectory()
        let gateway = try await Gateway.open(.init(database: directory.path()))
        _ = try await gateway.putApp(bundleID: "com.example.app", name: "Example")
        let total = Self.count ?? 0
        let clock = ContinuousClock()
        let start = clock.now
        try await withThrowingTaskGroup(of: Int.self) { group in
            var next = 0
            var registered = 0
            for _ in 0..<Self.requests {
                let first = next
                next += Self.lines
                group.addTask { try await Self.send(first, total, gateway) }
            }
            while let count = try await group.next() {
                registered += count
                guard next < total else { continue }
                let first = next
                next += Self.lines
                group.addTask { try await Self.send(first, total, gateway) }
            }
            #expect(registered == total)
        }
        print("imported", total, "in", clock.now - start)
        try await gateway.close()
    }

    private static func send(_ first: Int, _ total: Int, _ gateway: Gateway) async throws -> Int {
        var random = SystemRandomNumberGenerator()
        var text = ""
        for number in first..<min(first + lines, total) {
            let token = (0..<4).map { _ in
                let digits = String(UInt64.random(in: 0 ... .max, using: &random), radix: 16)
                return String(repeating: "0", count: 16 - digits.count) + digits
            }.joined()
            text +=
                #"{"id":"\#(token.prefix(32))","app":"com.example.app","environment":"#
                + #""production","token":"\#(token)","user":"user-\#(number)","locale":"de_DE","#
                + #""time_zone":"Europe/Berlin","app_version":"2.10"}"# + "\n"
        }
        guard !text.isEmpty else { return 0 }
        return try await gateway.importInstallations(Array(text.utf8)).registered
    }
}
