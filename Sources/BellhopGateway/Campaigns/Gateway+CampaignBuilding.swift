// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import GatewayModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Makes campaigns from requests, and refuses requests from which no campaign can be made.
extension Gateway {
    /// When a campaign that is made from a request starts.
    enum CampaignStart {
        case now
        /// At the time that the request states, or now.
        case asRequested
        case onRequest
    }

    func build(
        _ request: CampaignRequest, id: String, _ start: CampaignStart,
        idempotency: Idempotency? = nil, within limit: AppLimit
    ) async throws -> NewCampaign {
        let (campaigns, form) = (try requireCampaigns(), request.form)
        let contents = try await contents(of: request, within: limit)
        let options = (contents.first?.options ?? .init()).filled(from: request.options)
        let app = try await RecipientResolver(store: store, limit: limit)
            .app(form.app ?? options.app)
        try await checkCredential(of: app)
        try BroadcastCheck.check(request, options, app)
        let policy = try await campaigns.store.policy(ofApp: app.bundleID) ?? PolicyResource()
        var timing = CampaignTiming(now: time.now)
        if case .now = start {
        } else {
            let used =
                form.localTime == nil
                ? UsedZones() : try await campaigns.store.zones(ofApp: app.bundleID)
            timing = try CampaignTiming(
                form, policyZone: policy.defaultTimeZone, used: used, now: time.now)
        }
        let messages = try Self.messages(
            contents, of: request, bundleID: app.bundleID, id: id, at: timing.lastDue)
        let message = try Self.checked(messages)
        let lane = try Self.lane(options, of: message)
        let key = makeRandom { CampaignKey(tag: $0.next(), mix: $0.next()) }
        var new = NewCampaign(
            id: id, bundleID: app.bundleID, lane: Lane(lane), key: key,
            deadline: DatabaseTime(milliseconds: message.deadline.storedMilliseconds),
            dueTimes: timing.dueTimes,
            content: try StoredCampaignContent(
                message, variants: Array(messages.dropFirst()),
                template: contents.first?.template, isDryRun: form.isDryRun,
                broadcast: request.broadcast
            ).bytes, audience: try await resolved(request.audience, of: app.bundleID),
            urgency: message.urgency, template: contents.first?.template?.reference.description,
            variables: try Self.variableNames(contents, messages), idempotency: idempotency)
        new.schedule = timing.schedule
        new.extras = timing.extras
        if let broadcast = request.broadcast {
            try BroadcastCheck.checkVariables(new.variables)
            new.broadcast = broadcast
        } else {
            try Self.apply(form, policy, to: &new)
            try new.take(message, contents.first)
        }
        if form.isDryRun { new.makeDryRun() }
        new.name = form.name
        new.definition = try request.storedText
        if let winner = form.winner { new.take(winner, lastDue: timing.lastDue) }
        if case .onRequest = start {
            new.isDraft = true
            new.winnerAt = nil
        }
        return new
    }

    /// Composes the messages of a request.
    private static func messages(
        _ contents: [MessageContent], of request: CampaignRequest, bundleID: String, id: String,
        at time: Date
    ) throws -> [NewMessage] {
        let byteCountMax = request.broadcast.map { _ in ChannelBroadcast.byteCountMax }
        return try contents.map {
            try MessageComposer.compose(
                $0, options: $0.options.filled(from: request.options), to: .user(id),
                bundleID: bundleID, id: id, idempotency: nil, byteCountMax: byteCountMax, now: time
            ).message
        }
    }

    /// Returns the contents of a request's messages, or the content of its template.
    private func contents(
        of request: CampaignRequest, within limit: AppLimit
    ) async throws -> [MessageContent] {
        guard let template = request.template else {
            guard !request.contents.contains(where: \.countsBadge) else {
                throw Problem(
                    .badValue,
                    "a campaign cannot count badges, because it stores nothing for each "
                        + "installation; send a fixed number, or messages to users",
                    keyPath: "badge")
            }
            return request.contents
        }
        var options = request.options
        options.app = request.form.app ?? options.app
        let use = try TemplateUse(
            reading: request.form.variants.first?.message ?? [], for: .campaign)
        return [try await campaign(with: template, use, options: options, within: limit)]
    }

    private static func lane(
        _ options: MessageOptions, of message: NewMessage
    ) throws(Problem) -> MessageLane {
        var lane = options.lane
        switch message.pushType {
        case .background: lane = lane ?? .background
        case .liveactivity: lane = lane ?? .live
        default: lane = lane ?? .bulk
        }
        guard lane != .otp else {
            throw Problem(
                .badValue,
                "a campaign cannot use the lane otp, which is for one-time codes; omit \"lane\"",
                keyPath: "lane")
        }
        return lane ?? .bulk
    }

    /// Returns the names of the attributes that the messages show.
    private static func variableNames(
        _ contents: [MessageContent], _ messages: [NewMessage]
    ) throws -> [String] {
        let names = try zip(contents, messages).flatMap { content, message in
            try content.template?.variableNames ?? PayloadTemplate(message.body).variableNames
        }
        return Set(names).sorted()
    }

    /// Returns the first of a campaign's messages, after checking that campaigns can send them and
    /// that they have the same headers.
    private static func checked(_ messages: [NewMessage]) throws -> NewMessage {
        guard let first = messages.first else {
            throw Problem(.valueMissing, "the campaign has no message; add \"message\"")
        }
        for message in messages {
            do { _ = try PayloadTemplate(message.body) } catch let error as PayloadTemplateError {
                throw Problem(.badValue, "\(error)")
            }
            let isSame =
                message.pushType == first.pushType && message.topic == first.topic
                && message.priority == first.priority && message.collapseID == first.collapseID
                && message.expiration == first.expiration && message.lane == first.lane
                && message.tokens == first.tokens
            guard isSame else {
                throw Problem(
                    .badValue,
                    "the variants differ in more than their payloads; give them the same push "
                        + "type, lane, priority, collapse_id and expiration", keyPath: "variants")
            }
        }
        return first
    }

    /// Sets the limits, the variants and the control group.
    private static func apply(
        _ form: CampaignForm, _ policy: PolicyResource, to new: inout NewCampaign
    ) throws(Problem) {
        let limits = form.limits.filled(from: policy.limits)
        if case .hours(let hours)? = limits.quiet {
            new.quietHours = QuietHours(
                start: hours.start, end: hours.end,
                rule: limits.quietRule == .skip ? .skip : .hold)
        }
        if let perDay = form.limits.perDay, perDay > 0, limits.messageClass == nil {
            throw Problem(
                .valueMissing,
                "\"per_day\" needs the class of the messages that are counted; add \"class\", for "
                    + "instance \"marketing\"", keyPath: "class")
        }
        if let name = limits.messageClass,
            let perDay = form.limits.perDay ?? policy.caps?[name], perDay > 0
        {
            new.cap = CapRule(name: name, perDayMax: perDay)
        }
        if let perMinute = limits.perMinute, perMinute > 0 { new.extras.perMinuteMax = perMinute }
        if form.controlPercent > 0 { new.extras.controlThousandths = form.controlPercent * 10 }
        if form.variants.count > 1 {
            new.variantShares = form.variants.map(\.share)
            new.extras.variantNames = form.variants.map(\.name)
        }
    }

    func requireCampaigns() throws(Problem) -> GatewayCampaigns {
        guard let campaigns else {
            throw Problem(
                .routeNotFound,
                "this gateway's storage does not support campaigns; start the gateway with SQLite "
                    + "or PostgreSQL")
        }
        return campaigns
    }
}

extension NewCampaign {
    /// Sets the tokens to which the message goes, and the limit for messages of this kind.
    fileprivate mutating func take(
        _ message: NewMessage, _ content: MessageContent?
    ) throws(Problem) {
        target = try CampaignMessageCheck.target(message)
        let event = content?.payload.aps?.liveActivity.event
        if let limit = CampaignMessageCheck.limit(message, event) { cap = limit }
    }

    /// Sets the test that finds the better variant.
    fileprivate mutating func take(_ winner: CampaignForm.Winner, lastDue: Date) {
        extras.testPercent = winner.testPercent
        extras.testMinutes = winner.afterMinutes
        extras.sample = AudienceSample(lower: 0, upper: winner.testPercent * 10)
        winnerAt = lastDue.storedMilliseconds + Int64(winner.afterMinutes) * 60_000
    }

    /// Makes the campaign a dry run, which nothing delays: notifications that quiet hours would
    /// hold back are reported and do not wait, and the campaign has no rate limit.
    fileprivate mutating func makeDryRun() {
        extras.isDryRun = true
        extras.perMinuteMax = nil
        quietHours = quietHours.map { QuietHours(start: $0.start, end: $0.end, rule: .skip) }
    }
}

extension Problem {
    static func noCredential(_ bundleID: String) -> Problem {
        Problem(
            .noCredential,
            "\(bundleID) has no key for APNs; store one with bellhop app apns, or PUT "
                + "/v1/apps/\(bundleID)/credential")
    }
}
