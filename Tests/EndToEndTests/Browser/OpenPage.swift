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

    /// Starts `bellhop up` and a browser, opens the page and waits until it is live. At the end,
    /// the browser's log must not contain anything: no error, no blocked request.
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

    /// Makes banners stay until the person acts. Otherwise they disappear after some seconds,
    /// before a slow machine can use them.
    func makeBannersStay() async throws {
        let result = try await up.bellhop(["device", "set", "alert-style", "alert"])
        try #require(result.status == 0, "\(result)")
    }

    /// Changes the state of the phone: saves it, edits it, and restores it.
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

    /// The text that an element shows.
    func text(of selector: String) async throws -> String {
        try await driver.value("\(Self.element(selector)).innerText")
            .stringValue ?? ""
    }

    /// The number of visible elements that a selector finds.
    func count(_ selector: String) async throws -> Int? {
        try await driver.value(
            """
            [...document.querySelectorAll(\(Self.literal(selector)))]
                .filter((e) => e.getClientRects().length).length
            """
        ).intValue
    }

    /// A JavaScript expression for the first element that a CSS selector finds.
    private static func element(_ selector: String) -> String {
        "document.querySelector(\(literal(selector)))"
    }

    /// A text as a JavaScript string literal.
    static func literal(_ text: String) -> String { JSONWriter.text(.string(text)) }
}
