// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayModel
import Simulation
import Testing

/// The decisions about campaigns that send one broadcast.
struct BroadcastTests {
    private static func target() throws -> BroadcastTarget {
        try BroadcastTarget(
            channel: #require(ChannelID("dHN0LXNyY2gtY2hubA==")), environment: .sandbox)
    }

    private static func campaign(_ number: Int64) -> Campaign {
        Campaign(
            number: number, app: 1, credential: 1, lane: .live, key: CampaignKey(tag: 7, mix: 9),
            deadline: DatabaseTime(milliseconds: 1_000_000))
    }

    private static func content(_ body: String) throws -> CampaignContent {
        var content = CampaignContent(
            variants: [.init(standard: try PayloadTemplate(Array(body.utf8)))],
            topic: Topic("com.example.app.push-type.liveactivity"), pushType: .liveactivity)
        content.channel = try target().channel
        return content
    }

    private static func attempt(_ number: Int) throws -> Attempt {
        let (campaign, recipient) = (campaign(1), try target().recipient)
        return Attempt(
            tag: AttemptTag(index: number, generation: 1), campaign: 1, recipient: recipient,
            variant: 0,
            apnsID: campaign.key.apnsID(step: campaign.step, endpoint: recipient.endpoint),
            number: number)
    }

    @Test func `a broadcast is planned as one unit, due at its time and for no installation`() {
        let due = DatabaseTime(milliseconds: 5000)
        let unit = UnitPlan.broadcast(of: 3, dueTimes: [due])
        #expect(unit.id == CampaignUnit.ID(campaign: 3, number: 1))
        #expect(unit.first == 0)
        #expect(unit.last == 0)
        #expect(unit.notBefore == due)
    }

    @Test func `the store plans one recipient, also for an app without installations`() throws {
        var store = MemoryStore()
        let (target, now) = (try Self.target(), DatabaseTime(milliseconds: 0))
        store.add(Self.campaign(1), dueTimes: [now], broadcast: target)
        let claim = WorkClaim(
            node: NodeName("a", boot: 1), lease: .seconds(5), units: 2, heldUnits: [:], rows: [:],
            blocked: [])
        _ = store.perform(.claim(claim), at: now)
        _ = store.perform(.plan(1), at: now)
        #expect(store.campaigns[1]?.state == .sending)
        guard case .claimed(let claimed) = store.perform(.claim(claim), at: now) else {
            Issue.record("there is no response")
            return
        }
        let unit = try #require(claimed.units.first)
        #expect(claimed.units.count == 1)
        let request = PageRequest(lease: unit.lease, after: unit.mark, limit: 10)
        guard case .page(let page) = store.perform(.page(request), at: now) else {
            Issue.record("there is no page")
            return
        }
        #expect(page.recipients == [target.recipient])
        #expect(page.isLast)
    }

    @Test func `every attempt sends the same request, to the app's identifier without a suffix`()
        throws
    {
        let body = #"{"aps":{"event":"update","content-state":{}}}"#
        let content = try Self.content(body)
        let channel = try #require(content.channel)
        let requests = try (1...2).map {
            try content.broadcast(for: Self.attempt($0), to: channel)
        }
        #expect(Set(requests).count == 1)
        let request = try #require(requests.first)
        #expect(request.bundleID == "com.example.app")
        #expect(request.expiration == .oneAttempt)
        #expect(request.priority == .immediate)
        #expect(request.body == Array(body.utf8))
        #expect(request.id != nil)
    }

    @Test func `a body of 5,120 bytes is sent, and a longer one is not`() throws {
        func body(_ count: Int) -> String {
            #"{"aps":{},"x":""# + String(repeating: "a", count: count - 17) + #""}"#
        }
        let channel = try Self.target().channel
        let longest = try Self.content(body(5120)).broadcast(for: Self.attempt(1), to: channel)
        #expect(longest.body.count == 5120)
        let content = try Self.content(body(5121))
        #expect(throws: CampaignContent.Problem.payloadTooLarge) {
            try content.broadcast(for: Self.attempt(1), to: channel)
        }
    }

    @Test(arguments: [
        (429, RejectionReason.tooManyRequests, true), (503, .serviceUnavailable, true),
        (500, .internalServerError, true), (403, .expiredProviderToken, true),
        (400, .channelNotRegistered, false), (400, .badExpirationDate, false),
        (410, .unregistered, false),
    ])
    func `the reason determines whether a rejected broadcast is repeated; no token is affected`(
        status: Int, reason: RejectionReason, isRepeated: Bool
    ) {
        let outcome = TransportOutcome.rejectedBroadcast(status: status, reason: reason)
        guard case .rejected(let kind, .unchanged, let text) = outcome else {
            Issue.record("the outcome is \(outcome)")
            return
        }
        #expect(text == reason.rawValue)
        #expect(kind.traits.isRepeated == isRepeated)
        var random = SeededGenerator(seed: 1)
        let step = OutcomePolicy.step(
            after: outcome, attempt: 1, remaining: .seconds(3600), variant: 0, using: &random)
        switch step {
        case .retry(_, let reason):
            #expect(isRepeated)
            #expect(reason == text)
        case .finish(let code):
            #expect(!isRepeated)
            #expect(code == OutcomeCode(.rejected, reason: text))
        }
    }
}
