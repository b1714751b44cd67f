// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import GatewayModel
import HTTPTypes
import SQLCore
import Simulation
import Testing

@testable import BellhopGateway

/// Campaigns that send one broadcast to a channel, on both databases.
@Suite(.timeLimit(.minutes(30))) struct BroadcastCampaignTests {
    private static let channel = "dHN0LXNyY2gtY2hubA=="
    private static let target = #""channel":"dHN0LXNyY2gtY2hubA==","environment":"sandbox""#
    private static let aps =
        #"{"aps":{"event":"update","timestamp":1767225600,"content-state":{"home":1}}}"#

    /// The body of a campaign with a broadcast.
    private static func body(_ more: String = "") -> String {
        "{\(target),\"message\":\(aps)\(more)}"
    }

    private func driver(
        _ scene: CampaignScene, _ name: String = "node", poll: Duration = .seconds(600)
    ) throws -> CampaignDriver {
        CampaignDriver(try scene.gateway.requireCampaigns().store, scene.clock, name: name) {
            $0.pollInterval = poll
        }
    }

    private func shown(_ scene: CampaignScene, _ id: String) async throws -> CampaignResource {
        try await scene.ask(.get, "/v1/campaigns/\(id)").campaign()
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `a scheduled broadcast is sent once at its time, for all time zones`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignScene.run(base) { scene in
            try await scene.register(["Europe/Berlin", nil])
            let at = GatewayJSON.text(of: scene.clock.now.addingTimeInterval(7200))
            let made = try await scene.post(Self.body(#","at":"\#(at)""#)).campaign()
            #expect(made.state == "scheduled")
            #expect(made.audience == nil)
            #expect(made.broadcast?.channel == Self.channel)
            #expect(made.broadcast?.environment == .sandbox)
            #expect(made.broadcast?.state == .queued)
            var driver = try driver(scene)
            try await driver.run(for: .seconds(7199))
            #expect(driver.sent.isEmpty)
            try await driver.run(for: .seconds(60))
            #expect(driver.sent.map(\.installation) == [BroadcastTarget.number])
            let done = try await shown(scene, made.id)
            #expect(done.state == "done")
            #expect(done.totals.accepted == 1)
            let broadcast = try #require(done.broadcast)
            #expect(broadcast.state == .accepted)
            #expect(broadcast.status == 200)
            #expect(broadcast.reason == nil)
            #expect(broadcast.requestID == driver.sent.first?.apnsID.text)
            // The broadcast is in no inbox, and its list of deliveries is empty.
            let page = try #require(
                try await scene.gateway.store.inbox(
                    installationID: "i0", after: nil, limit: 10, now: scene.clock.now))
            #expect(page.messages.isEmpty)
            let deliveries = try await scene.ask(.get, "/v1/campaigns/\(made.id)/deliveries")
            #expect(
                try deliveries.decode(CampaignDeliveryList.self).deliveries.isEmpty)
            let list = try await scene.ask(.get, "/v1/campaigns").decode(CampaignList.self)
            #expect(list.campaigns.map(\.channel) == [Self.channel])
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `429 and 503 are retried with the same identifier, and 400 is final`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignScene.run(base) { scene in
            let busy = TransportOutcome.rejectedBroadcast(status: 429, reason: .tooManyRequests)
            let down = TransportOutcome.rejectedBroadcast(
                status: 503, reason: .serviceUnavailable)
            let made = try await scene.post(Self.body()).campaign()
            var driver = try driver(scene, poll: .seconds(10))
            driver.outcome = { [busy, down, .accepted][min($0.number, 3) - 1] }
            try await driver.run(for: .seconds(2))
            let waiting = try await shown(scene, made.id)
            #expect(waiting.totals.retrying == 1)
            #expect(waiting.broadcast?.state == .queued)
            #expect(waiting.broadcast?.reason == "TooManyRequests")
            #expect(waiting.broadcast?.status == 429)
            try await driver.run(for: .seconds(600))
            #expect(driver.sent.count == 3)
            #expect(Set(driver.sent.map(\.apnsID)).count == 1)
            let done = try await shown(scene, made.id)
            #expect(done.state == "done")
            #expect(done.totals.accepted == 1)
            #expect(done.totals.retrying == 0)
            #expect(done.broadcast?.status == 200)

            let wrong = try await scene.post(Self.body()).campaign()
            driver.outcome = { _ in
                .rejectedBroadcast(status: 400, reason: .channelNotRegistered)
            }
            try await driver.run(for: .seconds(600))
            #expect(driver.sent.count == 4)
            let refused = try await shown(scene, wrong.id)
            #expect(refused.state == "done")
            #expect(refused.broadcast?.state == .rejected)
            #expect(refused.broadcast?.status == 400)
            #expect(refused.broadcast?.reason == "ChannelNotRegistered")
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `if a gateway is killed, another gateway sends its broadcast when the lease ends`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignScene.run(base) { scene in
            let made = try await scene.post(Self.body()).campaign()
            var first = try driver(scene, "first")
            first.outcome = { _ in nil }
            try await first.run(for: .seconds(5))
            #expect(first.sent.count == 1)
            var second = try driver(scene, "second", poll: .seconds(1))
            try await second.run(for: .seconds(10))
            #expect(second.sent.isEmpty, "the lease has not ended")
            try await second.run(for: .seconds(120))
            #expect(second.sent.count == 1)
            #expect(second.sent.map(\.apnsID) == first.sent.map(\.apnsID))
            // The first gateway was only suspended. Its late response has an outdated fence.
            first.respond(.accepted)
            try await first.run(for: .seconds(60))
            var third = try driver(scene, "third", poll: .seconds(1))
            try await third.run(for: .seconds(120))
            #expect(first.sent.count + third.sent.count == 1)
            let done = try await shown(scene, made.id)
            #expect(done.state == "done")
            #expect(done.totals.accepted == 1)
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `if a gateway is killed during a retry, another gateway sends, and one outcome is stored`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignScene.run(base) { scene in
            let made = try await scene.post(Self.body()).campaign()
            var first = try driver(scene, "first", poll: .seconds(1))
            first.outcome = { attempt in
                attempt.number > 1
                    ? nil : .rejectedBroadcast(status: 503, reason: .serviceUnavailable)
            }
            try await first.run(for: .seconds(10))
            #expect(first.sent.count == 2)
            var second = try driver(scene, "second", poll: .seconds(1))
            try await second.run(for: .seconds(180))
            #expect(second.sent.count == 1)
            #expect(Set((first.sent + second.sent).map(\.apnsID)).count == 1)
            let done = try await shown(scene, made.id)
            #expect(done.state == "done")
            #expect(done.totals.accepted == 1)
            #expect(done.totals.retrying == 0)
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `a broadcast can be drafted, scheduled, paused, resumed and cancelled, and it can expire`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignScene.run(base) { scene in
            var driver = try driver(scene, poll: .seconds(60))
            let draft = try await scene.post(Self.body(#","draft":true,"name":"Final""#))
                .campaign()
            #expect(draft.state == "draft")
            let at = GatewayJSON.text(of: scene.clock.now.addingTimeInterval(600))
            let path = "/v1/campaigns/\(draft.id)"
            let scheduled = try await scene.ask(.post, path + "/schedule", #"{"at":"\#(at)"}"#)
            #expect(try scheduled.campaign().state == "scheduled")
            let local = try await scene.ask(
                .post, path + "/schedule", #"{"local_time":"2027-01-01T09:00"}"#)
            #expect(try local.problem().keyPath == "local_time")
            #expect(try await scene.ask(.post, path + "/pause").campaign().state == "paused")
            try await driver.run(for: .seconds(1200))
            #expect(driver.sent.isEmpty)
            _ = try await scene.ask(.post, path + "/resume").campaign()
            try await driver.run(for: .seconds(120))
            #expect(driver.sent.count == 1)

            let later = GatewayJSON.text(of: scene.clock.now.addingTimeInterval(600))
            let second = try await scene.post(Self.body(#","at":"\#(later)""#)).campaign()
            let cancelled = try await scene.ask(.post, "/v1/campaigns/\(second.id)/cancel")
                .campaign()
            #expect(cancelled.broadcast?.state == .cancelled)
            try await driver.run(for: .seconds(1200))
            #expect(driver.sent.count == 1)

            let short = try await scene.ask(
                .post, "/v1/campaigns?expires_in=0", Self.body()
            ).campaign()
            driver.outcome = { _ in
                .rejectedBroadcast(status: 503, reason: .serviceUnavailable)
            }
            try await driver.run(for: .seconds(600))
            let expired = try await shown(scene, short.id)
            #expect(expired.state == "done")
            #expect(expired.broadcast?.state == .expired)
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `one idempotency key makes one broadcast, and previews and dry runs are possible`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignScene.run(base) { scene in
            var ids: Set<String> = []
            for _ in 0..<3 {
                let response = try await scene.ask(
                    .post, "/v1/campaigns", Self.body(), idempotencyKey: "goal-1")
                ids.insert(try response.campaign().id)
            }
            #expect(ids.count == 1)
            var driver = try driver(scene)
            try await driver.run(for: .seconds(60))
            #expect(driver.sent.count == 1)
            let preview = try await scene.ask(.post, "/v1/campaigns/preview", Self.body())
                .decode(CampaignPreview.self)
            #expect(preview.channel == Self.channel)
            #expect(preview.installations == nil)
            #expect(preview.messages.count == 1)
            let dry = try await scene.post(Self.body(#","dry_run":true"#)).campaign()
            #expect(dry.settings?.dryRun == true)
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `if the policy has an approval limit, every broadcast waits for approval`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignScene.run(base) { scene in
            let policy = "/v1/apps/\(CampaignScene.app)/policy"
            let text =
                #"{"approval_above":1000,"confirm_above":1,"quiet_hours":"00:00-23:59","#
                + #""default_class":"news","caps":{"news":1},"per_minute":1}"#
            #expect(try await scene.ask(.put, policy, text).status == 200)
            let made = try await scene.post(Self.body()).campaign()
            #expect(made.state == "awaiting_approval")
            #expect(made.settings?.quietHours == nil)
            #expect(made.settings?.messageClass == nil)
            #expect(made.settings?.perMinute == nil)
            #expect(made.settings?.devices == nil)
            var driver = try driver(scene)
            try await driver.run(for: .seconds(60))
            #expect(driver.sent.isEmpty)
            let approver = try await scene.gateway.createKey(
                APIKeyRequest(name: "n", scopes: [.campaignsApprove])
            ).key
            let hash = made.settings?.approval?.hash ?? ""
            // A different environment changes the hash.
            let other = try await scene.post(
                Self.body().replacing(#""sandbox""#, with: #""production""#)
            ).campaign()
            #expect(other.settings?.approval?.hash != hash)
            let approved = try await scene.ask(
                .post, "/v1/campaigns/\(made.id)/approve", #"{"hash":"\#(hash)"}"#, key: approver)
            #expect(try approved.campaign().state == "scheduled")
            try await driver.run(for: .seconds(1200))
            #expect(driver.sent.count == 1)
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `the report names the channel, and the request's identifier finds the broadcast`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignScene.run(base) { scene in
            try await scene.register(["Europe/Berlin"])
            let at = GatewayJSON.text(of: scene.clock.now.addingTimeInterval(600))
            let made = try await scene.post(Self.body(#","at":"\#(at)""#)).campaign()
            let id = try #require(made.broadcast?.requestID)
            func delivery() async throws -> DeliveryResource {
                try await scene.ask(.get, "/v1/deliveries/\(id)").decode(DeliveryResource.self)
            }
            let queued = try await delivery()
            #expect(queued.state == .queued)
            #expect(queued.attempts == 0)
            var driver = try driver(scene, poll: .seconds(10))
            driver.outcome = { attempt in
                attempt.number > 1
                    ? .accepted : .rejectedBroadcast(status: 429, reason: .tooManyRequests)
            }
            try await driver.run(for: .seconds(602))
            let waiting = try await delivery()
            #expect(waiting.state == .queued)
            #expect(waiting.reason == "TooManyRequests")
            #expect(waiting.attempts == 1)
            try await driver.run(for: .seconds(600))
            let done = try await delivery()
            #expect(done.state == .accepted)
            #expect(done.status == 200)
            #expect(done.channel == Self.channel)
            #expect(done.campaign == made.id)
            #expect(done.installation == nil)
            #expect(done.environment == .sandbox)
            #expect(done.apnsID.text == id)

            let report = try await scene.ask(.get, "/v1/campaigns/\(made.id)/report")
                .decode(CampaignReport.self)
            #expect(report.broadcast?.channel == Self.channel)
            #expect(report.broadcast?.state == .accepted)
            #expect(report.broadcast?.requestID == id)
            #expect(report.funnel.map(\.step) == [.considered, .accepted])
            #expect(report.funnel.map(\.count) == [1, 1])
            #expect(report.funnel.allSatisfy { !$0.meaning.contains("installation") })

            let other = try await scene.post(
                #"{"audience":"all","message":{"title":"Sale"}}"#
            ).campaign()
            #expect(other.broadcast == nil)
            let plain = try await scene.ask(.get, "/v1/campaigns/\(other.id)/report")
                .decode(CampaignReport.self)
            #expect(plain.broadcast == nil)
            #expect(plain.funnel.count == CampaignReport.Step.allCases.count)
        }
    }

    @Test func `an unsuitable setting of a broadcast is named in the error`() async throws {
        try await CampaignScene.run { scene in
            let fields = [
                ("audience", #""all""#), ("control_percent", "10"), ("confirm_devices", "5"),
                ("quiet_hours", #""22:00-08:00""#), ("quiet_rule", #""skip""#),
                ("class", #""news""#), ("per_day", "1"), ("per_minute", "60"),
                ("local_time", #""2027-01-01T09:00""#),
            ]
            for (key, value) in fields {
                let response = try await scene.post(Self.body(",\"\(key)\":\(value)"))
                #expect(response.status == 422, "\(key): \(response.text)")
                #expect(try response.problem().keyPath == key)
            }
            let variants =
                #"{\#(Self.target),"variants":[{"message":\#(Self.aps)},{"message":\#(Self.aps)}]}"#
            #expect(try await scene.post(variants).problem().keyPath == "variants")
            for (query, key) in [
                ("audience=all", "audience"), ("activity=m1", "activity"),
                ("collapse_id=x", "collapse_id"), ("attributes_type=Match", "attributes_type"),
                ("push_type=alert", "push_type"),
            ] {
                let response = try await scene.ask(.post, "/v1/campaigns?\(query)", Self.body())
                #expect(response.status == 422, "\(query): \(response.text)")
                #expect(try response.problem().keyPath == key, "\(query)")
            }
            let bodies = [
                (#"{"channel":"***","message":\#(Self.aps)}"#, "channel", "bad_value"),
                (
                    #"{"channel":"AAAA","message":\#(Self.aps)}"#, "environment",
                    "environment_needed"
                ),
                (
                    #"{"audience":"all","environment":"sandbox","message":\#(Self.aps)}"#,
                    "environment", "bad_value"
                ),
                (
                    #"{\#(Self.target),"message":{"title":"Sale"}}"#, "aps.event", "value_missing"
                ),
                (
                    Self.body().replacing(#""update""#, with: #""start""#), "aps.event",
                    "bad_value"
                ),
                (
                    Self.body().replacing(#"{"home":1}"#, with: #"{"home":"{{name|friend}}"}"#),
                    "message", "bad_value"
                ),
            ]
            for (body, key, code) in bodies {
                let response = try await scene.post(body)
                let problem = try response.problem()
                #expect(problem.keyPath == key, "\(body): \(response.text)")
                #expect(problem.code == code, "\(body): \(response.text)")
            }
            let series = try await scene.ask(
                .post, "/v1/series", #"{"every":"daily","campaign":\#(Self.body())}"#)
            #expect(try series.problem().keyPath == "campaign.channel")
        }
    }

    @Test func `a payload alone is broadcast to the channel in the query`() async throws {
        try await CampaignScene.run { scene in
            let query = "channel=dHN0LXNyY2gtY2hubA%3D%3D&environment=production"
            let made = try await scene.ask(.post, "/v1/campaigns?\(query)", Self.aps).campaign()
            #expect(made.broadcast?.channel == Self.channel)
            #expect(made.broadcast?.environment == .production)
            let twice = try await scene.ask(.post, "/v1/campaigns?\(query)", Self.body())
            #expect(try twice.problem().keyPath == "channel")
        }
    }
}
