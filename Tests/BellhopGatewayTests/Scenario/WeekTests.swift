// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import Foundation
import GatewayAPI
import GatewayModel
import HTTPTypes
import SQLCore
import Simulation
import Testing

@testable import BellhopGateway

/// A week of an app on both databases.
@Suite(.timeLimit(.minutes(30))) struct WeekTests {
    private typealias Phone = WeekScene.Phone

    /// Six people who have signed up before the week, each in another time zone.
    private static let people = [
        ("aroha", "Pacific/Auckland"), ("bea", "Europe/Berlin"), ("chloe", "America/New_York"),
        ("deepak", "Asia/Kathmandu"), ("emi", "Asia/Tokyo"), ("frida", "Europe/Berlin"),
    ].map { Phone(name: $0.0, zone: $0.1) }
    private static let late = Phone(name: "zoe", zone: "Europe/Berlin")

    /// Clocks go forward in New York on March 8, 2026, between two digests.
    @Test(arguments: CampaignInboxScene.Base.allCases)
    func `during a week, each user gets the expected notifications at the expected times`(
        base: CampaignInboxScene.Base
    ) async throws {
        try await WeekScene.run(base, at: "2026-02-28T00:00:00Z") { week in
            let people = Self.people
            let (bea, deepak, emi) = (people[1], people[3], people[4])
            try await Self.begin(week)
            for phone in people { try await week.signUp(phone) }

            // Sunday and Monday: the first digest, at nine o'clock in each person's time zone.
            try await week.pass(until: "2026-03-03T08:00:00Z")
            let first = week.arrivals
            #expect(
                first.map { "\($0.phone) \($0.at)" } == [
                    "aroha 2026-03-01T20:00", "emi 2026-03-02T00:00", "deepak 2026-03-02T03:15",
                    "bea 2026-03-02T08:00", "frida 2026-03-02T08:00", "chloe 2026-03-02T14:00",
                ])

            // Tuesday: somebody signs up, and orders.
            try await week.signUp(Self.late)
            try await Self.order(week, by: Self.late)

            // Wednesday: a code does not wait for a campaign.
            try await week.pass(until: "2026-03-04T10:00:00Z")
            let campaign = try await Self.codeDuringCampaign(week, for: bea)
            #expect(week.arrivals.filter { $0.campaign == campaign }.count == people.count + 1)

            // Thursday: emi does not want the news any more.
            try await week.decide(emi, news: false)
            // Friday: deepak is erased, while a message to him is tried again and again.
            try await week.pass(until: "2026-03-06T09:00:00Z")
            let numberOfRequests = try await Self.erase(deepak, week)

            // Sunday and Monday: the second digest, for the people who remain and want it.
            let before = week.arrivals.count
            try await week.pass(until: "2026-03-10T08:00:00Z")
            let second = week.arrivals.dropFirst(before)
            #expect(
                second.map { "\($0.phone) \($0.at)" } == [
                    "aroha 2026-03-08T20:00", "bea 2026-03-09T08:00", "frida 2026-03-09T08:00",
                    "zoe 2026-03-09T08:00", "chloe 2026-03-09T13:00",
                ])
            #expect(Set(second.map(\.campaign)).count == 1)
            let token = try deepak.token()
            #expect(week.requests(for: token).count == numberOfRequests)
            #expect(try await Self.traces(of: deepak, week) == [])
            try await Self.checkInboxes(week)
        }
    }

    /// What the app's team does before the app has its first user.
    private static func begin(_ week: WeekScene) async throws {
        let app = "/v1/apps/\(WeekScene.app)"
        for (method, path, body) in [
            (HTTPRequest.Method.put, "\(app)/topics/news", #"{"title":"News"}"#),
            (.put, "\(app)/segments/readers", #"{"filter":"topic news"}"#),
            (
                .post, "/v1/series",
                #"{"every":"weekly","campaign":{"audience":"segment:readers","#
                    + #""local_time":"2026-03-02T09:00","name":"Digest","#
                    + #""message":{"title":"Your week","body":"The digest"}}}"#
            ),
        ] {
            let response = try await week.scene.ask(method, path, body)
            #expect((200...201).contains(response.status), "\(response.text)")
        }
    }

    /// An order with a Live Activity: started by the server, updated, and ended.
    private static func order(_ week: WeekScene, by phone: Phone) async throws {
        let type = WeekScene.activityTypes
        let begin = TokenName(.liveActivityStart, attributesType: type)
        let running = TokenName(.liveActivity, attributesType: type, activity: "order-7")
        let (starting, updating) = (try phone.token("start"), try phone.token("order"))
        let own = try phone.token()
        try await week.launch(
            phone, user: phone.name, more: [TokenRegistration(begin, starting)])
        func push(_ query: String, _ event: String) async throws {
            try await week.send(
                to: phone.name,
                #"{"aps":{"timestamp":1772524800,\#(event),"content-state":{"step":"near"}}}"#,
                query: query)
        }
        try await push(
            "",
            #""event":"start","attributes-type":"\#(type)","attributes":{"order":"7"},"#
                + #""alert":{"title":"Order 7","body":"It is on its way"}"#)
        #expect(week.requests(for: starting).count == 1)
        // The activity has begun, and the app reports its token.
        try await week.launch(
            phone, user: phone.name, more: [TokenRegistration(running, updating)])
        for event in [#""event":"update""#, #""event":"update""#, #""event":"end""#] {
            try await week.pass(.seconds(1200))
            try await push("&activity=order-7", event)
        }
        let requests = week.requests(for: updating).map(\.request)
        #expect(requests.count == 3)
        #expect(requests.allSatisfy { $0.pushType == .liveactivity })
        #expect(requests.allSatisfy { $0.topic.text.hasSuffix(".liveactivity") })
        // After the Live Activity has ended, nothing can be sent to it.
        try await week.launch(phone, user: phone.name, ended: [running])
        let late = try await week.scene.ask(
            .post,
            "/v1/users/\(phone.name)/messages?app=\(WeekScene.app)&activity=order-7",
            #"{"aps":{"timestamp":1,"event":"update","content-state":{}}}"#)
        #expect(try late.problem().code == "no_device", "\(late.text)")
        #expect(week.requests(for: own).isEmpty)
    }

    /// A one-time code is sent at once, while a slow campaign is under way.
    private static func codeDuringCampaign(
        _ week: WeekScene, for phone: Phone
    ) async throws -> Campaign.Number {
        let before = week.arrivals.count
        let campaign = try await week.scene.post(
            #"{"audience":"all","per_minute":1,"message":{"title":"Sale"}}"#
        ).campaign()
        while week.arrivals.count < before + 2 { try await week.pass(.seconds(30)) }
        let during = try await week.scene.ask(.get, "/v1/campaigns/\(campaign.id)").campaign()
        #expect(during.state == "sending")
        let sentAt = week.scene.clock.now
        let message = try await week.send(
            to: phone.name,
            #"{"title":"Your code","body":"123 456","lane":"otp","expires_in":300}"#)
        let delivery = try #require(message.deliveries.first)
        #expect(delivery.updatedAt == sentAt)
        #expect(week.arrivals.count < before + people.count + 1)
        let token = try phone.token()
        #expect(week.requests(for: token).last?.request.priority == .immediate)
        try await week.pass(.seconds(3600))
        let after = try await week.scene.ask(.get, "/v1/campaigns/\(campaign.id)").campaign()
        #expect(after.state == "done")
        #expect(after.totals.accepted == people.count + 1)
        let stored = try await week.scene.gateway.requireCampaigns().store.campaign(
            id: campaign.id)
        return try #require(stored).number
    }

    /// Erases a user to whom a message is being tried again.
    ///
    /// - Returns: the number of requests to APNs for the user's phone.
    private static func erase(_ phone: Phone, _ week: WeekScene) async throws -> Int {
        let token = try phone.token()
        week.scene.sender.respond(with: .rejected(Rejection(status: 503, reason: .shutdown)))
        let waiting = try await week.scene.ask(
            .post, "/v1/users/\(phone.name)/messages?app=\(WeekScene.app)",
            #"{"title":"Your invoice","expires_in":86400}"#
        ).decode(MessageResource.self)
        while !Task.isCancelled {
            let now = try await week.scene.ask(.get, "/v1/messages/\(waiting.id)")
                .decode(MessageResource.self)
            if now.deliveries.first?.reason != nil { break }
            await Task.yield()
        }
        let before = try await traces(of: phone, week)
        #expect(!before.isEmpty)
        let order = try await week.scene.ask(.delete, "/v1/users/\(phone.name)")
            .decode(ErasureResource.self)
        #expect(order.state == .done)
        #expect(try await week.scene.ask(.get, "/v1/messages/\(waiting.id)").status == 404)
        let log = try await week.scene.ask(.get, "/v1/audit").decode(AuditList.self).entries
        #expect(log.contains { $0.action == "DELETE /v1/users/{user}" })
        week.scene.sender.respond(with: .accepted(Acceptance()))
        return week.requests(for: token).count
    }

    /// The rows of any table that contain something of a phone's user.
    private static func traces(of phone: Phone, _ week: WeekScene) async throws -> [String] {
        let token = try phone.token()
        let words = [phone.name, token.hex, token.redacted]
        let store = try #require(week.scene.gateway.store as? SQLStore)
        return try await store.dump().flatMap { table, rows in
            rows.filter { row in words.contains(where: row.contains) }.map { "\(table): \($0)" }
        }
    }

    /// Checks that inboxes have the digests and the sale, and neither the invoice nor the code.
    private static func checkInboxes(_ week: WeekScene) async throws {
        for (name, digests, others) in [
            ("aroha", 2, ["Sale"]), ("bea", 2, ["Sale"]), ("emi", 1, ["Sale"]),
            ("zoe", 1, ["Sale"]),
        ] {
            let phone = try #require((people + [late]).first { $0.name == name })
            let texts = try await week.inbox(phone)
            #expect(texts.count { $0.contains("Your week") } == digests, "\(name): \(texts)")
            for other in others {
                #expect(texts.count { $0.contains(other) } == 1, "\(name): \(texts)")
            }
            #expect(!texts.contains { $0.contains("invoice") }, "\(name)")
            // The code has expired.
            #expect(!texts.contains { $0.contains("Your code") }, "\(name)")
        }
    }
}
