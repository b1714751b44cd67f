// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

/// `bellhop up` with its page open in a browser.
struct OpenPage {
    let up: BellhopProcess
    let driver: WebDriver
    let gateway: HTTPCaller
    let control: ControlCaller

    /// Starts both, opens the page and waits until it is live. At the end the browser must have had
    /// nothing to complain about: no error, no blocked request.
    static func with(_ body: (OpenPage) async throws -> Void) async throws {
        try await BellhopProcess.with(.up) { up in
            try await WebDriver.with { driver in
                let page = OpenPage(
                    up: up, driver: driver, gateway: try up.gateway(), control: try up.control())
                try await driver.emulate(colorScheme: "light")
                try await driver.resize(width: 1280, height: 900)
                try await driver.go(to: try up.gatewayURL())
                try await page.wait("document.getElementById('link').dataset.live === 'yes'")
                try await body(page)
                #expect(try await driver.complaints() == [])
            }
        }
    }

    /// Posts a payload for the phone's user.
    func post(_ payload: JSONValue) async throws {
        let response = try await gateway.post("/v1/users/alex/messages", payload)
        try #require(response.status == 202, "\(response.text)")
    }

    /// Posts a message with title and text.
    func post(title: String, body: String) async throws {
        try await post(["title": .string(title), "body": .string(body)])
    }

    /// Lets banners stay until the person acts: otherwise they disappear after some seconds, in
    /// which a slow machine does not get to them.
    func makeBannersStay() async throws {
        let result = try await up.bellhop(["device", "set", "alert-style", "alert"])
        try #require(result.status == 0, "\(result)")
    }

    /// Changes what the phone is, as a saved state that is put back.
    func changeState(_ change: (inout JSONObject) -> Void) async throws {
        let path = "/v1/devices/booted/state"
        let saved = try await control.caller.get(path + "?tokens=true")
        var state = try #require(try JSONValue(parsing: saved.text).objectValue)
        change(&state)
        let response = try await control.caller.call(
            "PUT", path, headers: ["content-type": "application/json"],
            body: JSONWriter.text(.object(state)))
        try #require(response.status == 200, "\(response.text)")
    }

    // MARK: The page

    func wait(_ expression: String, _ location: SourceLocation = #_sourceLocation) async throws {
        try await driver.wait(expression, location)
    }

    func click(_ selector: String) async throws { try await driver.click(selector) }

    /// Waits until an element shows a text.
    func wait(
        for text: String, in selector: String, _ location: SourceLocation = #_sourceLocation
    ) async throws {
        try await driver.wait(
            "\(Self.element(selector)).innerText.includes(\(Self.literal(text)))",
            location)
    }

    /// Waits until the screen shows `lock`, `home` or `app`.
    func wait(view: String, _ location: SourceLocation = #_sourceLocation) async throws {
        try await driver.wait(
            "document.getElementById('screen').dataset.view === '\(view)'", location)
    }

    /// What an element shows.
    func text(of selector: String) async throws -> String {
        try await driver.value("\(Self.element(selector)).innerText")
            .stringValue ?? ""
    }

    /// How many elements there are that can be seen.
    func count(_ selector: String) async throws -> Int? {
        try await driver.value(
            """
            [...document.querySelectorAll(\(Self.literal(selector)))]
                .filter((e) => e.getClientRects().length).length
            """
        ).intValue
    }

    /// The JavaScript for what a CSS selector finds first.
    private static func element(_ selector: String) -> String {
        "document.querySelector(\(literal(selector)))"
    }

    /// A text as JavaScript spells it.
    static func literal(_ text: String) -> String { JSONWriter.text(.string(text)) }
}
