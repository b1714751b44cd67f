// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

/// Drafts that are edited, copied, and changed by two people at once.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct ConsoleDraftTests {
    /// A request that uses every field of the builder, and a key that the builder has no field for.
    private static let request: JSONValue = [
        "app": .string(OpenConsole.app), "name": "Autumn sale", "draft": true,
        "audience": "locale is \"de-DE\"", "per_minute": 600, "quiet_hours": "22:00-08:00",
        "quiet_rule": "skip", "class": "marketing", "per_day": 2, "control_percent": 10,
        "dry_run": false,
        "variants": [
            ["name": "a", "share": 1, "message": ["title": "Autumn", "body": "Sale"]],
            ["name": "b", "share": 3, "message": ["title": "Today", "subtitle": "only"]],
        ],
    ]

    private func value(_ selector: String, _ console: OpenConsole) async throws -> String? {
        try await console.driver.value(
            "document.querySelector(\(OpenPage.literal(selector)))?.value ?? null"
        ).stringValue
    }

    @Test func `the builder opens a draft with its values and saves the changes`()
        async throws
    {
        try await OpenConsole.with(.up) { console in
            let id = try await console.post("/v1/campaigns", Self.request).text("id")
            try await console.go(to: "/console/campaigns/\(id)")
            try await console.press("Edit", in: ".page-actions")
            try await console.driver.wait("document.querySelector('[data-field=title]')")
            #expect(try await value("[data-field=filter]", console) == "locale is \"de-DE\"")
            for (field, expected) in [
                ("title", "Autumn"), ("body", "Sale"), ("perMinute", "600"), ("perDay", "2"),
                ("class", "marketing"), ("control", "10"), ("quiet", "own"),
            ] {
                #expect(try await value("[data-field=\(field)]", console) == expected, "\(field)")
            }
            try await console.wait(for: "dry_run")
            try await console.checkAxe("builder")
            try await console.enter("Winter", into: "[data-field=title]")
            try await console.driver.wait(
                "!document.querySelector('[data-decision=save]').disabled")
            try await console.driver.click("[data-decision=save]")
            #expect(try await console.campaignID() == id)
            let stored = try await console.api("/v1/campaigns/\(id)/definition")
            var body = try #require(
                try JSONValue(parsing: stored.text("body")).objectValue)
            var expected = try #require(Self.request.objectValue)
            expected["variants"] = [
                ["name": "a", "share": 1, "message": ["title": "Winter", "body": "Sale"]],
                ["name": "b", "share": 3, "message": ["title": "Today", "subtitle": "only"]],
            ]
            // Replacing a draft keeps it a draft, so `draft` is not compared.
            expected["draft"] = nil
            body["draft"] = nil
            for (key, value) in expected.members.map({ ($0.key, $0.value) }) {
                #expect(body[key] == value, "\(key)")
            }
            #expect(body.members.count == expected.members.count)
        }
    }

    @Test func `of two people who edit a draft, the second sees a notice and loses nothing`()
        async throws
    {
        try await OpenConsole.with(.up) { console in
            let request: JSONValue = [
                "app": .string(OpenConsole.app), "audience": "all", "draft": true, "name": "Shared",
                "message": ["title": "One"],
            ]
            let id = try await console.post("/v1/campaigns", request).text("id")
            try await console.go(to: "/console/campaigns/\(id)/edit")
            try await console.put(
                "/v1/campaigns/\(id)",
                ["app": .string(OpenConsole.app), "audience": "all", "message": ["title": "Two"]])
            try await console.enter("Three", into: "[data-field=title]")
            try await console.driver.wait(
                "!document.querySelector('[data-decision=save]').disabled")
            try await console.driver.click("[data-decision=save]")
            try await console.wait(for: "Somebody else has changed", in: ".side")
            _ = try await console.driver.complaints()
            #expect(
                try await console.api("/v1/campaigns/\(id)/definition").text("body")
                    .contains("Two"))
            try await console.driver.click("[data-decision=copy]")
            let copy = try await console.campaignID()
            #expect(copy != id)
            #expect(
                try await console.api("/v1/campaigns/\(copy)/definition").text("body")
                    .contains("Three"))
            #expect(try await console.api("/v1/campaigns/\(copy)")["state"] == "draft")
        }
    }

    @Test func `a campaign that was sent is copied into a new draft, with its payload`()
        async throws
    {
        try await OpenConsole.with(.up) { console in
            let payload: JSONValue = [
                "aps": ["alert": ["title": "Kitchen", "body": "Dinner"]],
                "order": .number(JSONNumber(9_007_199_254_740_993)),
            ]
            let id = try await console.post(
                "/v1/campaigns?priority=5",
                ["app": .string(OpenConsole.app), "audience": "all", "message": payload]
            ).text("id")
            try await console.go(to: "/console/campaigns/\(id)")
            try await console.driver.wait(
                "document.querySelector('.lead .badge').textContent === 'done'")
            try await console.press("Duplicate", in: ".page-actions")
            try await console.driver.wait("document.querySelector('[data-field=json]')")
            // No digit of the number is lost, although it has more digits than a double can
            // represent.
            #expect(
                try await value("[data-field=json]", console)?.contains("9007199254740993") == true)
            try await console.wait(for: "priority")
            try await console.driver.wait(
                "!document.querySelector('[data-decision=save]').disabled")
            try await console.driver.click("[data-decision=save]")
            let copy = try await console.campaignID()
            #expect(copy != id)
            let stored = try await console.api("/v1/campaigns/\(copy)/definition")
            #expect(try stored.text("body").contains("9007199254740993"))
            #expect(try stored.text("query") == "priority=5")
            #expect(try await console.api("/v1/campaigns/\(copy)")["state"] == "draft")
        }
    }
}
