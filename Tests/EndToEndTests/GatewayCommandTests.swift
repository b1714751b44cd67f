// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

/// The commands about users, topics, installations, campaigns, triggers and results, in the order
/// in which a person would use them.
@Suite(.serialized, .runningUp, .timeLimit(.minutes(30)))
struct GatewayCommandTests {
    private static let user = "sam-\(UInt32.random(in: .min ... .max))"

    /// Runs a command that succeeds, and returns its output.
    @discardableResult
    private func run(
        _ arguments: String..., input: String = "", status: Int32 = 0
    ) async throws -> String {
        let up = try RunningUp.process()
        let result = try await up.bellhop(arguments, input: input)
        #expect(result.status == status, "\(arguments): \(result)")
        return result.output
    }

    /// Imports two phones of the user in Berlin; returns the identifiers of their installations.
    private func importTwo() async throws -> [String] {
        let fleet = try await run("fleet", "create", "2")
        let phones = try fleet.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
        var csv = "id,app,environment,token,user,time_zone,tags\n"
        for phone in phones {
            let values = ["id", "app", "environment", "token"].map { phone[$0]?.stringValue ?? "" }
            csv += values.joined(separator: ",") + ",\(Self.user),Europe/Berlin,vip;new\n"
        }
        let imported = try await run(
            "installations", "import", "-", "--from", "csv", input: csv)
        #expect(imported == "2 installations registered\n")
        return phones.compactMap { $0["id"]?.stringValue }
    }

    @Test func `users are imported, subscribed, reached, reported and erased`() async throws {
        _ = try await RunningUp.withFreshPhone()
        let user = Self.user
        let ids = try await importTwo()
        #expect(ids.count == 2)
        let export = try await run("installations", "export")
        #expect(ids.allSatisfy { export.contains($0) })
        let history = try await run("installations", "history", ids[0])
        #expect(history.contains("first registered"), "\(history)")

        try await run("user", "alias", user, "crm", "4711-\(user)")
        let shown = try await run(
            "user", "show", "alias:crm:4711-\(user)", "--format", "json")
        #expect(try JSONValue(parsing: shown)["installation_count"]?.intValue == 2)
        try await run("topic", "create", "digest", "--title", "The digest")
        try await run("topic", "subscribe", "digest", user, "--note", "form 7")
        let topics = try await run("topic", "list")
        #expect(topics.contains("digest: The digest, 2 subscribed"), "\(topics)")
        let decisions = try await run("topic", "history", user)
        #expect(decisions.contains("digest subscribed by server"), "\(decisions)")

        try await sendCampaigns()
        try await sendEvents(user)
        try await run("topic", "delete", "digest")
        let whole = try await run("user", "export", user)
        #expect(ids.allSatisfy { whole.contains($0) })
        try await run("user", "erase", user)
        try await run("user", "show", user, status: 65)
        let left = try await run("installations", "export")
        #expect(!ids.contains { left.contains($0) })
        let nobody = try await run("user", "erase", "nobody-\(user)")
        #expect(nobody == "no data of this user was found\n")
    }

    /// Sends a campaign that is a dry run and one at a local time, and creates a weekly series.
    private func sendCampaigns() async throws {
        let payload = #"{"aps":{"alert":"Your week"}}"#
        let start = ["campaign", "start", "--audience", "topic digest", "--file", "-"]
        let up = try RunningUp.process()
        let dry = try await up.bellhop(
            start + ["--dry-run", "--wait", "--confirm-devices", "2"], input: payload)
        #expect(dry.status == 0, "\(dry)")
        #expect(dry.output.contains("would be sent 2"), "\(dry)")
        #expect(dry.output.contains("accepted    0"), "\(dry)")
        let wrong = try await up.bellhop(start + ["--confirm-devices", "200"], input: payload)
        #expect(wrong.status == 65, "\(wrong)")
        #expect(wrong.errors.contains("2 devices, but 200 were confirmed"), "\(wrong)")
        // Nine o'clock two days ago has passed in all time zones, so every notification is due at
        // once.
        let twoDaysAgo = DayText.day(-2)
        let sent = try await up.bellhop(
            start + [
                "--local-time", "\(twoDaysAgo)T09:00", "--late-zones", "send_now", "--wait",
                "--format", "json",
            ], input: payload)
        #expect(sent.status == 0, "\(sent)")
        let campaign = try JSONValue(parsing: sent.output)
        #expect(campaign["totals", "accepted"]?.intValue == 2)
        let report = try await run(
            "report", "campaign", campaign["id"]?.stringValue ?? "")
        #expect(report.contains("accepted"), "\(report)")
        try await run("report", "dead-tokens")
        let funnel = try await run("report", "permission")
        #expect(funnel.contains("installations"), "\(funnel)")

        let created = try await up.bellhop(
            [
                "series", "create", "--every", "weekly", "--audience", "topic digest",
                "--file", "-", "--local-time", "\(DayText.day(5))T09:00", "--format",
                "json",
            ], input: payload)
        #expect(created.status == 0, "\(created)")
        let id = try JSONValue(parsing: created.output)["id"]?.stringValue ?? ""
        #expect(try await run("series", "list").contains(id))
        #expect(try await run("series", "show", id).contains("running, weekly"))
        #expect(try await run("series", "stop", id).contains("ended, weekly"))
        try await run("series", "delete", id)
        try await run("series", "show", id, status: 65)
    }

    private func sendEvents(_ user: String) async throws {
        let payload = #"{"aps":{"alert":"Order {{order}} is on its way"}}"#
        let created = try await run(
            "trigger", "create", "--event", "shipped", "--file", "-", "--format", "json",
            input: payload)
        let id = try JSONValue(parsing: created)["id"]?.stringValue ?? ""
        #expect(try await run("trigger", "list").contains("shipped"))
        #expect(try await run("trigger", "show", id).contains("{{order}}"))
        let event = ["event", "send", "shipped", "--user", user, "--id", "e-\(user)"]
        let up = try RunningUp.process()
        let missing = try await up.bellhop(event)
        #expect(missing.status == 1, "\(missing)")
        #expect(missing.output.contains("order"), "\(missing)")
        let sent = try await up.bellhop(event + ["--property", "order=42"])
        #expect(sent.status == 0, "\(sent)")
        let message = try #require(sent.output.firstMatch(of: /message (\S+)/)).1
        let again = try await up.bellhop(event + ["--property", "order=43"])
        #expect(again.output == sent.output)
        let list = try await run("messages", "list", "--user", user)
        #expect(list.contains(message), "\(list)")
        let deliveries = try await run(
            "messages", "deliveries", "--user", user, "--format", "json")
        #expect(try JSONValue(parsing: deliveries).arrayValue?.count == 2, "\(deliveries)")
        try await run("trigger", "delete", id)
    }
}

/// Days relative to today, in UTC.
private enum DayText {
    static func day(_ offset: Double) -> String {
        let date = TimeSource.system.now.addingTimeInterval(offset * 86_400)
        return String(APIJSON.text(of: date).prefix(10))
    }
}
