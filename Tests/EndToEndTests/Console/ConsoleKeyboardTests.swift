// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

/// Composing a push and sending a campaign with the keyboard alone: everything can be reached, and
/// the focus is always visible.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct ConsoleKeyboardTests {
    /// Keys as WebDriver names them.
    private enum Key {
        static let tab = "\u{E004}", enter = "\u{E007}", escape = "\u{E00C}", right = "\u{E014}"
    }

    /// The maximum number of presses of Tab from one control to another.
    private static let tabsMax = 120

    /// Returns what is wrong with the focus; an empty text if a visible control has it.
    private func focusProblem(_ console: OpenConsole) async throws -> String {
        try await console.driver.value(
            """
            (() => {
                const e = document.activeElement;
                if (!e || e === document.body) return "lost";
                const name = e.outerHTML.slice(0, 120);
                const box = e.getBoundingClientRect();
                if (box.width === 0 || box.height === 0) return "invisible: " + name;
                const isOutside = box.bottom < 0 || box.top > innerHeight || box.right < 0
                    || box.left > innerWidth;
                if (isOutside) return "outside of the window: " + name;
                for (let ring = e; ring && ring !== document.body; ring = ring.parentElement) {
                    const style = getComputedStyle(ring);
                    const hasRing = style.outlineStyle !== "none";
                    if (hasRing && parseFloat(style.outlineWidth) > 0) return "";
                    if (ring.matches("main")) break;
                }
                return e.id === "main" ? "" : "without a ring: " + name;
            })()
            """
        ).stringValue ?? "no response"
    }

    private func expectFocus(
        _ what: String, _ console: OpenConsole, _ location: SourceLocation = #_sourceLocation
    ) async throws {
        let problem = try await focusProblem(console)
        #expect(problem == "", "\(what)", sourceLocation: location)
    }

    /// Presses Tab until a control has the focus; checks every control on the way.
    private func tab(
        to selector: String, _ console: OpenConsole,
        _ location: SourceLocation = #_sourceLocation
    ) async throws {
        var problems: [String] = []
        for _ in 0..<Self.tabsMax {
            try await console.driver.press(Key.tab)
            let problem = try await focusProblem(console)
            // After the last control, the focus moves through the browser's own controls.
            if problem != "", problem != "lost" { problems.append(problem) }
            let isThere = try await console.driver.value(
                "document.activeElement.matches(\(OpenPage.literal(selector)))")
            guard isThere != true else { break }
        }
        #expect(problems == [], sourceLocation: location)
        #expect(
            try await console.driver.value(
                "document.activeElement.matches(\(OpenPage.literal(selector)))") == true,
            "\(selector) cannot be reached with Tab", sourceLocation: location)
    }

    @Test func `a push is composed, corrected and sent with the keyboard`() async throws {
        try await OpenConsole.with(.up) { console in
            let driver = console.driver
            try await console.go(to: "/console/compose")
            try await driver.wait("document.getElementById('view').dataset.settled === 'yes'")
            // The first control is the link that skips the navigation.
            try await tab(to: "a.skip", console)
            try await driver.press(Key.enter)
            try await expectFocus("after the skip link", console)
            try await tab(to: "#open-library", console)
            try await driver.press(Key.enter)
            try await driver.wait("document.querySelector('dialog[open] .library button')")
            try await expectFocus("in the library", console)
            try await console.checkAxe("library")
            try await driver.press(Key.escape)
            try await driver.wait("!document.querySelector('dialog')")
            try await expectFocus("after the library", console)
            #expect(try await driver.value("document.activeElement.id") == "open-library")
            try await driver.press(Key.enter)
            try await driver.wait("document.querySelector('dialog[open] .library button')")
            try await tab(to: "dialog .library button", console)
            try await driver.press(Key.enter)
            try await driver.wait("!document.querySelector('dialog')")
            try await expectFocus("after an example", console)
            try await driver.wait("document.getElementById('view').dataset.settled === 'yes'")
            try await tab(to: "#json", console)
            try await expectFocus("in the JSON", console)
            try await console.checkAxe("compose")
            try await tab(to: ".preview-tabs [data-value=banner]", console)
            try await driver.press(Key.enter)
            try await expectFocus("after another surface", console)
            try await console.checkAxe("compose, banner")
            try await tab(to: "#send", console)
            try await driver.press(Key.enter)
            try await driver.wait("document.querySelector('#send-result').innerText.trim() !== ''")
            try await driver.wait("!document.getElementById('send').disabled")
            try await expectFocus("after sending", console)
            try await console.checkAxe("compose, sent")
        }
    }

    @Test func `a campaign is built, started, paused, resumed and read with the keyboard`()
        async throws
    {
        try await OpenConsole.with(.up) { console in
            let driver = console.driver
            try await console.addFleet(200)
            try await console.go(to: "/console/campaigns")
            try await tab(to: "a[href='/console/campaigns/new']", console)
            try await driver.press(Key.enter)
            try await driver.wait("document.querySelector('[data-count=audience]')")
            try await console.checkAxe("builder, empty")
            try await tab(to: "[data-field=title]", console)
            try await driver.keys("Autumn sale")
            try await tab(to: "[data-field=body]", console)
            try await driver.keys("Everything must go")
            try await tab(to: "[data-field=perMinute]", console)
            try await driver.keys("60")
            try await driver.wait("!document.querySelector('[data-decision=start]').disabled")
            try await console.checkAxe("builder")
            try await tab(to: "[data-decision=start]", console)
            try await driver.press(Key.enter)
            try await driver.wait("document.querySelector('dialog[open] input')")
            try await console.checkAxe("builder, confirm")
            // Escape closes the dialog, and the focus returns to the button that opened it.
            try await driver.press(Key.escape)
            try await driver.wait("!document.querySelector('dialog')")
            try await expectFocus("after Escape", console)
            #expect(
                try await driver.value("document.activeElement.dataset.decision") == "start")
            try await driver.press(Key.enter)
            try await driver.wait(
                "document.querySelector('dialog[open] input') === document.activeElement")
            try await driver.keys("201")
            try await tab(to: "dialog .button.primary", console)
            try await driver.press(Key.enter)
            _ = try await console.campaignID()
            try await driver.wait("document.querySelector('[data-decision=pause]')")
            try await console.checkAxe("campaign, sending")
            try await tab(to: "[data-decision=pause]", console)
            try await driver.press(Key.enter)
            try await driver.wait("document.querySelector('[data-decision=resume]')")
            try await expectFocus("after pausing", console)
            try await console.checkAxe("campaign, paused")
            #expect(
                try await driver.value("document.activeElement.dataset.decision") == "resume")
            try await driver.press(Key.enter)
            try await driver.wait("document.querySelector('[data-decision=pause]')")
            try await expectFocus("after resuming", console)
            try await tab(to: "[role=tab]", console)
            try await driver.press(Key.right)
            try await driver.wait("document.querySelector('.funnel')")
            try await expectFocus("in the report", console)
            try await console.checkAxe("campaign, report")
            try await driver.press(Key.right)
            try await driver.wait(
                "document.querySelector('#tab-devices').getAttribute('aria-selected') === 'true'")
            try await expectFocus("in the devices", console)
        }
    }
}
