// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

/// What the page must never do: run code from a payload, or send requests to other servers.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct PageSafetyTests {
    @Test func `markup in a payload is shown as text everywhere on the page`() async throws {
        let image = "<img src=x onerror=alert(1)>"
        let script = "<script>window.hasRun = true</script>"
        try await OpenPage.with { page in
            try await page.post([
                "aps": [
                    "alert": [
                        "title": .string(image), "subtitle": .string("<b>\(image)"),
                        "body": .string(script),
                    ],
                    "sound": .string(image), "thread-id": .string(script), "badge": 1,
                ]
            ])
            try await page.wait(for: script, in: "#list .note")
            try await page.wait(for: image, in: "#list .note")
            try await page.wait(for: script, in: "#log")
            try await page.click("#list .note")
            try await page.wait(view: "app")
            try await page.wait(for: script, in: "#appview")
            try await page.wait(for: image, in: "#trace")
            #expect(
                try await page.driver.value(
                    "document.querySelectorAll('img, b:not(.wallpaper b, .widget b)').length") == 0)
            #expect(try await page.driver.value("document.scripts.length") == 1)
            #expect(try await page.driver.value("window.hasRun === undefined") == true)
        }
    }

    @Test func `the page calls its own origin only, and its policy forbids others`() async throws {
        try await OpenPage.with { page in
            try await page.post(title: "Kitchen", body: "Dinner is ready")
            try await page.wait(for: "Dinner is ready", in: "#list")
            let foreign = try await page.driver.value(
                """
                performance.getEntriesByType("resource").map((e) => e.name)
                    .filter((name) => !name.startsWith(location.origin + "/"))
                """)
            #expect(foreign == [])
            let policy = try await page.driver.value(
                "fetch('/').then((r) => r.headers.get('content-security-policy'))")
            #expect(
                policy.stringValue?.hasPrefix(
                    "default-src 'none'; script-src 'self'; style-src 'self'") == true)
            #expect(policy.stringValue?.contains("unsafe") == false)
        }
    }

    @Test func `no file of the page has an external address, an inline style or innerHTML`()
        async throws
    {
        try await BellhopProcess.with(.up) { up in
            let page = try await up.gateway().get("/").text
            let main = try await up.gateway().get("/assets/main.js").text
            let styles = page.matches(of: #//assets/[a-z]+\.css/#).map { String($0.output) }
            let modules = main.matches(of: #/"\./([a-z]+\.js)"/#).map { "/assets/\($0.output.1)" }
            #expect(styles.count > 2 && modules.count > 5)
            let others = ["/apns", "/assets/apns.js", "/assets/apns.css"]
            for path in ["/", "/assets/main.js"] + styles + modules + others {
                let response = try await up.gateway().get(path)
                #expect(response.status == 200)
                #expect(
                    !response.text.contains("http://") && !response.text.contains("https://"),
                    "\(path)"
                )
                #expect(
                    !response.text.contains("@import") && !response.text.contains("innerHTML"),
                    "\(path)")
                #expect(
                    !response.text.contains(" style=") && !response.text.contains(" onclick="),
                    "\(path)")
            }
        }
    }
}
