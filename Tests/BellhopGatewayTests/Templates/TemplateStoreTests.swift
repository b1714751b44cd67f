// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import GatewayModel
import SQLCore
import Simulation
import Testing

@testable import BellhopGateway

/// Templates, variables, and the numbers of messages by urgency, on both databases.
@Suite(.timeLimit(.minutes(30))) struct TemplateStoreTests {
    typealias Scene = CampaignInboxScene

    private func template(_ body: String, _ more: String = "") throws -> MessageTemplate {
        try MessageTemplate(
            reading: Array(#"{"locales":{"en":{"body":"\#(body)"}}\#(more)}"#.utf8))
    }

    private func put(
        _ templates: SQLTemplateStore, _ template: MessageTemplate, _ name: String = "parcel",
        at now: Date
    ) async throws -> (version: Int, isNew: Bool) {
        let outcome = try await templates.put(template, named: name, of: Scene.app, now: now)
        guard case .stored(let stored, let isNew) = outcome else {
            Issue.record("\(outcome)")
            return (0, false)
        }
        return (stored.version, isNew)
    }

    @Test(arguments: Scene.Base.allCases)
    func `different content becomes the next version, and the same content does not`(
        _ base: Scene.Base
    ) async throws {
        try await Scene.run(base) { scene in
            let templates = SQLTemplateStore(store: scene.store)
            let (first, second) = (try template("Hi"), try template("Hello"))
            let now = scene.clock.now
            #expect(try await put(templates, first, at: now) == (1, true))
            #expect(try await put(templates, first, at: now) == (1, false))
            #expect(try await put(templates, second, at: now) == (2, true))
            #expect(try await put(templates, first, at: now) == (3, true))
            let app = Scene.app
            #expect(try await templates.template("parcel", of: app)?.version == 3)
            let old = try #require(try await templates.template("parcel", version: 2, of: app))
            #expect(try old.template() == second)
            #expect(try await templates.template("parcel", version: 9, of: app) == nil)
            #expect(try await templates.template("parcel", of: "com.example.other") == nil)
            #expect(
                try await templates.versions(of: "parcel", of: app).map(\.version) == [3, 2, 1])
            let other = try await templates.put(first, named: "x", of: "none", now: now)
            guard case .noApp = other else {
                Issue.record("\(other)")
                return
            }
        }
    }

    @Test(arguments: Scene.Base.allCases)
    func `an archived template is not listed, can be stored again, and is later removed`(
        _ base: Scene.Base
    ) async throws {
        try await Scene.run(base) { scene in
            let templates = SQLTemplateStore(store: scene.store)
            let (app, now) = (Scene.app, scene.clock.now)
            let first = try template("Hi")
            _ = try await put(templates, first, at: now)
            #expect(try await templates.archive("parcel", of: app, now: now))
            #expect(try await !templates.archive("parcel", of: app, now: now))
            #expect(try await templates.template("parcel", of: app) == nil)
            #expect(try await templates.template("parcel", version: 1, of: app) != nil)
            #expect(try await templates.templates(of: app, after: "", limit: 9)?.isEmpty == true)
            #expect(try await put(templates, first, at: now) == (1, true))
            #expect(try await templates.template("parcel", of: app)?.version == 1)
            #expect(try await templates.archive("parcel", of: app, now: now))
            let retention = Retention()
            let month = now.addingTimeInterval(30 * 24 * 3600)
            #expect(try await scene.store.purge(retention, now: month).rows["template"] == nil)
            let later = now.addingTimeInterval(91 * 24 * 3600)
            let rows = try await scene.store.purge(retention, now: later).rows
            #expect(rows["template"] == 1)
            #expect(rows["template_version"] == 1)
            #expect(try await templates.template("parcel", version: 1, of: app) == nil)
        }
    }

    @Test(arguments: Scene.Base.allCases)
    func `only the newest versions of a template are kept`(_ base: Scene.Base) async throws {
        try await Scene.run(base) { scene in
            let templates = SQLTemplateStore(store: scene.store)
            let count = GatewayLimits.templateVersionsMax + 3
            for number in 1...count {
                _ = try await put(templates, try template("Hi \(number)"), at: scene.clock.now)
            }
            let versions = try await templates.versions(of: "parcel", of: Scene.app)
            #expect(versions.map(\.version) == (4...count).reversed())
        }
    }

    @Test(arguments: Scene.Base.allCases)
    func `templates are listed in the order of their names, page by page`(
        _ base: Scene.Base
    ) async throws {
        try await Scene.run(base) { scene in
            let templates = SQLTemplateStore(store: scene.store)
            let names = (1...25).map { "t\(100 + $0)" }
            for name in names.shuffled() {
                _ = try await put(templates, try template("Hi"), name, at: scene.clock.now)
            }
            var found: [String] = []
            while true {
                let page = try #require(
                    try await templates.templates(
                        of: Scene.app, after: found.last ?? "", limit: 10))
                if page.isEmpty { break }
                found += page.map(\.name)
            }
            #expect(found == names)
        }
    }

    @Test(arguments: Scene.Base.allCases)
    func `a campaign reads only the attributes that its content shows`(
        _ base: Scene.Base
    ) async throws {
        try await Scene.run(base) { scene in
            let audiences = SQLAudienceStore(store: scene.store)
            for (name, kind) in [
                ("first", AttributeKind.text), ("points", .number), ("ends", .date),
                ("vip", .flag), ("secret", .text),
            ] {
                _ = try await audiences.declare(name, kind, of: Scene.app)
            }
            _ = try await audiences.set(
                [
                    "first": .text("Al\"ex"), "points": .number(1200.5),
                    "ends": .date(1_769_817_600_000), "vip": .flag(true), "secret": .text("x"),
                ], ofInstallation: "i1")
            _ = try await audiences.set(["secret": .text("y")], ofInstallation: "i2")
            let names = ["first", "points", "ends", "vip", "undeclared"]
            let campaign = try await scene.startCampaign("c1", variables: names)
            let pages = try await scene.recipients(of: campaign)
            #expect(
                pages.map(\.variables) == [
                    ["first": "Al\"ex", "points": "1200.5", "ends": "2026-01-31", "vip": "true"],
                    [:],
                ])
            let plain = try await scene.startCampaign("c2", variables: [])
            #expect(try await scene.recipients(of: plain).map(\.variables) == [[:], [:]])
        }
    }

    @Test(arguments: Scene.Base.allCases)
    func `an inbox shows a campaign in the language and with the values of its reader`(
        _ base: Scene.Base
    ) async throws {
        try await Scene.run(base) { scene in
            let audiences = SQLAudienceStore(store: scene.store)
            _ = try await audiences.declare("first", .text, of: Scene.app)
            _ = try await audiences.set(["first": .text("Alex")], ofInstallation: "i1")
            _ = try await scene.store.write { db in
                try await db.run("UPDATE installation SET locale = 'pt_BR' WHERE id = 'i1'")
            }
            let template = try MessageTemplate(
                reading: Array(
                    """
                    {"default_locale":"en","variables":{"first":{"type":"text","default":"you"},
                     "n":"number"},
                     "locales":{"en":{"body":"{{n, plural, one {#} other {# for}}} {{first}}"},
                     "pt":{"body":"Oi {{first}}, {{n}}"}}}
                    """.utf8))
            let bound = BoundTemplate(
                reference: TemplateReference(name: "t", version: 1), template: template,
                values: ["n": "2"])
            let campaign = try await scene.startCampaign(
                "c1", template: bound, variables: bound.variableNames)
            try await scene.record(
                [1: OutcomeCode(.accepted), 2: OutcomeCode(.accepted)],
                in: scene.units(of: campaign))
            func body(_ id: String) async throws -> JSONNode? {
                let message = try #require(try await scene.page(id).messages.first)
                return try JSONReader.read(message.body)
            }
            let first = try await body("i1")
            #expect(first?["aps"]?["alert"]?["body"]?.value == "Oi Alex, 2")
            #expect(first?[DeviceMessage.payloadKey]?.value == "c1")
            #expect(try await body("i2")?["aps"]?["alert"]?["body"]?.value == "2 for you")
        }
    }

    @Test(arguments: Scene.Base.allCases)
    func `notifications are counted by day and class, and old counts are removed`(
        _ base: Scene.Base
    ) async throws {
        try await Scene.run(base) { scene in
            let templates = SQLTemplateStore(store: scene.store)
            let now = scene.clock.now
            for (number, level) in [
                InterruptionLevel.active, .active, .timeSensitive, nil,
            ].enumerated() {
                var message = NewMessage(
                    id: "m\(number)", target: .user("alex"), bundleID: Scene.app,
                    body: Array("{}".utf8), topic: Topic(Scene.app), pushType: .alert,
                    priority: .immediate, deadline: now.addingTimeInterval(3600))
                message.urgency = level
                #expect(try await scene.store.accept(message, now: now).outcome == .accepted)
            }
            let campaign = try await scene.startCampaign("c1", urgency: .passive)
            try await scene.record(
                [1: OutcomeCode(.accepted), 2: OutcomeCode(.rejected, reason: "x")],
                in: scene.units(of: campaign))
            let today = SQLUrgencyCounts.day(now)
            let found = try await templates.urgencies(of: Scene.app, since: today)
            #expect(
                found == [
                    .active: .init(messages: 2), .timeSensitive: .init(messages: 1),
                    .passive: .init(campaigns: 1),
                ])
            #expect(try await templates.urgencies(of: Scene.app, since: today + 1)?.isEmpty == true)
            #expect(try await templates.urgencies(of: "none", since: today) == nil)
            let later = now.addingTimeInterval(92 * 24 * 3600)
            let rows = try await scene.store.purge(Retention(), now: later).rows
            #expect(rows["urgency_count"] == 2)
        }
    }

    @Test(arguments: Scene.Base.allCases)
    func `the migration back to version 8 cancels campaigns with a template and no others`(
        _ base: Scene.Base
    ) async throws {
        try await Scene.run(base) { scene in
            let bound = BoundTemplate(
                reference: TemplateReference(name: "t", version: 1), template: try template("Hi"),
                values: [:])
            _ = try await scene.startCampaign("c1", template: bound)
            _ = try await scene.startCampaign("c2")
            try await Schema.migrate(
                scene.store.database, named: "test", to: 8, masterKeys: .testing)
            let states: [String] = try await scene.store.database.read { db in
                try await db.rows("SELECT state FROM campaign ORDER BY no").firstColumn()
            }
            #expect(states == ["cancelled", "sending"])
            try await Schema.migrate(scene.store.database, named: "test", masterKeys: .testing)
        }
    }
}

extension CampaignInboxScene {
    /// Stores a campaign with its units.
    fileprivate func startCampaign(
        _ id: String, template: BoundTemplate? = nil, variables: [String] = [],
        urgency: InterruptionLevel? = nil
    ) async throws -> Campaign.Number {
        let content = NewMessage(
            id: id, target: .user("nobody"), bundleID: Self.app,
            body: Array(#"{"aps":{"alert":"Hi"}}"#.utf8), topic: Topic(Self.app), pushType: .alert,
            priority: .immediate, deadline: clock.now.addingTimeInterval(3600), carriesID: true)
        let now = DatabaseTime(milliseconds: clock.now.storedMilliseconds)
        let creation = try await campaigns.create(
            NewCampaign(
                id: id, bundleID: Self.app,
                key: CampaignKey(tag: .random(in: 1...UInt64.max), mix: 1),
                deadline: DatabaseTime(milliseconds: content.deadline.storedMilliseconds),
                dueTimes: [now],
                content: try StoredCampaignContent(content, template: template).bytes,
                urgency: urgency, template: template?.reference.description,
                variables: variables))
        guard case .created(let campaign) = creation else { throw NoCampaign() }
        _ = try await units(of: -1)
        _ = try await campaigns.plan(campaign.number)
        return campaign.number
    }

    /// The recipients of a campaign, in the order of their installations.
    fileprivate func recipients(of campaign: Campaign.Number) async throws -> [Recipient] {
        var recipients: [Recipient] = []
        for unit in try await units(of: campaign) {
            let page = try await campaigns.page(
                PageRequest(lease: unit.lease, after: unit.mark, limit: 100))
            recipients += page.recipients
        }
        return recipients.sorted { $0.installation < $1.installation }
    }
}
