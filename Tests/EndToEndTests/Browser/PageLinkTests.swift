// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

/// What the page shows about its connection to the server and about sent messages.
@Suite(.serialized)
struct PageLinkTests {
    /// True while the page shows that it has no connection.
    private static let cut = """
        document.getElementById('link').dataset.live === 'no'
            && document.getElementById('phone').inert
            && document.querySelector('.controls').inert
            && document.getElementById('cut').getClientRects().length > 0
            && document.title.startsWith('Not connected')
        """

    private static let live = """
        document.getElementById('link').dataset.live === 'yes'
            && !document.getElementById('phone').inert
            && document.getElementById('cut').getClientRects().length === 0
            && document.title === 'Bellhop'
        """

    @Test func `a frozen server is shown as not live until it continues`()
        async throws
    {
        try await OpenPage.with { page in
            try await page.wait(Self.live)
            try page.up.freeze()
            do {
                // The page's clock is set forward, so that the test need not wait.
                _ = try await page.driver.value(
                    "(() => { const now = Date.now; Date.now = () => now() + 15000; })()")
                try await page.wait(Self.cut)
                try await page.wait(for: "no response since", in: "#link")
                try await page.driver.screenshot("page-frozen")
            } catch {
                try page.up.thaw()
                throw error
            }
            try page.up.thaw()
            try await page.wait(Self.live)
            try await page.click("[data-action=unlock]")
            try await page.wait(view: "home")
        }
    }

    @Test func `a stopped server is shown as not live, and the page says how to start it`()
        async throws
    {
        try await OpenPage.with { page in
            try await page.wait(Self.live)
            try await page.up.kill()
            try await page.wait(Self.cut)
            try await page.wait(for: "not connected since", in: "#link")
            try await page.wait(for: "bellhop up", in: "#cut")
            // The connection state is announced; what was typed stays.
            #expect(
                try await page.driver.value("document.getElementById('link').role") == "status")
            try await page.driver.type(" at eight", into: "#send textarea")
            #expect(
                try await page.driver.value("document.querySelector('#send textarea').value")
                    == "Dinner is ready at eight")
            try await page.driver.screenshot("page-gone")
            // The browser logs each attempt to connect.
            try await page.driver.go(to: "about:blank")
            _ = try await page.driver.complaints()
        }
    }

    @Test func `on a narrow screen, the page scrolls to the phone after Send`() async throws {
        try await OpenPage.with { page in
            try await page.driver.resize(width: 390, height: 844)
            // The browser scrolls to what it clicks.
            try await page.click("#send [type=submit]")
            try await page.wait(
                """
                (() => {
                    const box = document.getElementById("phone").getBoundingClientRect();
                    return box.top >= 0 && box.bottom <= innerHeight;
                })()
                """)
            try await page.wait(for: "Dinner is ready", in: "#list .note")
            try await page.wait(
                for: "On the phone: A banner appeared on the Lock Screen", in: "#phone-result")
            try await page.driver.screenshot("page-narrow-sent")
            // One press scrolls back to the form.
            try await page.click(".jump")
            try await page.wait(
                """
                (() => {
                    const box = document.getElementById("h-send").getBoundingClientRect();
                    return box.top >= 0 && box.top < innerHeight;
                })()
                """)
        }
    }

    @Test(arguments: [(1280, 800), (1440, 900), (390, 844)])
    func `the whole phone is visible without scrolling`(width: Int, height: Int) async throws {
        try await OpenPage.with { page in
            try await page.driver.resize(width: width, height: height)
            let bottom = try await page.driver.value(
                "document.getElementById('phone').getBoundingClientRect().bottom")
            #expect(try #require(bottom.doubleValue) <= Double(height))
        }
    }

    @Test func `a message that a Focus silenced is not shown as delivered below the form`()
        async throws
    {
        try await OpenPage.with { page in
            try await page.control.act("focus", ["value": "Work"])
            try await page.click("#send [type=submit]")
            try await page.wait(for: "the Focus Work silenced it", in: "#send-result")
            try await page.wait("document.getElementById('send-result').dataset.kind === 'quiet'")
            try await page.driver.screenshot("page-focus-sent")
        }
    }
}
