// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

extension RunningUp.Phones {
    /// `bellhop channel`, and `bellhop push --channel`.
    struct ChannelCommand {
        private static func payload(_ event: String, at time: Int, _ more: String) -> String {
            """
            {"Simulator Target Bundle":"dev.bellhop.demo","aps":{"event":"\(event)",\
            "timestamp":\(time),"content-state":{"home":\(time % 10),"away":0,"period":"1st",\
            "clock":"15:00"}\(more)}}
            """
        }

        @Test func `T258: a channel is created, followed, broadcast to and deleted`() async throws {
            let (up, control) = try await RunningUp.withFreshPhone()
            let created = try await up.bellhop(["channel", "create", "--storage", "none"])
            #expect(created.status == 0, "\(created)")
            let id = try #require(ChannelID(created.output.split(separator: "\n").joined())).text
            let listed = try await up.bellhop(["channel", "list", "--format", "json"])
            let channels = try JSONValue(parsing: listed.output)["channels"]?.arrayValue ?? []
            #expect(channels.contains { $0.stringValue == id })
            let shown = try await up.bellhop(["channel", "show", id])
            #expect(shown.output == "\(id)  no storage\n", "\(shown)")

            let now = TimeSource.system.now.wholeEpochSeconds
            let start = Self.payload(
                "start", at: now,
                """
                ,"attributes-type":"GameAttributes",\
                "attributes":{"homeTeam":"Lions","awayTeam":"Bears","gameId":"g-1"},\
                "input-push-channel":"\(id)","alert":{"title":"Go","body":"Now"}
                """)
            let started = try await up.bellhop(["push", "-"], input: start)
            #expect(started.status == 0, "\(started)")
            let update = Self.payload("update", at: now + 1, "")
            let sent = try await up.bellhop(["push", "-", "--channel", id], input: update)
            #expect(sent.status == 0, "\(sent)")
            #expect(sent.row("to") == "channel \(id) of dev.bellhop.demo")
            #expect(
                sent.row("then")?.hasPrefix("delivered to 1 of 1 subscriber") == true, "\(sent)")
            let report = try await control.deliveries().first
            #expect(report?["push_type"]?.stringValue == "liveactivity")

            let deleted = try await up.bellhop(["channel", "delete", id])
            #expect(deleted.status == 0, "\(deleted)")
            for arguments in [["channel", "show", id], ["push", "-", "--channel", id]] {
                let refused = try await up.bellhop(arguments, input: update)
                #expect(refused.status == 1, "\(refused)")
                #expect(refused.isOneLineError, "\(refused)")
                #expect(refused.errors.contains("400 ChannelNotRegistered"), "\(refused)")
            }
        }

        @Test func `channels of the two environments are separate`() async throws {
            let (up, _) = try await RunningUp.withFreshPhone()
            let created = try await up.bellhop(
                ["channel", "create", "--environment", "production", "--format", "json"])
            let json = try JSONValue(parsing: created.output)
            #expect(json["storage"]?.stringValue == "most-recent")
            let id = try #require(json["channel"]?.stringValue)
            let sandbox = try await up.bellhop(["channel", "show", id])
            #expect(sandbox.status == 1, "\(sandbox)")
            let production = try await up.bellhop(
                ["channel", "show", id, "--environment", "production"])
            #expect(production.output == "\(id)  most recent message\n", "\(production)")
            let update = Self.payload("update", at: 1, "")
            let wrong = try await up.bellhop(["push", "-", "--channel", id], input: update)
            #expect(wrong.errors.contains("belongs to production"), "\(wrong)")
        }

        @Test(arguments: [
            (["channel", "show", "%"], "not a channel identifier"),
            (["channel", "create", "--app", "no app"], "not a bundle identifier"),
            (["channel", "list", "--to", "sandbox"], "--key"),
            (["push", "-", "--channel", "AA==", "--device", "x"], "--device and --channel"),
        ])
        func `wrong usage has status 64, and the error says what is wrong`(
            arguments: [String], phrase: String
        ) async throws {
            let (up, _) = try await RunningUp.withFreshPhone()
            let result = try await up.bellhop(
                arguments, input: Self.payload("update", at: 1, ""))
            #expect(result.status == 64, "\(result)")
            #expect(result.errors.contains(phrase), "\(result)")
        }
    }
}
