// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import GatewayModel
import HTTPTypes
import Simulation
import Testing

@testable import BellhopGateway

/// Campaigns that start later, at a local time, or as drafts, over HTTP.
@Suite(.timeLimit(.minutes(30))) struct CampaignScheduleTests {
    private static let message = #""audience":"all","message":{"title":"Sale"}"#

    @Test func `a campaign can start at a future time, but not in the past or too far ahead`()
        async throws
    {
        try await CampaignScene.run { scene in
            let at = GatewayJSON.text(of: scene.clock.now.addingTimeInterval(3600))
            let campaign = try await scene.post(#"{\#(Self.message),"at":"\#(at)"}"#).campaign()
            #expect(campaign.state == "scheduled")
            let settings = try #require(campaign.settings)
            #expect(settings.startsAt == scene.clock.now.addingTimeInterval(3600))
            // The lifetime begins when the campaign starts.
            #expect(settings.expiresAt == scene.clock.now.addingTimeInterval(3600 + 24 * 3600))
            for (time, code) in [
                (GatewayJSON.text(of: scene.clock.now.addingTimeInterval(-60)), "past"),
                (GatewayJSON.text(of: scene.clock.now.addingTimeInterval(400 * 86_400)), "ahead"),
            ] {
                let problem = try await scene.post(#"{\#(Self.message),"at":"\#(time)"}"#)
                    .problem()
                #expect(problem.code == "bad_value")
                #expect(problem.detail.contains(code), "\(problem.detail)")
            }
        }
    }

    @Test func `a campaign at a local time is due in each time zone of its installations`()
        async throws
    {
        try await CampaignScene.run { scene in
            try await scene.register(["Europe/Berlin", "Asia/Tokyo", "America/New_York", nil])
            let wall = scene.wallTime(inHours: 20)
            let campaign = try await scene.post(
                #"{\#(Self.message),"local_time":"\#(wall)","default_time_zone":"Asia/Kolkata"}"#
            ).campaign()
            let time = try #require(campaign.settings?.localTime)
            #expect(time.time == wall)
            #expect(time.zones == 4)
            let first = try #require(time.firstAt)
            let last = try #require(time.lastAt)
            // This is the difference between Tokyo and New York, with and without daylight saving
            // time.
            #expect([13.0, 14].contains(last.timeIntervalSince(first) / 3600))
            let stored = try await scene.gateway.requireCampaigns().store.campaign(id: campaign.id)
            #expect(try #require(stored).rules.dueTimes.count > 30)
            #expect(campaign.settings?.startsAt ?? .distantFuture < first)
        }
    }

    @Test func `a campaign needs a rule for zones where its local time has already passed`()
        async throws
    {
        try await CampaignScene.run { scene in
            try await scene.register(["Asia/Tokyo", "America/New_York"])
            let wall = scene.wallTime(inHours: 0)
            let body = #"{\#(Self.message),"local_time":"\#(wall)""#
            let problem = try await scene.post(body + "}").problem()
            #expect(problem.code == "value_missing")
            #expect(problem.keyPath == "late_zones")
            #expect(problem.detail.contains("1 of 2"), "\(problem.detail)")
            #expect(problem.detail.contains("Asia/Tokyo"), "\(problem.detail)")
            #expect(problem.detail.contains(#""late_zones":"skip""#), "\(problem.detail)")
            let skipping = try await scene.post(body + #","late_zones":"skip"}"#).campaign()
            #expect(skipping.settings?.localTime?.firstAt == skipping.settings?.localTime?.lastAt)
            let sending = try await scene.post(body + #","late_zones":"send_now"}"#).campaign()
            let time = try #require(sending.settings?.localTime)
            #expect(try #require(time.lastAt) > (try #require(time.firstAt)))
            // Zones without installations need no decision.
            _ = try await scene.ask(.delete, "/v1/installations/i0")
            #expect(try await scene.post(body + "}").status == 202)
        }
    }

    @Test(arguments: [
        (#""local_time":"2026-12-24""#, "bad_value", "local_time"),
        (#""local_time":"2099-01-01T09:00""#, "bad_value", "ahead"),
        (#""at":"tomorrow""#, "bad_value", "at"),
        (#""at":"2099-01-01T09:00:00Z","local_time":"2099-01-01T09:00""#, "bad_value", "combined"),
        (#""late_zones":"skip""#, "bad_value", "local_time"),
        (#""local_time":"2099-01-01T09:00","default_time_zone":"Mars""#, "bad_value", "zone"),
        (#""quiet_hours":"22-8""#, "bad_value", "22:00-08:00"),
        (#""per_day":2"#, "value_missing", "class"),
        (#""per_minute":-1"#, "bad_value", "range"),
        (#""control_percent":90"#, "bad_value", "range"),
        (#""tiem":"2099""#, "unknown_key", "known keys"),
        (#""variants":[{"message":{"title":"b"}}]"#, "bad_value", "combined"),
    ])
    func `a wrong setting is refused with an error code and an explanation`(
        setting: String, code: String, word: String
    ) async throws {
        try await CampaignScene.run { scene in
            let problem = try await scene.post("{\(Self.message),\(setting)}").problem()
            #expect(problem.code == code, "\(problem)")
            #expect(problem.detail.contains(word), "\(problem.detail)")
        }
    }

    @Test func `a draft can be edited, scheduled, given another time, and started or deleted`()
        async throws
    {
        try await CampaignScene.run { scene in
            let draft = try await scene.ask(
                .post, "/v1/campaigns", #"{\#(Self.message),"draft":true,"name":"Winter"}"#,
                idempotencyKey: "winter"
            ).campaign()
            let path = "/v1/campaigns/\(draft.id)"
            #expect(draft.state == "draft")
            #expect(draft.settings?.name == "Winter")
            #expect(draft.settings?.startsAt == nil)
            // A draft can still be changed later.
            scene.clock.advance(by: .seconds(2 * 3600))
            let missing = try await scene.ask(.post, path + "/schedule").problem()
            #expect(missing.code == "value_missing")
            let edited = try await scene.ask(
                .put, path, #"{"audience":"tag vip","message":{"title":"New"},"class":"news"}"#
            ).campaign()
            #expect(edited.state == "draft")
            #expect(edited.audience == "tag vip")
            let wall = scene.wallTime(inHours: 30)
            let scheduled = try await scene.ask(
                .post, path + "/schedule", #"{"local_time":"\#(wall)"}"#
            ).campaign()
            #expect(scheduled.state == "scheduled")
            #expect(scheduled.settings?.localTime?.time == wall)
            let at = GatewayJSON.text(of: scene.clock.now.addingTimeInterval(60))
            let moved = try await scene.ask(.post, path + "/schedule", #"{"at":"\#(at)"}"#)
                .campaign()
            #expect(moved.settings?.localTime == nil)
            #expect(moved.settings?.startsAt == scene.clock.now.addingTimeInterval(60))
            #expect(try await scene.ask(.put, path, "{\(Self.message)}").status == 409)
            #expect(try await scene.ask(.delete, path).status == 409)
            let started = try await scene.ask(.post, path + "/start").campaign()
            #expect(started.settings?.startsAt == scene.clock.now)
            // Repeating the request that created the draft still returns this campaign.
            let again = try await scene.ask(
                .post, "/v1/campaigns", #"{\#(Self.message),"draft":true,"name":"Winter"}"#,
                idempotencyKey: "winter"
            ).campaign()
            #expect(again.id == draft.id)
            let other = try await scene.post(#"{\#(Self.message),"draft":true}"#).campaign()
            #expect(try await scene.ask(.delete, "/v1/campaigns/\(other.id)").status == 204)
            #expect(try await scene.ask(.get, "/v1/campaigns/\(other.id)").status == 404)
        }
    }

    @Test func `an app's policy fills in what a campaign does not state`() async throws {
        try await CampaignScene.run { scene in
            let path = "/v1/apps/\(CampaignScene.app)/policy"
            #expect(try await scene.ask(.get, path).decode(PolicyResource.self) == .init())
            let policy = try await scene.ask(
                .put, path,
                #"{"quiet_hours":"22:00-08:00","quiet_rule":"skip","default_class":"marketing","#
                    + #""caps":{"marketing":2,"news":5},"per_minute":600,"#
                    + #""default_time_zone":"Europe/Berlin"}"#
            ).decode(PolicyResource.self)
            #expect(try await scene.ask(.get, path).decode(PolicyResource.self) == policy)
            let plain = try await scene.post("{\(Self.message)}").campaign().settings
            #expect(plain?.quietHours == "22:00-08:00")
            #expect(plain?.quietRule == "skip")
            #expect(plain?.messageClass == "marketing")
            #expect(plain?.perDay == 2)
            #expect(plain?.perMinute == 600)
            let own = try await scene.post(
                #"{\#(Self.message),"quiet_hours":"off","class":"news","per_minute":0}"#
            ).campaign().settings
            #expect(own?.quietHours == nil)
            #expect(own?.messageClass == "news")
            #expect(own?.perDay == 5)
            #expect(own?.perMinute == nil)
            let uncapped = try await scene.post(#"{\#(Self.message),"per_day":0}"#).campaign()
            #expect(uncapped.settings?.perDay == nil)
            for body in [
                #"{"caps":{"a":0}}"#, #"{"quiet_hours":"off"}"#, #"{"default_time_zone":"Mars"}"#,
                #"{"per_minute":0}"#, #"{"cap":1}"#,
            ] {
                #expect(try await scene.ask(.put, path, body).status == 422, "\(body)")
            }
        }
    }

    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `an inbox does not wait for drafts and campaigns that start much later`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await CampaignInboxScene.run(base) { scene in
            let clock = scene.clock
            for number in 0..<(GatewayLimits.inboxUndecidedMax + 5) {
                var new = NewCampaign(
                    id: "later\(number)", bundleID: CampaignInboxScene.app,
                    key: CampaignKey(tag: UInt64(number + 1) << 20, mix: 1),
                    deadline: DatabaseTime(milliseconds: .max / 4),
                    dueTimes: [DatabaseTime(milliseconds: .max / 8)])
                new.isDraft = number % 2 == 0
                _ = try await scene.campaigns.create(new)
            }
            try await scene.send("now", [1: OutcomeCode(.accepted)])
            // A page examines a limited number of campaigns.
            #expect(try await scene.page("i1").messages.isEmpty)
            let first = try await scene.page("i1", after: scene.page("i1").position)
            #expect(first.messages.map(\.id) == ["now"])
            let position = first.position
            // A draft that is started after the inbox was read is on the next page nevertheless.
            let number = try #require(try await scene.campaigns.campaign(id: "later0")).number
            let new = NewCampaign(
                id: "later0", bundleID: CampaignInboxScene.app,
                key: CampaignKey(tag: 1 << 20, mix: 1),
                deadline: DatabaseTime(milliseconds: clock.now.storedMilliseconds + 9_000_000),
                dueTimes: [DatabaseTime(milliseconds: clock.now.storedMilliseconds)],
                content: try StoredCampaignContent.text("Hi"))
            #expect(try await scene.campaigns.replace(number, with: new, in: [.draft]))
            #expect(try await !scene.campaigns.replace(number, with: new, in: [.draft]))
            let started = try #require(try await scene.campaigns.campaign(id: "later0")).number
            #expect(started > number)
            try await scene.plan(started)
            try await scene.record(
                [1: OutcomeCode(.accepted)], in: scene.units(of: started))
            let page = try await scene.page("i1", after: position)
            #expect(page.messages.map(\.id) == ["later0"])
        }
    }
}

extension StoredCampaignContent {
    /// The stored content of an alert with a text.
    fileprivate static func text(_ text: String) throws -> [UInt8] {
        try StoredCampaignContent(
            NewMessage(
                id: "m", target: .user("nobody"), bundleID: CampaignInboxScene.app,
                body: Array(#"{"aps":{"alert":"\#(text)"}}"#.utf8),
                topic: .init(CampaignInboxScene.app), pushType: .alert, priority: .immediate,
                deadline: .distantFuture)
        ).bytes
    }
}
