// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

/// The appearance of the page: nothing is cut off or too faint, at several widths and in both color
/// schemes. The screenshots in `.build/screenshots/` are for people.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct PageLookTests {
    @Test func `the page fits phones and desktops, light and dark`() async throws {
        try await OpenPage.with { page in
            let driver = page.driver
            for name in [
                "score-1", "score-2", "score-3", "email", "critical", "order-update",
                "emoji-and-rtl",
                "badge-only", "calendar-reminder",
            ] {
                let pushed = try await page.up.bellhop(["push", BellhopTool.example(name)])
                #expect(pushed.status == 0, "\(pushed)")
            }
            try await page.wait("document.querySelectorAll('#log li').length === 9")
            for scheme in ["light", "dark"] {
                try await driver.emulate(colorScheme: scheme)
                try await driver.screenshot("lock-\(scheme)")
                let faint = try await PageLook.faintTexts(driver)
                #expect(faint == [], "\(scheme): \(JSONWriter.text(faint))")
            }
            try await driver.emulate(colorScheme: "light")
            try await driver.resize(width: 390, height: 844)
            let wide = try await PageLook.overflow(driver)
            #expect(wide == [], "\(JSONWriter.text(wide))")
            try await driver.screenshot("lock-narrow")
            try await page.click("[data-action=unlock]")
            try await page.wait(view: "home")
            try await driver.resize(width: 1280, height: 900)
            try await page.makeBannersStay()
            try await page.post(title: "Kitchen", body: "Dinner is ready")
            try await page.wait(for: "Kitchen", in: "#banner")
            try await driver.screenshot("home-banner-light")
            try await page.click("#banner .note")
            try await page.wait(view: "app")
            try await page.wait(for: "didReceive", in: "#trace")
            try await driver.screenshot("app-light")
            try await driver.emulate(colorScheme: "dark")
            try await driver.screenshot("app-dark")
            try await driver.press("n")
            try await page.wait(view: "lock")
            try await driver.screenshot("notification-center-dark")
            try await driver.press("n")
            try await page.wait(view: "app")
        }
    }

    /// `make pictures` copies the screenshot to docs/images.
    @Test func `the screenshot of the README is taken`() async throws {
        try await OpenPage.with { page in
            for name in ["order-update", "message", "calendar-reminder"] {
                let pushed = try await page.up.bellhop(["push", BellhopTool.example(name)])
                #expect(pushed.status == 0, "\(pushed)")
            }
            try await page.wait("document.querySelectorAll('#list .note').length === 3")
            try await page.driver.screenshot("page")
        }
    }

    @Test func `long texts and many notifications stay inside the screen`() async throws {
        let word = String(repeating: "Donaudampfschiffahrt", count: 12)
        try await OpenPage.with { page in
            for number in 1...12 {
                try await page.post([
                    "aps": [
                        "alert": [
                            "title": .string("\(number) \(word)"),
                            "body": .string("\(word) 👩🏽‍🚀 \(word)"),
                        ],
                        "thread-id": .string("thread \(number)"), "badge": 123_456_789,
                        "interruption-level": "time-sensitive", "sound": "default",
                    ]
                ])
            }
            try await page.wait("document.querySelectorAll('#list > .group').length === 12")
            for width in [1280, 900, 390, 320] {
                try await page.driver.resize(width: width, height: 844)
                let wide = try await PageLook.overflow(page.driver)
                #expect(wide == [], "\(width) pixels: \(JSONWriter.text(wide))")
            }
            try await page.driver.resize(width: 390, height: 844)
            try await page.driver.screenshot("lock-many-narrow")
            // The last notification can be reached by scrolling, and the list does not cover the
            // clock.
            let isReachable = try await page.driver.value(
                """
                (() => {
                    const list = document.getElementById("list");
                    list.scrollTop = list.scrollHeight;
                    const last = list.lastElementChild.getBoundingClientRect();
                    const clock = document.getElementById("lock-time").getBoundingClientRect();
                    const frame = list.getBoundingClientRect();
                    return last.bottom <= frame.bottom + 1 && frame.top >= clock.bottom - 1;
                })()
                """)
            #expect(isReachable == true)
        }
    }

    @Test(arguments: [
        ("denied", "Notifications are denied"), ("not-determined", "has not requested permission"),
        ("provisional", "arrive quietly in Notification Center"),
    ])
    func `the page explains why a phone stays quiet`(
        authorization: String, text: String
    ) async throws {
        try await OpenPage.with { page in
            try await page.click("#authorization option[value=\(authorization)]")
            try await page.wait(for: text, in: "#hint")
            try await page.post(title: "Kitchen", body: "Dinner is ready")
            try await page.wait("document.querySelectorAll('#log li').length === 1")
            let isListed = authorization == "provisional"
            #expect(try await page.count("#list .note") == (isListed ? 1 : 0))
            if isListed { try await page.wait(for: "Notification Center", in: "#list .heading") }
            try await page.driver.screenshot("lock-\(authorization)")
            try await page.click("#authorization option[value=authorized]")
            try await page.wait("document.getElementById('hint').innerText === ''")
            try await page.click("[data-set=network] [data-value=off]")
            try await page.wait(for: "Offline", in: "#hint")
        }
    }
}
