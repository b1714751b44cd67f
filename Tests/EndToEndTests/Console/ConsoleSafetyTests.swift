// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

/// Hostile texts in every stored name and in every text field of the console, except Compose, which
/// has a test of its own: nothing executes, and no page violates its security policy.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct ConsoleSafetyTests {
    private static let texts = ComposeSafetyTests.chosen
    /// The number of texts that one script types.
    private static let batchCount = 50
    /// The maximum length of a name that the gateway stores, in bytes.
    private static let nameByteCountMax = 250

    /// Returns a text as a name, shortened to the maximum length.
    private static func name(_ text: String) -> JSONValue {
        var name = text
        while name.utf8.count > nameByteCountMax { name.removeLast() }
        return .string(name)
    }

    /// Records what a hostile text does in a page, and every violation of the page's security
    /// policy.
    private static let watch = """
        window.reports = [];
        document.addEventListener("securitypolicyviolation", (event) =>
            window.reports.push(event.violatedDirective + " " + event.blockedURI));
        for (const name of ["alert", "confirm", "prompt", "open"]) {
            window[name] = () => { window.hasRun = 1; };
        }
        """

    private func expectHarmless(_ what: String, _ console: OpenConsole) async throws {
        let seen = try await console.driver.value(
            """
            [window.hasRun === undefined, ({}).polluted === undefined,
                document.querySelectorAll(
                    "main :is(img, iframe, object, embed, base, style, script)"
                        + ":not([type='application/json'])").length, window.reports]
            """)
        #expect(seen == [true, true, 0, []], "\(what): \(JSONWriter.text(seen))")
    }

    // MARK: Stored texts

    /// A request that stores one of the texts.
    private struct Request {
        let method: String
        let path: String
        let body: JSONValue
    }

    private static func put(_ path: String, _ body: JSONValue) -> Request {
        Request(method: "PUT", path: path, body: body)
    }

    private static func post(_ path: String, _ body: JSONValue) -> Request {
        Request(method: "POST", path: path, body: body)
    }

    /// Returns the request that stores a text. The kind of request depends on the text's number.
    private static func request(_ number: Int, _ text: String) -> Request {
        let (app, name): (JSONValue, JSONValue) = (.string(OpenConsole.app), name(text))
        switch number % 10 {
        case 0:
            return post(
                "/v1/campaigns",
                [
                    "app": app, "audience": "all", "draft": true, "name": name,
                    "message": ["title": .string(text)],
                ])
        case 1:
            let digits = String(number, radix: 16)
            let token = String(repeating: "0", count: 64 - digits.count) + digits
            return put(
                "/v1/installations/hostile-\(number)",
                [
                    "app": app, "environment": "sandbox", "user": name, "token": .string(token),
                    "locale": name, "app_version": name, "device_model": name,
                    "attributes": ["plan": name],
                ])
        case 2:
            return post(
                "/v1/members", ["login": .string("m\(number)"), "name": name, "role": "viewer"])
        case 3: return post("/v1/keys", ["name": name, "scopes": ["apps:read"]])
        case 4: return put("/v1/apps/com.example.n\(number)", ["name": name])
        default: return contentRequest(number, text)
        }
    }

    private static func contentRequest(_ number: Int, _ text: String) -> Request {
        let (app, name): (JSONValue, JSONValue) = (.string(OpenConsole.app), name(text))
        switch number % 10 {
        case 5:
            return post(
                "/v1/webhooks", ["url": "http://127.0.0.1:1024/events", "description": name])
        case 6: return put("/v1/apps/\(OpenConsole.app)/topics/t\(number)", ["title": name])
        case 7:
            return put(
                "/v1/apps/\(OpenConsole.app)/templates/t\(number)",
                ["locales": ["en": ["title": .string(text), "body": name]]])
        case 8:
            return post(
                "/v1/users/alex/messages", ["title": .string(text), "body": .string(text)])
        default:
            return post(
                "/v1/campaigns",
                [
                    "app": app, "audience": "all", "draft": true,
                    "variants": [
                        ["name": name, "message": ["title": .string(text)]],
                        ["name": "other", "message": ["body": .string(text)]],
                    ],
                ])
        }
    }

    @Test func `stored hostile texts execute nothing on the console's pages`() async throws {
        try await OpenConsole.with(.up) { console in
            try await console.driver.beforeEachPage(Self.watch)
            let gateway = try console.process.gateway()
            _ = try await gateway.call(
                "PUT", "/v1/apps/\(OpenConsole.app)/attributes/plan",
                headers: ["content-type": "application/json"], body: #"{"type":"text"}"#)
            var stored = 0
            for (number, text) in Self.texts.enumerated() {
                let request = Self.request(number, text)
                let response = try await gateway.call(
                    request.method, request.path, headers: ["content-type": "application/json"],
                    body: JSONWriter.text(request.body))
                #expect(response.status < 500, "\(request.path): \(response.text)")
                if response.status < 300 { stored += 1 }
            }
            #expect(stored > Self.texts.count / 2, "only \(stored) were stored")
            try await expectPages(console)
            // Ignore the browser's log: the simulated device tokens of hostile devices cause
            // errors.
            _ = try await console.driver.complaints()
        }
    }

    private func expectPages(_ console: OpenConsole) async throws {
        let pages =
            [
                "campaigns", "devices", "deliveries", "health", "manage", "account",
            ]
            + ["keys", "members", "topics", "templates", "segments", "webhooks", "audit"].map {
                "manage#\($0)"
            }
        for page in pages {
            try await console.driver.go(to: "about:blank")
            try await console.go(to: "/console/\(page)")
            try await expectHarmless(page, console)
        }
        let campaigns = try await console.api("/v1/campaigns?limit=100")
        for campaign in (campaigns["campaigns"]?.arrayValue ?? []).prefix(50) {
            let id = try campaign.text("id")
            for path in ["/console/campaigns/\(id)", "/console/campaigns/\(id)/edit"] {
                try await console.go(to: path)
                try await expectHarmless(path, console)
            }
        }
        let devices = try await console.api("/v1/installations?limit=100")
        for device in (devices["installations"]?.arrayValue ?? []).prefix(50) {
            let id = try device.text("id")
            try await console.go(to: "/console/devices/\(id)")
            try await expectHarmless("device \(id)", console)
        }
        let messages = try await console.api("/v1/deliveries?limit=50")
        for delivery in messages["deliveries"]?.arrayValue ?? [] {
            guard let id = delivery["message"]?.stringValue ?? delivery["message_id"]?.stringValue
            else { continue }
            try await console.go(to: "/console/messages/\(id)")
            try await expectHarmless("message \(id)", console)
        }
    }

    // MARK: Typed texts

    /// Pages with text fields, and the button that opens a dialog with more fields.
    private static let targets: [(page: String, opens: String?)] = [
        ("campaigns/new", nil), ("devices", nil), ("deliveries", nil), ("tools#provider", nil),
        ("tools#device", nil), ("tools#certificate", nil), ("tools#reasons", nil),
        ("tools#lint", nil), ("tools#payload", nil), ("tools#seal", nil),
        ("manage#apps", "#panel-apps .card-actions .button"),
        ("manage#keys", "#panel-keys .card-actions .button"),
        ("manage#members", "#panel-members .card-actions .button"),
        ("manage#topics", "#panel-topics .card-actions .button"),
        ("manage#templates", "#panel-templates .card-actions .button"),
        ("manage#segments", "#panel-segments .card-actions .button"),
        ("manage#webhooks", "#panel-webhooks .card-actions .button"),
    ]

    @Test func `hostile texts in every text field execute nothing`() async throws {
        try await OpenConsole.with(.up) { console in
            try await console.driver.beforeEachPage(Self.watch)
            for target in Self.targets {
                try await open(target, console)
                for start in stride(from: 0, to: Self.texts.count, by: Self.batchCount) {
                    let batch = Array(Self.texts[start...].prefix(Self.batchCount))
                    var count = try await console.driver.value(Self.typing(batch))
                    if count == 0 {
                        // A form that was submitted successfully has closed its dialog.
                        try await open(target, console)
                        count = try await console.driver.value(Self.typing(batch))
                    }
                    #expect(try #require(count.intValue) > 0, "\(target.page) has no field")
                }
                try await console.settle()
                try await expectHarmless(target.page, console)
            }
            // The browser logs the requests that the gateway refused, and a warning that many forms
            // were submitted within a short time. Leaving the page cancels the last request, which
            // may still be waiting for its response.
            try await console.driver.go(to: "about:blank")
            let expected = ["Failed to load resource", "Throttling navigation"]
            let complaints = try await console.driver.complaints().filter { complaint in
                !expected.contains { complaint.contains($0) }
            }
            #expect(complaints.isEmpty)
        }
    }

    private func open(
        _ target: (page: String, opens: String?), _ console: OpenConsole
    ) async throws {
        try await console.driver.go(to: "about:blank")
        try await console.go(to: "/console/\(target.page)")
        guard let opener = target.opens else { return }
        try await console.driver.wait("document.querySelector(\(OpenPage.literal(opener)))")
        try await console.driver.click(opener)
        try await console.driver.wait("document.querySelector('dialog[open]')")
    }

    /// The script that types each text into each field that can be seen, and submits every form.
    private static func typing(_ texts: [String]) -> String {
        """
        (() => {
            const texts = \(JSONWriter.text(.array(texts.map(JSONValue.string))));
            const root = document.querySelector("dialog[open]") ?? document.querySelector("main");
            let count = 0;
            for (const text of texts) {
                for (const field of root.querySelectorAll("textarea, input")) {
                    if (field.readOnly || field.disabled) continue;
                    if (!field.getClientRects().length) continue;
                    const types = ["text", "search", "textarea", "url", "password"];
                    if (!types.includes(field.type)) continue;
                    field.value = text;
                    field.dispatchEvent(new Event("input", { bubbles: true }));
                    field.dispatchEvent(new Event("change", { bubbles: true }));
                    count += 1;
                }
            }
            const form = root.querySelector("form.form");
            form?.requestSubmit();
            return count;
        })()
        """
    }
}
