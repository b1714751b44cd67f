// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

/// Every page of the console in headless Chromium, as a person opens it.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct ConsoleWalkTests {
    /// The pages that need no identifier.
    private static let pages = [
        "compose", "campaigns", "devices", "deliveries", "health", "tools", "manage", "design",
    ]
    /// Tabs of pages; the name of the tab is after `#`.
    private static let tabs = [
        "tools#device", "tools#certificate", "tools#reasons", "tools#payload", "manage#keys",
        "manage#members", "manage#topics", "manage#templates", "manage#segments",
        "manage#webhooks", "manage#audit",
    ]

    private static let colorSchemes = ["light", "dark"]
    private static let sizes = [("desktop", 1440, 900), ("phone", 390, 844)]

    /// `make screenshots` runs this test.
    @Test func `every page fits its window and has enough contrast`() async throws {
        try await OpenConsole.with(.up) { console in
            try await fill(console)
            for page in Self.pages + Self.tabs {
                try await console.go(to: "/console/\(page)")
                let name = page.replacing("#", with: "-")
                #expect(try await console.count("h1") == 1, "\(page)")
                try await console.checkAxe(page)
                for scheme in Self.colorSchemes {
                    try await console.driver.emulate(colorScheme: scheme)
                    let faint = try await PageLook.faintTexts(console.driver, "body *")
                    #expect(faint == [], "\(page) \(scheme): \(JSONWriter.text(faint))")
                    for (size, width, height) in Self.sizes {
                        try await console.screenshot(
                            "\(name)-\(size)-\(scheme)", width: width, height: height)
                        if size == "phone" {
                            try await console.driver.resize(width: width, height: height)
                        }
                        if page.contains("#") {
                            try await console.driver.wait(
                                """
                                (({left, right}) => left >= 0 && right <= innerWidth)(document
                                    .querySelector("[role=tab][aria-selected=true]")
                                    .getBoundingClientRect())
                                """)
                        }
                        let wide = try await console.overflow()
                        #expect(wide == [], "\(page) \(size): \(JSONWriter.text(wide))")
                    }
                    try await console.driver.resize(width: 1440, height: 900)
                }
                try await console.driver.emulate(colorScheme: "light")
            }
        }
    }

    /// Sends something, so that the pages have something to show.
    private func fill(_ console: OpenConsole) async throws {
        let gateway = try console.process.gateway()
        for number in 1...3 {
            let posted = try await gateway.post(
                "/v1/users/alex/messages", text: "Dinner is ready \(number)")
            try #require(posted.status == 202)
        }
        let webhook = try await gateway.post(
            "/v1/webhooks", ["url": "http://127.0.0.1:1024/events", "description": "Orders"])
        try #require(webhook.status == 201)
    }

    @Test func `the owner of a new gateway signs in with the link, adds a member, and signs out`()
        async throws
    {
        try await OpenConsole.with(.serve) { console in
            let driver = console.driver
            try await console.go(to: "/console/health")
            try await driver.wait("location.pathname === '/console/sign-in'")
            #expect(try await console.count("h1") == 1)
            try await console.screenshot("sign-in-desktop-light", width: 1440, height: 900)

            let output = await console.process.output.text
            let link = try #require(
                output.split(whereSeparator: \.isWhitespace).first {
                    $0.contains("/console/join#")
                })
            try await driver.go(to: String(link))
            try await driver.wait("document.querySelector('input[type=password]')")
            let password = "twelve letters and more"
            try await driver.type(password, into: ".field:nth-of-type(1) input[type=password]")
            try await driver.type(password, into: ".field:nth-of-type(2) input[type=password]")
            try await driver.click("button[type=submit]")
            try await driver.wait("location.pathname === '/console/health'")
            try await console.settle()

            try await console.go(to: "/console/manage#members")
            #expect(try await console.count("#panel-members tbody tr") == 1)
            try await driver.click("#panel-members .card-actions .button")
            try await driver.type("sam@example.com", into: "dialog .field:nth-of-type(1) input")
            try await driver.type("Sam", into: "dialog .field:nth-of-type(2) input")
            try await driver.click("dialog button[type=submit]")
            try await driver.wait(
                "document.querySelector('dialog pre')?.innerText.includes('/console/join#')")
            try await driver.click("dialog .dialog-head .button")
            try await driver.wait(
                "document.querySelectorAll('#panel-members tbody tr').length === 2")

            try await driver.click("#sign-out")
            try await driver.wait("location.pathname === '/console/sign-in'")
            try await driver.type("owner", into: "input[autocomplete=username]")
            try await driver.type(password, into: "input[type=password]")
            try await driver.click("button[type=submit]")
            try await driver.wait("location.pathname === '/console/compose'")
        }
    }

    @Test func `the tools recognize device tokens and list the reasons`() async throws {
        try await OpenConsole.with(.up) { console in
            let driver = console.driver
            try await console.go(to: "/console/tools#device")
            for (text, expected) in [
                (
                    "<740f4707 bebcf74f 9b7c25d4 8e335894 5f6aa01d a5ddb387 462c7eaf 61bb78ad>",
                    "APNs device token"
                ),
                (
                    "dGhpcyBpcyBhIHRva2Vu:APA91bF" + String(repeating: "x", count: 120),
                    "Firebase registration token"
                ),
                ("{length = 32, bytes = 0x740f4707 bebcf74f ... 61bb78ad }", "description of an"),
                ("740f47", "cut off"),
            ] {
                _ = try await driver.value(
                    """
                    (() => {
                        const source = document.querySelector("#panel-device textarea");
                        source.value = \(OpenPage.literal(text));
                        source.dispatchEvent(new Event("input", { bubbles: true }));
                    })()
                    """)
                try await driver.wait(
                    """
                    document.getElementById("panel-device").innerText
                        .includes(\(OpenPage.literal(expected)))
                    """)
            }
            try await console.go(to: "/console/tools#reasons")
            #expect(try await console.count("#panel-reasons tbody tr") ?? 0 > 30)
        }
    }
}
