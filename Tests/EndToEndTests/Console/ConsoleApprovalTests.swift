// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

/// A large campaign on `bellhop serve`, which one member starts and another one approves.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct ConsoleApprovalTests {
    private static let phones = 30

    /// Creates the light devices, and a policy that requires approval for campaigns to more than
    /// ten of them.
    private func prepare(_ console: OpenConsole) async throws {
        try await console.addFleet(Self.phones)
        try await console.put(
            "/v1/apps/\(OpenConsole.app)/policy", ["approval_above": 10])
    }

    /// Waits until the page shows the hash to approve.
    private func waitForHash(_ console: OpenConsole) async throws {
        try await console.driver.wait(
            "document.querySelector('[data-part=approval] [data-hash]')")
    }

    @Test func `a campaign waits until another member approves what the page shows`()
        async throws
    {
        try await OpenConsole.withSimulator { console in
            try await prepare(console)
            let sam = try await console.addMember("sam", "editor")
            let robin = try await console.addMember("robin", "approver")
            try await console.join(sam)
            try await console.writeCampaign("Autumn sale", "Everything must go")
            try await console.driver.click("[data-decision=start]")
            try await console.driver.wait("document.querySelector('dialog[open]')")
            try await console.driver.click("dialog .button.primary")
            let id = try await console.campaignID()
            try await waitForHash(console)
            #expect(try await console.text(of: "[data-part=approval]").contains("You have written"))
            #expect(try await console.count("[data-decision=approve]") == 0)
            #expect(try await console.api("/v1/campaigns/\(id)")["state"] == "awaiting_approval")

            try await console.signOut()
            try await console.join(robin)
            try await console.go(to: "/console/campaigns/\(id)")
            try await waitForHash(console)
            let waiting = try await console.api("/v1/campaigns/\(id)")
            let hash = try #require(waiting["settings", "approval", "hash"]?.stringValue)
            #expect(try await console.text(of: "[data-hash]") == hash)
            let card = try await console.text(of: "[data-part=approval]")
            for part in ["Everything must go", "\(Self.phones)", "bytes"] {
                #expect(card.contains(part), "\(part): \(card)")
            }
            #expect(try await console.count("[data-part=approval] .sample li") == 5)
            try await console.checkAxe("approval")
            try await console.screenshot("approval-desktop-light", width: 1440, height: 900)
            try await console.driver.click("[data-decision=approve]")
            try await console.driver.wait("document.querySelector('dialog[open]')")
            try await console.driver.click("dialog .button.primary")
            try await console.driver.wait(
                "document.querySelector('.lead .badge').textContent === 'done'")
            let sent = try await console.api("/v1/campaigns/\(id)")
            #expect(sent["totals", "accepted"]?.intValue == Self.phones)
            #expect(sent["settings", "approval", "by"]?.stringValue?.hasPrefix("member:") == true)
            #expect(try await console.count("[data-part=approval]") == 0)
        }
    }

    @Test func `a member cannot approve their own campaign, but can refuse another one`()
        async throws
    {
        try await OpenConsole.withSimulator { console in
            try await prepare(console)
            try await console.join(try await console.addMember("robin", "approver"))
            // Robin may approve campaigns, but not the one that Robin has started.
            try await console.writeCampaign("Mine", "Started by Robin")
            try await console.driver.click("[data-decision=start]")
            try await console.driver.wait("document.querySelector('dialog[open]')")
            try await console.driver.click("dialog .button.primary")
            let own = try await console.campaignID()
            try await waitForHash(console)
            #expect(try await console.count("[data-decision=approve]") == 0)
            let response = try await console.driver.result(
                """
                fetch("/v1/campaigns/\(own)/approve", {
                    method: "POST", headers: {
                        "Content-Type": "application/json", "X-Bellhop-CSRF":
                            document.querySelector("meta[name=csrf-token]").content,
                    }, body: JSON.stringify({
                        hash: document.querySelector("[data-hash]").textContent }),
                }).then((response) => response.json()).then((problem) => problem.code)
                """)
            #expect(response == "approval_refused")
            // The browser's log contains the refused request.
            _ = try await console.driver.complaints()

            let made = try await console.post(
                "/v1/campaigns",
                [
                    "app": .string(OpenConsole.app), "audience": "all", "name": "Theirs",
                    "message": ["title": "Not this", "body": "Pay \u{202E}lap\u{202C} now"],
                ])
            let id = try made.text("id")
            try await console.go(to: "/console/campaigns/\(id)")
            try await console.driver.wait("document.querySelector('[data-decision=approve]')")
            // Invisible characters are named.
            try await console.wait(for: "U+202E", in: "[data-part=approval]")
            try await console.driver.click("[data-decision=refuse]")
            try await console.driver.wait("document.querySelector('dialog[open]')")
            try await console.checkAxe("refusing")
            try await console.driver.type("The amount is wrong.", into: "dialog textarea")
            try await console.driver.click("dialog .button.danger")
            try await console.driver.wait(
                "document.querySelector('.lead .badge').textContent === 'draft'")
            let refused = try await console.api("/v1/campaigns/\(id)")
            #expect(refused["state"] == "draft")
            #expect(refused["settings", "refusal", "note"] == "The amount is wrong.")
            #expect(refused["settings", "refusal", "by"]?.stringValue?.hasPrefix("member:") == true)
            // The page shows the reason, and the campaign can be edited.
            try await console.wait(for: "The amount is wrong.")
            try await console.checkAxe("a refused campaign")
            try await console.press("Edit", in: ".page-actions")
            try await console.driver.wait("document.querySelector('[data-field=title]')")
            #expect(
                try await console.driver.value(
                    "document.querySelector('[data-field=title]').value") == "Not this")
        }
    }

    @Test func `an approval applies to what the page showed, not to later changes`()
        async throws
    {
        try await OpenConsole.withSimulator { console in
            try await prepare(console)
            try await console.join(try await console.addMember("robin", "approver"))
            let made = try await console.post(
                "/v1/campaigns",
                [
                    "app": .string(OpenConsole.app), "audience": "all",
                    "message": ["title": "First"],
                ])
            let id = try made.text("id")
            try await console.go(to: "/console/campaigns/\(id)")
            try await console.driver.wait("document.querySelector('[data-decision=approve]')")
            try await console.driver.click("[data-decision=approve]")
            try await console.driver.wait("document.querySelector('dialog[open]')")
            // Meanwhile, the author changes the campaign and starts it again.
            try await console.put(
                "/v1/campaigns/\(id)",
                [
                    "app": .string(OpenConsole.app), "audience": "all",
                    "message": ["title": "Second"],
                ])
            _ = try await console.post("/v1/campaigns/\(id)/start", [:])
            try await console.driver.click("dialog .button.primary")
            try await console.wait(for: "the campaign was changed", in: "#toasts")
            #expect(try await console.api("/v1/campaigns/\(id)")["state"] == "awaiting_approval")
            // The page now shows the version that awaits approval.
            try await console.wait(for: "Second", in: "[data-part=approval]")
            _ = try await console.driver.complaints()
        }
    }
}
