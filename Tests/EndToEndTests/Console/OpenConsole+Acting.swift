// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

/// What a person does in the console, and what the API says meanwhile.
extension OpenConsole {
    /// The app that the simulator's gateways have.
    static let app = "dev.bellhop.demo"
    static let password = "twelve letters and more"

    /// Sets the text of a field and sends the events of an edit, without key events.
    func enter(_ text: String, into selector: String) async throws {
        let isFound = try await driver.value(
            """
            (() => {
                const field = document.querySelector(\(OpenPage.literal(selector)));
                if (!field) return false;
                field.value = \(OpenPage.literal(text));
                field.dispatchEvent(new Event("input", { bubbles: true }));
                field.dispatchEvent(new Event("change", { bubbles: true }));
                return true;
            })()
            """)
        #expect(isFound == true, "there is no field \(selector)")
    }

    /// Clicks the button or the link with a text.
    func press(_ text: String, in selector: String = "body") async throws {
        let find = """
            [...document.querySelector(\(OpenPage.literal(selector)))
                .querySelectorAll("button, a")]
                .find((e) => e.innerText.trim() === \(OpenPage.literal(text)))
            """
        try await driver.wait(find)
        _ = try await driver.value("(() => { \(find).click(); return true; })()")
    }

    func wait(
        for text: String, in selector: String = "main",
        _ location: SourceLocation = #_sourceLocation
    ) async throws {
        try await driver.wait(
            """
            document.querySelector(\(OpenPage.literal(selector))).innerText
                .includes(\(OpenPage.literal(text)))
            """, location)
    }

    func text(of selector: String) async throws -> String {
        try await driver.value(
            "document.querySelector(\(OpenPage.literal(selector)))?.innerText ?? ''"
        ).stringValue ?? ""
    }

    /// A response of the gateway's API, with the development key.
    func api(_ path: String) async throws -> JSONValue {
        let response = try await process.gateway().get(path)
        try #require(response.status == 200, "\(path): \(response.text)")
        return try JSONValue(parsing: response.text)
    }

    func post(_ path: String, _ body: JSONValue) async throws -> JSONValue {
        let response = try await process.gateway().post(path, body)
        try #require((200..<300).contains(response.status), "\(path): \(response.text)")
        return try JSONValue(parsing: response.text)
    }

    func put(_ path: String, _ body: JSONValue) async throws {
        let response = try await process.gateway().call(
            "PUT", path, headers: ["content-type": "application/json"],
            body: JSONWriter.text(body))
        try #require((200..<300).contains(response.status), "\(path): \(response.text)")
    }

    /// Creates light devices and registers them with the gateway.
    func addFleet(_ count: Int) async throws {
        let fleet = try await process.bellhop(["fleet", "create", "\(count)"])
        try #require(fleet.status == 0, "\(fleet)")
        let file = try process.state.write(fleet.output, to: "fleet.jsonl")
        let imported = try await process.bellhop(["installations", "import", file])
        try #require(imported.status == 0, "\(imported)")
    }

    // MARK: Members

    /// Creates a member; returns the secret of the link.
    func addMember(_ login: String, _ role: String) async throws -> String {
        let member = try await post(
            "/v1/members",
            ["login": .string(login), "name": .string(login), "role": .string(role)])
        return try member.text("link_secret")
    }

    /// Chooses a password with a link, which signs the member in.
    func join(_ secret: String, password: String = OpenConsole.password) async throws {
        // A URL that only differs after # does not load the page again.
        try await driver.go(to: "about:blank")
        try await driver.go(to: url + "/console/join#" + secret)
        try await driver.wait("document.querySelector('input[type=password]')")
        try await driver.type(password, into: ".field:nth-of-type(1) input[type=password]")
        try await driver.type(password, into: ".field:nth-of-type(2) input[type=password]")
        try await driver.click("button[type=submit]")
        try await driver.wait("location.pathname === '/console/health'")
        try await settle()
    }

    func signOut() async throws {
        try await driver.click("#sign-out")
        try await driver.wait("location.pathname === '/console/sign-in'")
    }

    func signIn(_ login: String, password: String = OpenConsole.password) async throws {
        try await driver.wait("document.querySelector('input[autocomplete=username]')")
        try await driver.type(login, into: "input[autocomplete=username]")
        try await driver.type(password, into: "input[type=password]")
        try await driver.click("button[type=submit]")
        try await driver.wait("location.pathname !== '/console/sign-in'")
    }

    // MARK: Campaigns

    /// Writes a message to everybody into the builder, and waits for the preview.
    func writeCampaign(_ title: String, _ body: String) async throws {
        try await go(to: "/console/campaigns/new")
        try await driver.type(title, into: "[data-field=title]")
        try await driver.type(body, into: "[data-field=body]")
        try await driver.wait("!document.querySelector('[data-decision=start]').disabled")
    }

    /// The identifier of the campaign whose page is open.
    func campaignID() async throws -> String {
        try await driver.wait("/campaigns\\/[0-9a-f-]{36}$/.test(location.pathname)")
        return try #require(
            try await driver.value("location.pathname.split('/').pop()").stringValue)
    }

    /// Checks the page in its current state with axe-core.
    func checkAxe(_ what: String) async throws {
        let violations = try await Axe.violations(driver, try Axe.script.get())
        #expect(violations == [], "\(what): \(JSONWriter.text(violations))")
    }
}
