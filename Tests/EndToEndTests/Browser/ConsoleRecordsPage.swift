// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

/// What the tests of the console's pages about campaigns, devices and deliveries share.
extension OpenPage {
    /// The demo app of `bellhop up`.
    static let demoApp = "dev.bellhop.demo"

    /// Opens a page of the console and waits until it shows something.
    func open(_ path: String) async throws {
        try await driver.go(to: try up.gatewayURL() + path)
        try await wait("document.querySelector('#view').childElementCount > 0")
        try await wait("!document.querySelector('#view > .loading')")
    }

    /// Creates light devices and registers them with the gateway.
    func addFleet(_ count: Int) async throws {
        let fleet = try await up.bellhop(["fleet", "create", "\(count)"])
        try #require(fleet.status == 0, "\(fleet)")
        let file = try up.state.write(fleet.output, to: "fleet.jsonl")
        let imported = try await up.bellhop(["installations", "import", file])
        try #require(imported.status == 0, "\(imported)")
    }

    /// Sets the text of a field and sends the events of an edit. Typed keys would not work, because
    /// a date field expects them in the order of the browser's language.
    func enter(_ text: String, into selector: String) async throws {
        _ = try await driver.value(
            """
            (() => {
                const field = document.querySelector(\(Self.literal(selector)));
                field.value = \(Self.literal(text));
                field.dispatchEvent(new Event("input", { bubbles: true }));
                field.dispatchEvent(new Event("change", { bubbles: true }));
            })()
            """)
    }

    /// Clicks the button or link with a text, within what a selector finds.
    func press(_ text: String, in selector: String = "main") async throws {
        let isFound = try await driver.value(
            """
            (() => {
                const buttons = [...document.querySelectorAll(
                    \(Self.literal(selector + " button, " + selector + " a")))];
                const one = buttons.find((b) => b.innerText.trim() === \(Self.literal(text)));
                if (one) one.click();
                return Boolean(one);
            })()
            """)
        #expect(isFound == true, "there is no button \(text)")
    }

    /// A response of the gateway's API as JSON.
    func api(_ path: String) async throws -> JSONValue {
        let response = try await gateway.get(path)
        try #require(response.status == 200, "\(path): \(response.text)")
        return try JSONValue(parsing: response.text)
    }

    /// Waits until the gateway has sent everything.
    func settle() async throws {
        for state in ["queued", "sending"] {
            var isOpen = true
            while isOpen {
                let list = try await api("/v1/deliveries?state=\(state)")
                isOpen = list["deliveries"]?.arrayValue?.isEmpty == false
            }
        }
    }

    /// The number that an element shows, without separators.
    func number(_ selector: String) async throws -> Int? {
        Int(try await text(of: selector).filter(\.isNumber))
    }

    /// Controls that cannot be reached with the keyboard, or that have no name.
    func namelessControls() async throws -> JSONValue {
        try await driver.value(
            """
            ["a", "button", "select", "input", "textarea"]
                .flatMap((tag) => [...document.querySelectorAll("main " + tag)])
                .filter((e) => e.getClientRects().length).filter((e) =>
                    (e.tabIndex < 0 && e.getAttribute("role") !== "tab")
                    || !(e.textContent.trim() || e.getAttribute("aria-label")
                        || (e.labels && e.labels.length))).map((e) => e.outerHTML.slice(0, 100))
            """)
    }

    /// Elements that extend horizontally beyond the page.
    func overflowingElements() async throws -> JSONValue {
        try await driver.value(
            """
            document.documentElement.scrollWidth <= innerWidth ? [] :
                [...document.querySelectorAll("main *")].filter((e) =>
                    e.getBoundingClientRect().right > innerWidth + 1
                    && !e.closest(".table-frame, .tabs, pre"))
                    .map((e) => e.outerHTML.slice(0, 120)).slice(0, 5)
            """)
    }

    /// Checks that a page can be read: contrast in both schemes, no sideways scrolling, and a name
    /// for every control. Saves screenshots.
    func checkLook(_ name: String) async throws {
        let nameless = try await namelessControls()
        #expect(nameless == [], "\(name): \(JSONWriter.text(nameless))")
        #expect(try await count("h1") == 1)
        for (scheme, width) in [("light", 1280), ("dark", 400)] {
            try await driver.emulate(colorScheme: scheme)
            try await driver.resize(width: width, height: 900)
            let faint = try await PageLook.faintTexts(driver, "main *")
            #expect(faint == [], "\(name) \(scheme): \(JSONWriter.text(faint))")
            let wide = try await overflowingElements()
            #expect(wide == [], "\(name), \(width) pixels: \(JSONWriter.text(wide))")
            try await driver.screenshot("console-\(name)-\(scheme)")
        }
        try await driver.emulate(colorScheme: "light")
        try await driver.resize(width: 1280, height: 900)
    }
}
