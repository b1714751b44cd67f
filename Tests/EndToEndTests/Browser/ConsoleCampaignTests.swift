// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

/// The console's pages about campaigns, in headless Chromium.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct ConsoleCampaignTests {
    private static let count = 300

    /// Writes a message into the builder.
    private func write(_ title: String, _ body: String, _ page: OpenPage) async throws {
        try await page.driver.type(title, into: "[data-field=title]")
        try await page.driver.type(body, into: "[data-field=body]")
    }

    /// Types the number of devices into a dialog, and confirms it.
    private func confirm(typing text: String, _ page: OpenPage) async throws {
        try await page.wait("document.querySelector('dialog[open] input')")
        #expect(
            try await page.driver.value(
                "document.querySelector('dialog .button.primary').disabled") == true)
        try await page.driver.type(text, into: "dialog input")
        try await page.click("dialog .button.primary")
    }

    private func campaignID(_ page: OpenPage) async throws -> String {
        try await page.wait("/campaigns\\/[0-9a-f-]{36}/.test(location.pathname)")
        return try #require(
            try await page.driver.value("location.pathname.split('/').pop()").stringValue)
    }

    @Test func `a campaign is built, started, paused, resumed and cancelled`() async throws {
        try await OpenPage.with { page in
            try await page.open("/console/campaigns")
            try await page.wait(for: "No campaign yet", in: "#view")
            try await page.checkLook("campaigns-empty")
            try await page.addFleet(Self.count)
            let devices = Self.count + 1

            try await page.open("/console/campaigns/new")
            try await page.wait(
                "document.querySelector('[data-count=audience]').textContent === '\(devices)'")
            try await write("Autumn sale", "Everything must go", page)
            // At this rate, sending takes five minutes, so it is still in progress however slow the
            // test is.
            try await page.enter("60", into: "[data-field=perMinute]")
            try await page.wait("!document.querySelector('[data-decision=start]').disabled")
            try await page.wait(for: "Autumn sale", in: ".bubble")
            try await page.checkLook("campaign-new")
            try await page.click("[data-decision=start]")
            try await confirm(typing: "\(devices)", page)

            let id = try await campaignID(page)
            try await page.wait("document.querySelector('[data-decision=pause]')")
            try await page.click("[data-decision=pause]")
            try await page.wait(for: "nothing is sent until somebody resumes it", in: "#view")
            let paused = try await page.api("/v1/campaigns/\(id)")
            #expect(paused["state"] == "paused")
            #expect(try #require(paused["totals", "accepted"]?.intValue) < devices)
            try await page.checkLook("campaign-paused")

            try await page.click("[data-decision=resume]")
            try await page.wait("document.querySelector('[data-decision=pause]')")
            #expect(try await page.api("/v1/campaigns/\(id)")["state"] == "sending")
            try await page.click("[data-decision=cancel]")
            try await page.wait("document.querySelector('dialog[open]')")
            try await page.click("dialog .button.danger")
            try await page.wait(
                "document.querySelector('.lead .badge').textContent === 'cancelled'")
            #expect(try await page.count("[data-decision]") == 0)
            try await expectTotals(ofCampaign: id, page)
        }
    }

    @Test
    func `a campaign's page shows the devices reached, and its report the numbers of the API`()
        async throws
    {
        try await OpenPage.with { page in
            try await page.addFleet(Self.count)
            let made = try await page.gateway.post(
                "/v1/campaigns",
                [
                    "app": .string(OpenPage.demoApp), "audience": "all", "name": "Autumn sale",
                    "control_percent": 10,
                    "variants": [
                        ["name": "a", "message": ["title": "Autumn", "body": "Sale"]],
                        [
                            "name": "b", "share": 2,
                            "message": ["title": "Today only", "body": "b"],
                        ],
                    ],
                ])
            try #require(made.status == 202, "\(made.text)")
            let id = try #require(try JSONValue(parsing: made.text)["id"]?.stringValue)
            try await page.open("/console/campaigns/\(id)")
            try await page.wait("document.querySelector('.lead .badge').textContent === 'done'")
            let campaign = try await page.api("/v1/campaigns/\(id)")
            let accepted = try #require(campaign["totals", "accepted"]?.intValue)
            let phones = try await page.api(
                "/v1/campaigns/\(id)/deliveries?outcome=accepted&limit=1000")
            let light = (phones["deliveries"]?.arrayValue ?? []).filter {
                $0["installation"]?.stringValue?.hasPrefix("F1EE7000") == true
            }
            #expect(light.count >= accepted - 1)
            try await page.wait(
                "document.querySelector('.fleet').dataset.arrived === '\(light.count)'")
            try await page.checkLook("campaign-done")
            try await expectTotals(ofCampaign: id, page)
            try await expectReport(ofCampaign: id, page)

            try await page.open("/console/campaigns")
            try await page.wait(for: "\(accepted) accepted", in: "#view")
            try await page.checkLook("campaigns")
        }
    }

    /// Checks that the page shows the figures and the reasons of the API.
    private func expectTotals(ofCampaign id: String, _ page: OpenPage) async throws {
        let campaign = try await CampaignFigures.settled(in: page.driver) {
            try await page.api("/v1/campaigns/\(id)")
        }
        for reason in campaign["reasons"]?.arrayValue ?? [] {
            let name = try #require(reason["reason"]?.stringValue)
            let row = try await page.driver.value(
                """
                [...document.querySelectorAll('[data-part=reasons] tr')]
                    .find((e) => e.innerText.includes('\(name)')).cells[2].textContent
                """)
            #expect(row.stringValue == "\(reason["count"]?.intValue ?? -1)", "\(name)")
        }
    }

    /// Checks that the page's report shows the numbers of the API's report.
    private func expectReport(ofCampaign id: String, _ page: OpenPage) async throws {
        try await page.press("Report")
        try await page.wait("document.querySelector('.funnel')")
        let report = try await page.api("/v1/campaigns/\(id)/report")
        for step in report["funnel"]?.arrayValue ?? [] {
            let name = try #require(step["step"]?.stringValue)
            #expect(
                try await page.number("[data-step=\(name)]") == step["count"]?.intValue, "\(name)")
            let meaning = try #require(step["meaning"]?.stringValue)
            #expect(try await page.text(of: ".meanings").contains(meaning))
        }
        try await page.checkLook("campaign-report")
        try await page.press("Devices", in: ".tabs")
        try await page.wait("document.querySelectorAll('#panel-devices tbody tr').length === 100")
        try await page.press("Load more")
        try await page.wait("document.querySelectorAll('#panel-devices tbody tr').length === 200")
    }

    @Test
    func `the error in an invalid filter is marked; a valid filter shows a count and examples`()
        async throws
    {
        try await OpenPage.with { page in
            try await page.addFleet(20)
            try await page.open("/console/campaigns/new")
            try await page.press("A filter")
            try await page.enter("locale is \"de\" and plna exists", into: "[data-field=filter]")
            try await page.wait(
                for: "is not a declared attribute", in: ".field-error:not([hidden])")
            try await page.wait(
                "document.querySelector('.filter-error mark').textContent === 'plna'")
            // The browser's log contains the refused requests.
            let complaints = try await page.driver.complaints()
            #expect(complaints.allSatisfy { $0.contains("422") }, "\(complaints)")
            try await page.enter("user is \"user-000003\"", into: "[data-field=filter]")
            try await page.wait(
                "document.querySelector('[data-count=audience]')?.textContent === '1'")
            try await page.wait(for: "user-000003", in: ".sample")
            #expect(try await page.count(".filter-error") == 0)
        }
    }

    @Test func `a campaign at a local time shows a bar per time zone and is saved as a draft`()
        async throws
    {
        try await OpenPage.with { page in
            try await page.addFleet(200)
            try await page.open("/console/campaigns/new")
            try await write("Good morning", "It is nine o'clock", page)
            try await page.press("At each device’s local time")
            let time = try await page.driver.value(
                "new Date(Date.now() + 3 * 86400000).toISOString().slice(0, 11) + '09:00'")
            try await page.enter(
                try #require(time.stringValue), into: "[data-field=local]")
            try await page.wait("document.querySelectorAll('.zone-bar').length > 5")
            let bars = try await page.driver.value(
                "document.querySelectorAll('.zones .zone-bar').length")
            let rows = try await page.driver.value(
                """
                [...document.querySelectorAll('.chart details tbody td.end')]
                    .reduce((sum, e) => sum + Number(e.textContent), 0)
                """)
            #expect(rows.intValue == 201)
            try await page.checkLook("campaign-local")
            try await page.click("[data-decision=save]")
            let id = try await campaignID(page)
            try await page.wait(for: "nothing is sent until somebody starts it", in: "#view")
            let campaign = try await page.api("/v1/campaigns/\(id)")
            #expect(campaign["state"] == "draft")
            #expect(try #require(bars.intValue) > 5)
            try await page.click("[data-decision=delete]")
            try await page.click("dialog .button.danger")
            try await page.wait("location.pathname === '/console/campaigns'")
            try await page.wait(for: "No campaign yet", in: "#view")
        }
    }
}
