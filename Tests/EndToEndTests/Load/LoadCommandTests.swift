// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Subprocess
import Testing

extension RunningUp.Pushes {
    /// `bellhop load` against the running simulator.
    struct LoadCommand {
        @Test func `the load command sends to the simulator and reports every request`()
            async throws
        {
            let (up, control) = try await RunningUp.withFreshPhone()
            let run = try await up.bellhop(["load", "--requests", "60", "--format", "json"])
            #expect(run.status == 0, "\(run)")
            let json = try JSONValue(parsing: run.output)
            #expect(json["requests"]?.intValue == 60)
            #expect(json["accepted"]?.intValue == 60)
            #expect(json["connections"]?.intValue == 1)
            #expect(json["to"]?.stringValue?.isEmpty == false)
            #expect(try await control.deliveries().count == 60)
            // No progress is shown, because standard error is not a terminal.
            #expect(run.errors.isEmpty)
        }

        @Test func `with a rate, the run takes as long as the rate requires`() async throws {
            let (up, _) = try await RunningUp.withFreshPhone()
            let run = try await up.bellhop(
                [
                    "load", "--rate", "50", "--duration", "1", "--connections", "2", "--format",
                    "json",
                ])
            #expect(run.status == 0, "\(run)")
            let json = try JSONValue(parsing: run.output)
            #expect(json["requests"]?.intValue == 50)
            #expect(json["connections"]?.intValue == 2)
            #expect(try #require(json["seconds"]?.doubleValue) >= 0.98)
        }

        @Test func `rejections are counted by reason and lead to status 1`() async throws {
            let (up, _) = try await RunningUp.withFreshPhone()
            let run = try await up.bellhop(
                ["load", "-", "--requests", "5", "--environment", "production"],
                input: #"{"Simulator Target Bundle":"dev.bellhop.demo","aps":{"alert":"Hi"}}"#)
            #expect(run.status == 1)
            #expect(run.row("rejected")?.hasPrefix("5  400 BadDeviceToken: ") == true, "\(run)")
        }

        @Test func `tokens of a file are used in turn`() async throws {
            let (up, control) = try await RunningUp.withFreshPhone()
            let token = try await control.token()
            let list = token + "\n\n" + String(repeating: "ab", count: 32) + "\n"
            try up.state.write(list, to: "tokens.txt")
            let run = try await up.bellhop(
                ["load", "--requests", "10", "--tokens", up.state.path("tokens.txt")])
            #expect(run.row("accepted") == "5", "\(run)")
            #expect(run.row("rejected")?.hasPrefix("5  400 BadDeviceToken") == true)
            #expect(!run.output.contains(token))
        }

        @Test(arguments: ["api.push.apple.com", "17.188.143.34", "api.sandbox.push.apple.com."])
        func `the load command refuses Apple's servers`(host: String) async throws {
            let run = try await BellhopTool.run(["load", "--host", host])
            #expect(run.status == 64)
            #expect(run.isOneLineError, "\(run)")
        }

        @Test(arguments: [
            (Signal.terminate, ["--rate", "200"]), (.interrupt, ["--requests", "10000000"]),
            (.terminate, ["--rate", "0.1"]),
        ])
        func `a signal ends the run early, and every request that was sent has its outcome`(
            signal: Signal, flags: [String]
        ) async throws {
            let (up, control) = try await RunningUp.withFreshPhone()
            let mark = "signal-\(UUID().uuidString)"
            let run = try await BellhopTool.run(
                ["load", "--format", "json", "--state-dir", up.state.path, "--collapse-id", mark]
                    + flags,
                ending: signal
            ) {
                // The command has begun to send when its first delivery is there; deliveries of
                // others may arrive too.
                while try await control.deliveries()
                    .allSatisfy({ $0["collapse_id"]?.stringValue != mark })
                { await Task.yield() }
            }
            #expect(run.status == 0, "\(run)")
            let json = try JSONValue(parsing: run.output)
            #expect(json["stopped"]?.boolValue == true)
            let count = try #require(json["requests"]?.intValue)
            #expect(count > 0)
            #expect(json["accepted"]?.intValue == count)
            #expect(run.errors.isEmpty)
        }

        @Test func `a missing server is reported in one line`() async throws {
            let run = try await TemporaryFolder.with { folder in
                try await BellhopTool.run(["load", "--state-dir", folder.path])
            }
            #expect(run.status == 69)
            #expect(run.isOneLineError, "\(run)")
        }
    }
}
