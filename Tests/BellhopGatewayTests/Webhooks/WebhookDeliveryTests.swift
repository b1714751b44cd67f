// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import Foundation
import GatewayAPI
import GatewayModel
import SQLCore
import Simulation
import Testing

@testable import BellhopGateway

@Suite(.timeLimit(.minutes(30))) struct WebhookDeliveryTests {
    @Test func `events about messages, tokens and installations reach a webhook`() async throws {
        let gone = Rejection(
            status: 410, reason: .unregistered, timestamp: Date(timeIntervalSince1970: 4e9))
        let scene = try await WebhookScene(
            push: RecordingSender(.accepted(Acceptance()), .rejected(gone)))
        _ = try await scene.create()
        try await scene.register("i1", token: 1)
        try await scene.register("i2", token: 2)
        var options = MessageOptions()
        options.app = WebhookScene.app
        let message = try await scene.gateway.post(
            try MessageContent(text: "the secret dinner"), to: .user("alex"), options: options)
        try await scene.running {
            try await scene.until("the message has ended") {
                try await scene.gateway.message(id: message.id).states["queued"] == nil
                    && !scene.hooks.calls.isEmpty
            }
            try await scene.gateway.deleteInstallation(id: "i1")
            try await scene.until("the webhook is up to date") {
                let list = try await scene.gateway.webhooks()
                let types = try scene.hooks.calls.flatMap { try $0.events.map(\.type) }
                return list.webhooks[0].behind == 0 && types.contains("installation.deleted")
            }
        }
        let events = try scene.hooks.calls.flatMap { try $0.events }
        #expect(
            Set(events.map(\.type)) == [
                "delivery.accepted", "delivery.rejected", "token.dead", "message.completed",
                "installation.deleted",
            ])
        let ids = events.map(\.id)
        #expect(ids == (1...events.count).map { "evt_\($0)" })
        for call in scene.hooks.calls {
            let text = String(decoding: call.body, as: UTF8.self)
            #expect(!text.contains("dinner"))
            #expect(!text.contains("abababababab"))
        }
        let completed = try #require(events.first { $0.type == "message.completed" })
        #expect(completed.data.objectValue?["message"]?.stringValue == message.id)
        #expect(completed.data.objectValue?["deliveries"]?.intValue == 2)
        #expect(completed.app == WebhookScene.app)
        let dead = try #require(events.first { $0.type == "token.dead" })
        #expect(dead.data.objectValue?["token"]?.stringValue?.contains("…") == true)
        #expect(dead.data.objectValue?["installation"]?.stringValue?.hasPrefix("i") == true)
    }

    @Test func `a request is signed, and repeated with the same identifier and body`()
        async throws
    {
        let scene = try await WebhookScene()
        let webhook = try await scene.create()
        let secret = try #require(webhook.secret.flatMap { WebhookSecret($0) })
        scene.hooks.setOutcomes([
            .response(status: 500, retryAfter: nil), .failed("no route"),
            .response(status: 503, retryAfter: 600),
        ])
        let start = scene.clock.now
        try await scene.add(3)
        try await scene.running {
            try await scene.until("the first attempt has failed") {
                try await scene.gateway.webhook(id: webhook.id).failedAttempts == 1
            }
            let failing = try await scene.gateway.webhook(id: webhook.id)
            #expect(failing.failingSince != nil)
            #expect(failing.behind == 3)
            // Events that are added meanwhile do not change the body that is sent again.
            try await scene.add(2)
            try await scene.until("everything is delivered") {
                try await scene.gateway.webhook(id: webhook.id).behind == 0
            }
        }
        let calls = scene.hooks.calls
        #expect(calls.count == 5)
        #expect(Set(calls.prefix(4).map { $0["webhook-id"] }).count == 1)
        #expect(Set(calls.prefix(4).map(\.body)).count == 1)
        #expect(calls[4]["webhook-id"] != calls[0]["webhook-id"])
        #expect(try calls[0].events.count == 3)
        #expect(try calls[4].events.map(\.id) == ["evt_4", "evt_5"])
        let times = try calls.map { try #require($0["webhook-timestamp"].flatMap(Int64.init)) }
        #expect(times[1] - times[0] >= 5)
        #expect(times[2] - times[1] >= 300)
        #expect(times[3] - times[2] >= 1800)
        #expect(times[0] >= Int64(saturating: start.timeIntervalSince1970))
        for (call, time) in zip(calls, times) {
            let id = try #require(call["webhook-id"])
            #expect(!id.contains("."))
            #expect(
                call["webhook-signature"]
                    == secret.signature(id: id, timestamp: time, body: call.body))
            #expect(call["content-type"] == "application/json")
            #expect(call["user-agent"] == "Bellhop/1.2.3")
            #expect(call.url == WebhookScene.url)
        }
        let attempts = try await scene.gateway.webhookAttempts(id: webhook.id).attempts
        #expect(attempts.map(\.isDelivered) == [true, true, false, false, false])
        #expect(attempts.map(\.status) == [200, 200, 503, nil, 500])
        #expect(attempts[3].error == "no route")
    }

    @Test func `410 disables a webhook, which continues where it stopped when it is enabled`()
        async throws
    {
        let scene = try await WebhookScene()
        let webhook = try await scene.create()
        scene.hooks.setOutcomes([.response(status: 410, retryAfter: nil)])
        try await scene.add(2)
        try await scene.running {
            try await scene.until("it is disabled") {
                try await !scene.gateway.webhook(id: webhook.id).isEnabled
            }
            let disabled = try await scene.gateway.webhook(id: webhook.id)
            #expect(disabled.disabledReason == "gone")
            #expect(disabled.behind == 2)
            _ = try await scene.gateway.putWebhook(
                id: webhook.id, WebhookRequest(url: WebhookScene.url, events: ["*"]))
            try await scene.until("it is up to date") {
                try await scene.gateway.webhook(id: webhook.id).behind == 0
            }
        }
        #expect(scene.hooks.calls.count == 2)
        #expect(try scene.hooks.calls[1].events.count == 2)
        #expect(try await scene.gateway.webhook(id: webhook.id).disabledReason == nil)
    }

    @Test func `after the last attempt, a webhook is disabled, and its events wait`() async throws {
        let scene = try await WebhookScene()
        let webhook = try await scene.create()
        scene.hooks.setOutcomes(Array(repeating: .failed("x"), count: 10))
        try await scene.add(1)
        try await scene.running {
            for attempt in 1...10 {
                try await scene.until("attempt \(attempt) has failed") {
                    let now = try await scene.gateway.webhook(id: webhook.id)
                    return now.failedAttempts == attempt || !now.isEnabled
                }
                scene.clock.advance(by: .seconds(27 * 3600))
            }
        }
        let disabled = try await scene.gateway.webhook(id: webhook.id)
        #expect(disabled.disabledReason == "exhausted")
        #expect(disabled.behind == 1)
        #expect(scene.hooks.calls.count == 10)
    }

    @Test func `requests have two signatures during a rotation, and one afterwards`() async throws {
        let scene = try await WebhookScene()
        let webhook = try await scene.create()
        let rotated = try await scene.gateway.rotateWebhookSecret(
            id: webhook.id, WebhookRotation(overlapSeconds: 3600))
        let secrets = try [rotated, webhook].map {
            try #require($0.secret.flatMap { WebhookSecret($0) })
        }
        #expect(rotated.previousSecretUntil != nil)
        try await scene.running {
            try await scene.add(1)
            try await scene.until("it is delivered") { scene.hooks.calls.count == 1 }
            scene.clock.advance(by: .seconds(3600))
            try await scene.add(1)
            try await scene.until("it is delivered") { scene.hooks.calls.count == 2 }
        }
        let signatures = try scene.hooks.calls.map { call in
            let id = try #require(call["webhook-id"])
            let time = try #require(call["webhook-timestamp"].flatMap(Int64.init))
            return secrets.map { $0.signature(id: id, timestamp: time, body: call.body) }
        }
        let sent = scene.hooks.calls.map { $0["webhook-signature"] }
        #expect(sent == [signatures[0].joined(separator: " "), signatures[1][0]])
    }

    @Test func `a replay sends the same events under another identifier`() async throws {
        let scene = try await WebhookScene()
        let webhook = try await scene.create()
        try await scene.running {
            try await scene.add(2)
            try await scene.until("two are delivered") { scene.hooks.calls.count == 1 }
            scene.clock.advance(by: .seconds(100))
            let middle = scene.clock.now
            try await scene.add(3)
            try await scene.until("five are delivered") { scene.hooks.calls.count == 2 }
            _ = try await scene.gateway.replayWebhook(id: webhook.id, .since(middle))
            try await scene.until("three are replayed") { scene.hooks.calls.count == 3 }
            _ = try await scene.gateway.replayWebhook(id: webhook.id, .after(1))
            try await scene.until("four are replayed") { scene.hooks.calls.count == 4 }
            let ahead = try await scene.gateway.replayWebhook(id: webhook.id, .after(.max))
            #expect(ahead.behind == 0)
        }
        let ids = try scene.hooks.calls.map { try $0.events.map(\.id) }
        #expect(ids[2] == ["evt_3", "evt_4", "evt_5"])
        #expect(ids[3] == ["evt_2", "evt_3", "evt_4", "evt_5"])
        #expect(Set(scene.hooks.calls.map { $0["webhook-id"] }).count == 4)
    }

    @Test func `events come in batches, or one by one if the batch size is 1`() async throws {
        let scene = try await WebhookScene()
        let batches = try await scene.create()
        try await scene.add(1_203)
        try await scene.running {
            try await scene.until("all are delivered") {
                try await scene.gateway.webhook(id: batches.id).behind == 0
            }
            let counts = try scene.hooks.calls.map { try $0.events.count }
            try #require(counts == [500, 500, 203])
            let cursor = try GatewayJSON.decode(
                EventBatch.self, from: Data(scene.hooks.calls[2].body)
            ).data.cursor
            #expect(cursor == "1203")
            try await scene.gateway.deleteWebhook(id: batches.id)
            let single = try await scene.create(batchSize: 1)
            try await scene.add(2)
            try await scene.until("both are delivered") {
                try await scene.gateway.webhook(id: single.id).behind == 0
            }
        }
        let single = scene.hooks.calls.suffix(2)
        for call in single {
            let event = try GatewayJSON.decode(GatewayEvent.self, from: Data(call.body))
            #expect(event.type == "token.dead")
        }
    }

    @Test func `a webhook gets only the events that match its filter and its apps`() async throws {
        let scene = try await WebhookScene()
        let dead = try await scene.create(["token.dead"], apps: ["com.example.other"])
        _ = try await scene.create(["campaign.*"])
        try await scene.add(2)
        try await scene.add(1, app: "com.example.other")
        try await scene.add(1, .messageCompleted, app: "com.example.other")
        try await scene.add(6_000)
        try await scene.running {
            try await scene.until("both are up to date") {
                try await scene.gateway.webhooks().webhooks.allSatisfy { $0.behind == 0 }
            }
        }
        #expect(scene.hooks.calls.count == 1)
        #expect(try scene.hooks.calls[0].events.map(\.id) == ["evt_3"])
        #expect(scene.hooks.calls[0]["webhook-id"]?.contains(dead.id) == true)
    }

    @Test func `a webhook whose secret cannot be opened waits, and loses no events`() async throws {
        let scene = try await WebhookScene()
        let webhook = try await scene.create()
        try await scene.store.write { db in
            _ = try await db.run("UPDATE webhook SET secret = 'sealed:1:AAAA'")
        }
        try await scene.add(1)
        try await scene.running {
            try await scene.until("an attempt has failed") {
                try await scene.gateway.webhook(id: webhook.id).failedAttempts > 0
            }
        }
        #expect(scene.hooks.calls.isEmpty)
        let attempts = try await scene.gateway.webhookAttempts(id: webhook.id).attempts
        #expect(attempts.first?.error?.contains("master key") == true)
        #expect(try await scene.gateway.webhook(id: webhook.id).behind == 1)
    }

    @Test func `an event that no webhook receives is not stored`() async throws {
        let scene = try await WebhookScene()
        _ = try await scene.create(["campaign.done"])
        try await scene.register("i1", token: 1)
        try await scene.gateway.deleteInstallation(id: "i1")
        let count: Int = try await scene.store.read { db in
            try await db.row("SELECT count(*) AS n FROM event")?.value("n") ?? 0
        }
        #expect(count == 0)
    }

    @Test func `the event file gets every event once, in order`() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("events.jsonl")
        let scene = try await WebhookScene(file: EventFile(path: path))
        try await scene.register("i1", token: 1)
        try await scene.running {
            try await scene.gateway.deleteInstallation(id: "i1")
            try await scene.add(700)
            try await scene.until("all are written") {
                try await scene.gateway.webhook(id: "file").behind == 0
            }
        }
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        let events = try lines.map {
            try GatewayJSON.decode(GatewayEvent.self, from: Data($0.utf8))
        }
        #expect(events.map(\.id) == (1...701).map { "evt_\($0)" })
        #expect(events[0].type == "installation.deleted")
        #expect(scene.hooks.calls.isEmpty)
    }
}
