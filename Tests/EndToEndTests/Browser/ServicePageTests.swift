// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

/// The page of the simulated APNs in headless Chromium.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct ServicePageTests {
    /// Opens the page after some requests with different outcomes.
    private func with(_ body: (OpenPage) async throws -> Void) async throws {
        try await OpenPage.with { page in
            for fault in [
                #"busy={"fault":"status","status":503,"reason":"ServiceUnavailable","count":1}"#,
                #"slow={"fault":"latency","milliseconds":1}"#,
            ] {
                let added = try await page.up.bellhop(["apns", "fault", "add", fault])
                #expect(added.status == 0, "\(added)")
            }
            _ = try await page.up.bellhop(["fleet", "create", "3", "--app", "com.example.shop"])
            let message = BellhopTool.example("message")
            for _ in 0..<3 { _ = try await page.up.bellhop(["push", message]) }
            _ = try await page.up.bellhop(
                ["push", message, "--device", String(repeating: "0a", count: 32)])
            try await page.driver.go(to: try page.up.gatewayURL() + "/apns")
            try await page.wait("document.getElementById('link').dataset.live === 'yes'")
            try await page.wait("document.querySelectorAll('#requests li').length === 4")
            try await body(page)
        }
    }

    private func choose(_ value: String, in filter: String, _ page: OpenPage) async throws {
        _ = try await page.driver.value(
            """
            (() => {
                const select = document.getElementById("filter-\(filter)");
                select.value = "\(value)";
                select.dispatchEvent(new Event("change", { bubbles: true }));
            })()
            """)
    }

    @Test func `requests show their reasons in words, and their details when expanded`()
        async throws
    {
        try await with { page in
            let all = try await page.text(of: "#requests")
            #expect(all.contains("503") && all.contains("ServiceUnavailable"))
            #expect(all.contains("fault: busy"))
            let bad = try #require(RejectionReason.badDeviceToken.row)
            #expect(all.lowercased().contains(bad.meaning.lowercased()), "\(all)")
            #expect(all.lowercased().contains(bad.remedy.lowercased()), "\(all)")
            #expect(try await page.count("#requests .part") == 0)
            try await page.click("#requests .head")
            try await page.wait(for: "apns-topic: ", in: "#requests .parts")
            try await page.wait(for: "Can you ship the build", in: "#requests .parts")
            #expect(
                try await page.driver.value(
                    "document.querySelector('#requests .head').getAttribute('aria-expanded')")
                    == "true")
            let shown = try await page.text(of: "#requests")
            #expect(!shown.contains(String(repeating: "0a", count: 32)))
            try await page.click("#requests .head")
            try await page.wait("!document.querySelector('#requests .parts')")
        }
    }

    @Test func `filters select requests and are part of the page's URL`() async throws {
        try await with { page in
            try await choose("503", in: "status", page)
            try await page.wait("document.querySelectorAll('#requests li').length === 1")
            try await page.wait(for: "1 request that match", in: "#count")
            try await page.driver.go(
                to: try page.up.gatewayURL() + "/apns?status=400&reason=BadDeviceToken")
            try await page.wait("document.querySelectorAll('#requests li').length === 1")
            try await page.wait(for: "BadDeviceToken", in: "#requests")
            #expect(
                try await page.driver.value("document.getElementById('filter-status').value")
                    == "400")
            try await page.click("#clear")
            try await page.wait("document.querySelectorAll('#requests li').length === 4")
            try await choose("background", in: "push-type", page)
            try await page.wait(for: "No request matches.", in: "#requests-empty")
            // A request that arrives now is shown if it matches.
            try await choose("alert", in: "push-type", page)
            try await page.post(title: "Kitchen", body: "Dinner is ready")
            try await page.wait("document.querySelectorAll('#requests li').length === 5")
            #expect(try await page.driver.value("location.search") == "?push_type=alert")
        }
    }

    @Test func `the page shows what APNs knows, and a fault can be ended`() async throws {
        try await with { page in
            try await page.wait(for: "dev.bellhop.demo", in: "#apps")
            try await page.wait(for: "com.example.shop", in: "#apps")
            try await page.wait(for: "online", in: "#devices")
            try await page.wait(for: "3 light devices", in: "#light")
            try await page.wait(for: "latency · milliseconds 1", in: "#faults")
            #expect(try await page.count("#faults li") == 1)
            #expect(
                try await page.driver.value(
                    "document.querySelector('#faults button').getAttribute('aria-label')")
                    == "End slow")
            try await page.click("#faults button")
            try await page.wait(for: "None.", in: "#faults-empty")
            try await page.wait(for: "The fault has ended.", in: "#fault-result")
            let list = try await page.up.bellhop(["apns", "fault", "list"])
            #expect(list.output == "no fault is active\n", "\(list)")
        }
    }

    @Test func `the APNs page is reachable by keyboard, and all of its controls are named`()
        async throws
    {
        try await with { page in
            try await page.click(".pages a[href='/']")
            try await page.wait("document.getElementById('link').dataset.live === 'yes'")
            _ = try await page.driver.value(
                "document.querySelector(\".pages a[href='/apns']\").focus()")
            #expect(
                try await page.driver.value(
                    "document.activeElement.getAttribute('href')") == "/apns")
            try await page.driver.go(to: try page.up.gatewayURL() + "/apns")
            try await page.wait("document.getElementById('link').dataset.live === 'yes'")
            // Every control can be reached, and has a name.
            let nameless = try await page.driver.value(
                """
                [...document.querySelectorAll("a, button, select, input")].filter((e) =>
                    e.tabIndex < 0 || !(e.innerText.trim() || e.getAttribute("aria-label")
                        || (e.labels && e.labels.length))).map((e) => e.outerHTML.slice(0, 100))
                """)
            #expect(nameless == [], "\(nameless)")
        }
    }

    @Test func `the APNs page fits every width and has enough contrast in both color schemes`()
        async throws
    {
        try await with { page in
            try await page.click("#requests .head")
            try await page.wait(for: "apns-topic: ", in: "#requests .parts")
            for scheme in ["light", "dark"] {
                try await page.driver.emulate(colorScheme: scheme)
                try await page.driver.screenshot("apns-\(scheme)")
                let faint = try await PageLook.faintTexts(
                    page.driver, ".bar *, .panel *, footer *")
                #expect(faint == [], "\(scheme): \(JSONWriter.text(faint))")
            }
            for width in [1280, 860, 400, 320] {
                try await page.driver.resize(width: width, height: 900)
                let wide = try await PageLook.overflow(page.driver)
                #expect(wide == [], "\(width) pixels: \(JSONWriter.text(wide))")
                if width == 400 { try await page.driver.screenshot("apns-narrow-dark") }
            }
            try await page.driver.emulate(colorScheme: "light")
            try await page.driver.resize(width: 400, height: 900)
            try await page.driver.screenshot("apns-narrow-light")
        }
    }
}
