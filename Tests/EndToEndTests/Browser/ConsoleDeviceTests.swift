// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

/// The console's pages about devices and deliveries, in headless Chromium.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct ConsoleDeviceTests {
    /// A name that would do something if a page did not treat it as text.
    private static let hostile =
        #"<img src=x onerror="document.title='run'">"><script>document.title='run'</script>{{7*7}}"#

    private func device(of user: String, _ page: OpenPage) async throws -> String {
        let list = try await page.api("/v1/installations?user=\(user)")
        return try #require(list["installations", 0, "id"]?.stringValue)
    }

    @Test func `a device is found, gets a test message that is followed, and is erased`()
        async throws
    {
        try await OpenPage.with { page in
            try await page.post(title: "Kitchen", body: "Dinner is ready")
            try await page.settle()
            let id = try await device(of: "alex", page)
            try await page.open("/console/devices")
            try await page.wait(for: "alex", in: "#view")
            try await page.checkLook("devices")
            try await page.enter("alex", into: "input[type=search]")
            try await page.press("Find")
            try await page.wait(for: "1 device", in: "#view")

            try await page.open("/console/devices/\(id)")
            try await page.wait(for: "Registered for the first time", in: ".timeline")
            try await page.wait("document.querySelector('.timeline .badge.ok')")
            let history = try await page.api("/v1/installations/\(id)/history?limit=50")
            let events = try #require(history["events"]?.arrayValue)
            #expect(try await page.count(".timeline > li") == events.count)
            let token = try #require(
                try await page.api("/v1/installations/\(id)")["tokens", 0, "token"]?.stringValue)
            #expect(try await page.text(of: "#view").contains(token))
            try await page.checkLook("device")

            try await page.press("Send to this device")
            try await page.wait(for: "Stored by the gateway.", in: "#view")
            try await page.press("Follow it")
            try await page.wait(for: "A banner appeared on the Lock Screen", in: ".timeline")
            try await page.wait(for: "response 200 of the simulated APNs", in: ".timeline")
            try await page.checkLook("message")

            try await page.open("/console/devices/\(id)")
            try await page.click("[data-decision=erase]")
            try await page.wait("document.querySelector('dialog[open] input')")
            try await page.driver.type("alex", into: "dialog input")
            #expect(
                try await page.driver.value(
                    "document.querySelector('dialog .button.danger').disabled") == true)
            try await page.enter(id, into: "dialog input")
            try await page.click("dialog .button.danger")
            try await page.wait("location.pathname === '/console/devices'")
            #expect(try await page.gateway.get("/v1/installations/\(id)").status == 404)
        }
    }

    @Test func `the delivery log can be filtered, and its charts show the numbers of the API`()
        async throws
    {
        try await OpenPage.with { page in
            let fault =
                #"busy={"fault":"status","status":400,"reason":"TopicDisallowed","count":1}"#
            _ = try await page.up.bellhop(["apns", "fault", "add", fault])
            for number in 1...3 { try await page.post(title: "Message", body: "\(number)") }
            try await page.settle()
            try await page.open("/console/deliveries")
            try await page.wait("document.querySelectorAll('.framed tbody tr').length === 3")
            #expect(try await page.text(of: ".framed").contains("rejected"))
            try await page.wait("document.querySelector('.chart [data-count=accepted]')")
            for by in ["State", "Reason", "Push type", "Priority"] {
                try await page.press(by, in: ".card-actions")
                let name = by.lowercased().replacing(" ", with: "_")
                let counts = try await page.api("/v1/deliveries/counts?by=\(name)")
                var sums: [String: Int] = [:]
                for count in counts["counts"]?.arrayValue ?? [] {
                    sums[count["value"]?.stringValue ?? "", default: 0] +=
                        count["count"]?.intValue ?? 0
                }
                #expect(!sums.isEmpty)
                for (value, sum) in sums {
                    let selector = "[data-count=\(OpenPage.literal(value))]"
                    try await page.wait("document.querySelector(\(OpenPage.literal(selector)))")
                    #expect(try await page.number(selector) == sum, "\(by) \(value)")
                }
            }
            try await page.press("Simulated APNs", in: ".card-actions")
            try await page.wait(for: "3 requests are in the log", in: ".chart-place")
            try await page.checkLook("deliveries")

            try await page.enter("400", into: "[data-filter=status]")
            try await page.wait("document.querySelectorAll('.framed tbody tr').length === 1")
            try await page.wait(for: "TopicDisallowed", in: ".framed")
            try await page.press("Clear filters")
            try await page.wait("document.querySelectorAll('.framed tbody tr').length === 3")
            try await page.enter("no-such-reason", into: "[data-filter=reason]")
            try await page.wait(for: "No delivery matches", in: ".framed")
        }
    }

    @Test func `hostile names are shown as text on the pages about devices and campaigns`()
        async throws
    {
        try await OpenPage.with { page in
            let name = JSONWriter.text(.string(Self.hostile))
            let token = String(repeating: "0a", count: 32)
            let registered = try await page.gateway.call(
                "PUT", "/v1/installations/hostile", headers: ["content-type": "application/json"],
                body: """
                    {"app":"\(OpenPage.demoApp)","environment":"sandbox","user":\(name),\
                    "token":"\(token)"}
                    """)
            try #require(registered.status == 200, "\(registered.text)")
            let made = try await page.gateway.post(
                "/v1/campaigns",
                try JSONValue(
                    parsing: """
                        {"app":"\(OpenPage.demoApp)","audience":"all","draft":true,"name":\(name),
                        "variants":[{"name":\(name),"message":{"title":"a"}},
                        {"name":"b","message":{"title":"b"}}]}
                        """))
            try #require(made.status == 202, "\(made.text)")
            let id = try #require(try JSONValue(parsing: made.text)["id"]?.stringValue)
            for path in [
                "/console/devices", "/console/devices/hostile", "/console/campaigns",
                "/console/campaigns/\(id)",
            ] {
                try await page.open(path)
                try await page.wait(for: "{{7*7}}", in: "main")
                #expect(try await page.driver.value("document.title") != "run", "\(path)")
                #expect(try await page.count("main img, main script") == 0)
            }
        }
    }
}
