// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

/// The console's pages about a user with an iPhone, an Android phone and a browser.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct ConsoleTransportTests {
    private static let app = OpenConsole.app
    private static let channel = "dHN0LXNyY2gtY2hubA=="

    @Test func `pages name the transports of devices and deliveries`() async throws {
        try await OpenConsole.with(.up) { console in
            try await Self.register(console)
            let message = try await console.post(
                "/v1/users/alex/messages", ["title": "Dinner", "body": "It is ready"]
            ).text("id")
            try await Self.waitForDeliveries(console, message)

            try await console.go(to: "/console/devices/android")
            try await console.wait(for: "FCM", in: "main table")
            let row = try await console.text(of: "main table tbody tr")
            #expect(row.contains("FCM") && !row.contains("production"), "\(row)")
            #expect(try await !console.text(of: "main").contains("production"))
            try await Self.look(console, "device-android")

            try await console.go(to: "/console/devices/browser")
            try await console.wait(for: "Web Push", in: "main table")
            try await Self.look(console, "device-browser")

            try await console.go(to: "/console/deliveries")
            for name in ["APNs", "FCM", "Web Push"] { try await console.wait(for: name) }
            try await Self.look(console, "deliveries-transports")

            try await console.go(to: "/console/messages/\(message)")
            try await console.wait(for: "Web Push")
            try await Self.look(console, "message-transports")

            let campaign = try await Self.campaign(console)
            try await console.go(to: "/console/campaigns/\(campaign)")
            try await console.wait(for: "3")
            try await Self.look(console, "campaign-transports")
            try await console.go(to: "/console/users/alex")
            try await Self.look(console, "user-transports")
        }
    }

    @Test func `an owner sets the service account and the VAPID key of an app`()
        async throws
    {
        try await OpenConsole.with(.up) { console in
            let bundle = "com.example.shop"
            try await console.put("/v1/apps/\(bundle)", ["name": "Shop"])
            try await console.go(to: "/console/manage#apps")
            try await console.wait(for: "bellhop-demo")
            try await Self.look(console, "manage-apps-transports")
            try await Self.open(console, bundle)
            let account = try console.process.state.read("fcm-service-account.json")
            try await console.enter(account, into: "dialog textarea")
            try await Self.look(console, "manage-transports-dialog")
            try await console.press("Save service account", in: "dialog")
            try await console.driver.wait("!document.querySelector('dialog')")
            let shop = try await console.api("/v1/apps/\(bundle)")
            #expect(shop["fcm", "project"]?.stringValue == "bellhop-demo")
            #expect(shop["web_push"] == nil)

            try await Self.open(console, bundle)
            try await console.enter(
                "mailto:ops@example.com", into: "dialog input[placeholder^='mailto:']")
            try await console.enter(
                "https://shop.example/", into: "dialog input[placeholder^='https:']")
            try await console.press("Create key", in: "dialog")
            try await console.wait(for: "applicationServerKey", in: "dialog")
            let saved = try await console.api("/v1/apps/\(bundle)")
            let key = saved["web_push", "public_key"]?.stringValue ?? "missing"
            try await console.wait(for: key, in: "dialog")
            #expect(saved["web_push", "navigate"]?.stringValue == "https://shop.example/")
            try await Self.look(console, "manage-web-push-key")

            // The key exists now, so the same button stores the rest.
            #expect(try await !console.text(of: "dialog").contains("Create key"))
            try await console.enter(
                "https://shop.example/news", into: "dialog input[placeholder^='https:']")
            try await console.press("Save contact and page", in: "dialog")
            while try await console.api("/v1/apps/\(bundle)")["web_push", "navigate"]?.stringValue
                != "https://shop.example/news"
            {
                try await TimeSource.system.sleep(for: .milliseconds(50))
            }
            let later = try await console.api("/v1/apps/\(bundle)")
            #expect(later["web_push", "public_key"]?.stringValue == key)
            try await console.wait(for: key, in: "dialog")
        }
    }

    @Test func `the request of a broadcast links from the campaign to the delivery log`()
        async throws
    {
        try await OpenConsole.with(.up) { console in
            let made = try await console.post(
                "/v1/campaigns?app=\(Self.app)",
                [
                    "channel": .string(Self.channel), "environment": "sandbox",
                    "message": [
                        "aps": [
                            "event": "update", "timestamp": 1_767_225_600,
                            "content-state": ["home": 1],
                        ]
                    ],
                ])
            let id = try #require(made["broadcast", "request_id"]?.stringValue)
            try await console.go(to: "/console/campaigns/\(made.text("id"))")
            try await console.press(id)
            try await console.driver.wait("location.pathname === '/console/deliveries'")
            try await console.wait(for: Self.channel)
            try await Self.look(console, "deliveries-broadcast")
        }
    }

    /// Opens the dialog for FCM and Web Push of an app.
    private static func open(_ console: OpenConsole, _ bundle: String) async throws {
        let row = """
            [...document.querySelectorAll("#panel-apps tbody tr")]
                .find((row) => row.innerText.includes("\(bundle)"))
            """
        try await console.driver.wait(row)
        _ = try await console.driver.value(
            """
            (() => {
                [...\(row).querySelectorAll("button")]
                    .find((e) => e.innerText.trim() === "Android and web").click();
                return true;
            })()
            """)
        try await console.driver.wait("document.querySelector('dialog textarea')")
    }

    /// Takes pictures, and checks that nothing is wider than the page on a phone.
    private static func look(_ console: OpenConsole, _ name: String) async throws {
        try await console.screenshot("\(name)-desktop", width: 1440, height: 900)
        try await console.screenshot("\(name)-phone", width: 390, height: 844)
        try await console.driver.resize(width: 390, height: 844)
        let wide = try await console.overflow()
        #expect(wide == [], "\(name): \(JSONWriter.text(wide))")
        try await console.driver.resize(width: 1440, height: 900)
        try await console.checkAxe(name)
    }

    private static func register(_ console: OpenConsole) async throws {
        let state = console.process.state
        let token = try state.read("fcm-token")
        let subscription = try JSONValue(parsing: state.read("web-push-subscription.json"))
        try await console.put(
            "/v1/installations/android",
            ["app": .string(app), "user": "alex", "fcm_token": .string(token)])
        try await console.put(
            "/v1/installations/browser",
            ["app": .string(app), "user": "alex", "web_push": subscription])
    }

    private static func waitForDeliveries(_ console: OpenConsole, _ id: String) async throws {
        while true {
            let message = try await console.api("/v1/messages/\(id)")
            if message["states", "accepted"]?.intValue == 3 { return }
            try await TimeSource.system.sleep(for: .milliseconds(50))
        }
    }

    /// Sends a campaign to everybody and waits for its end.
    private static func campaign(_ console: OpenConsole) async throws -> String {
        let made = try await console.post(
            "/v1/campaigns?audience=all&app=\(app)", ["title": "Supper", "body": "At eight"])
        let id = try made.text("id")
        while try await console.api("/v1/campaigns/\(id)")["state"]?.stringValue != "done" {
            try await TimeSource.system.sleep(for: .milliseconds(50))
        }
        return id
    }
}
