// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

/// `bellhop up` with the console's compose page open in a browser.
struct ComposePage {
    let up: BellhopProcess
    let driver: WebDriver
    let control: ControlCaller

    /// Starts `bellhop up` and a browser, and waits until the page has linted and explained its
    /// first payload. At the end, the browser's log must not contain anything.
    static func with(_ body: (ComposePage) async throws -> Void) async throws {
        try await BellhopProcess.with(.up) { up in
            try await WebDriver.with { driver in
                let page = ComposePage(up: up, driver: driver, control: try up.control())
                try await driver.emulate(colorScheme: "light")
                try await driver.resize(width: 1440, height: 1000)
                let url = try up.gatewayURL()
                try await driver.go(
                    to: (url.hasSuffix("/") ? String(url.dropLast()) : url) + "/console/compose")
                try await page.waitUntilExplained()
                try await body(page)
                #expect(try await driver.complaints() == [])
            }
        }
    }

    func waitUntilExplained(_ location: SourceLocation = #_sourceLocation) async throws {
        try await driver.wait(
            "document.getElementById('view').dataset.settled === 'yes' "
                + "&& document.querySelectorAll('#states .st-item:enabled').length === 12",
            location)
    }

    /// Replaces the text of the JSON, as a person who pastes it does.
    func paste(_ json: String) async throws {
        _ = try await driver.value(
            """
            (() => {
                const area = document.getElementById("json");
                area.value = \(OpenPage.literal(json));
                area.dispatchEvent(new Event("input", { bubbles: true }));
                return true;
            })()
            """)
    }

    /// Waits until lint has examined the current text.
    func waitUntilSettled(_ location: SourceLocation = #_sourceLocation) async throws {
        try await driver.wait(
            "document.getElementById('view').dataset.settled === 'yes'", location)
    }

    /// The text of the JSON.
    func json() async throws -> String {
        try await driver.value("document.getElementById('json').value").stringValue ?? ""
    }

    /// Chooses a value of a menu.
    func choose(_ value: String, in selector: String) async throws {
        _ = try await driver.value(
            """
            (() => {
                const menu = document.querySelector(\(OpenPage.literal(selector)));
                menu.value = \(OpenPage.literal(value));
                menu.dispatchEvent(new Event("change", { bubbles: true }));
                return true;
            })()
            """)
    }

    /// Waits until an element shows a text.
    func wait(
        for text: String, in selector: String, _ location: SourceLocation = #_sourceLocation
    ) async throws {
        try await driver.wait(
            "document.querySelector(\(OpenPage.literal(selector))).innerText"
                + ".includes(\(OpenPage.literal(text)))", location)
    }
}
