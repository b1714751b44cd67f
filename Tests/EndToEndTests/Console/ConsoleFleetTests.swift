// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

/// A campaign to many light devices is paused and resumed, and the page shows the same numbers as
/// the API.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct ConsoleFleetTests {
    /// The number of light devices: 400, or 10,000 in `make console-fleet`.
    static let phones =
        ProcessInfo.processInfo.environment["BELLHOP_CONSOLE_PHONES"].flatMap { Int($0) } ?? 400

    @Test func `a campaign to a fleet is paused and resumed, and the page shows the API's numbers`()
        async throws
    {
        try await OpenConsole.with(.up) { console in
            let driver = console.driver
            try await console.addFleet(Self.phones)
            let devices = Self.phones + 1
            try await console.go(to: "/console/campaigns/new")
            try await driver.wait(
                """
                document.querySelector("[data-count=audience]")?.textContent.replace(/\\D/g, "")
                    === "\(devices)"
                """)
            try await driver.type("Autumn sale", into: "[data-field=title]")
            try await driver.type("Everything must go", into: "[data-field=body]")
            // Sending takes a minute in all, so there is time for a pause.
            try await console.enter("\(devices)", into: "[data-field=perMinute]")
            try await driver.wait("!document.querySelector('[data-decision=start]').disabled")
            try await driver.click("[data-decision=start]")
            try await driver.wait("document.querySelector('dialog[open] input')")
            try await driver.type("\(devices)", into: "dialog input")
            try await driver.click("dialog .button.primary")
            let id = try await console.campaignID()
            try await driver.wait("Number(document.querySelector('.fleet').dataset.arrived) > 0")
            try await driver.click("[data-decision=pause]")
            try await driver.wait("document.querySelector('[data-decision=resume]')")
            #expect(try await console.api("/v1/campaigns/\(id)")["state"] == "paused")
            let paused = try await expectTotals(id, console)
            #expect(paused > 0 && paused < devices)
            try await console.screenshot("campaign-paused-desktop-light", width: 1440, height: 900)

            try await driver.click("[data-decision=resume]")
            try await driver.wait(
                "document.querySelector('.lead .badge').textContent === 'done'")
            let accepted = try await expectTotals(id, console)
            #expect(accepted == devices)
            // The phone of `up` is not a light device.
            try await driver.wait(
                "document.querySelector('.fleet').dataset.arrived === '\(Self.phones)'")
            try await console.screenshot("campaign-done-desktop-light", width: 1440, height: 900)
        }
    }

    /// Checks that the page shows the totals of the API; returns the number of accepted
    /// notifications.
    private func expectTotals(_ id: String, _ console: OpenConsole) async throws -> Int {
        let campaign = try await CampaignFigures.settled(in: console.driver) {
            try await console.api("/v1/campaigns/\(id)")
        }
        return try #require(campaign["totals", "accepted"]?.intValue)
    }
}
