// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

/// The console's compose page, as a person uses it, in headless Chromium.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct ComposePageTests {
    @Test func `with the mouse, a new user chooses an example, sends it and sees it on the phone`()
        async throws
    {
        try await ComposePage.with { page in
            // These are the clicks that docs/console.md lists.
            try await page.driver.click("#open-library")
            try await page.driver.wait(
                "document.querySelector('[data-example=calendar-reminder]')")
            try await page.driver.click("[data-example=calendar-reminder]")
            try await page.wait(for: "Design review", in: "#preview .pv-note")
            for (surface, selector) in [
                ("banner", ".pv-banner .pv-note"), ("expanded", ".pv-long"),
                ("watch", ".pv-watch-card"),
            ] {
                try await page.driver.click(".preview-tabs [data-value=\(surface)]")
                try await page.wait(for: "Design review", in: "#preview \(selector)")
            }
            try await page.driver.click("#send")
            try await page.driver.wait(
                "document.getElementById('send-result').dataset.kind === 'ok'")
            try await page.wait(for: "Design review", in: "#preview[data-surface=live] .pv-note")
            let notifications = try await page.control.notifications()
            #expect(notifications.count == 1)
        }
    }

    @Test func `an error is shown at its field and in the JSON, and one click fixes it`()
        async throws
    {
        try await ComposePage.with { page in
            let number = "12345678901234567890"
            try await page.paste(
                """
                {"aps":{"alert":{"title":"Kitchen","body":"Dinner"},
                  "interruption-level":"time-sensitiv","sound":"default"},"order":\(number)}
                """)
            let field = "[data-group=look] .findings .finding.error"
            try await page.driver.wait("document.querySelector('\(field) .fix')")
            try await page.driver.wait("document.querySelector('.ed-mark.error')")
            try await page.wait(for: "time-sensitiv", in: "#problems")
            try await page.driver.click("\(field) .fix")
            try await page.driver.wait("!document.querySelector('#problems .finding.error')")
            let json = try await page.json()
            #expect(json.contains("\"interruption-level\":\"time-sensitive\""))
            #expect(json.contains(number))
            try await page.wait(for: "Time Sensitive", in: "#preview .pv-note")

            try await page.paste(#"{"aps":{"alert":"x",}}"#)
            try await page.driver.wait("!document.querySelector('.form-broken').hidden")
            try await page.driver.click("#problems .fix")
            try await page.driver.wait("document.querySelector('.form-broken').hidden")
            #expect(try await page.json() == #"{"aps":{"alert":"x"}}"#)
        }
    }

    @Test func `form and JSON stay in sync, and unknown keys and long numbers are preserved`()
        async throws
    {
        try await ComposePage.with { page in
            let text =
                #"{"aps":{"alert":"Dinner","future-key":[1,2]},"id":12345678901234567890,"a":1e2}"#
            try await page.paste(text)
            try await page.driver.wait(
                "document.querySelector('[data-field=body]').value === 'Dinner'")
            try await page.driver.type("Kitchen", into: "[data-field=title]")
            try await page.wait(for: "Kitchen", in: "#preview .pv-title")
            let expected =
                #"{"aps":{"alert":{"title":"Kitchen","body":"Dinner"},"future-key":[1,2]},"#
                + #""id":12345678901234567890,"a":1e2}"#
            #expect(try await page.json() == expected)
            _ = try await page.driver.value(
                "document.querySelector('[data-group=own]').open = true")
            #expect(
                try await page.driver.value(
                    "[...document.querySelectorAll('.own-key input')].map((e) => e.value)")
                    == ["12345678901234567890", "1e2"])
        }
    }

    @Test func `the form changes with the push type, and each type begins with a valid payload`()
        async throws
    {
        try await ComposePage.with { page in
            for type in PushType.allCases {
                try await page.choose(type.rawValue, in: "#push-type")
                try await page.wait(
                    for: type.traits.payloadByteCountMax == 5120 ? "5,120" : "4,096",
                    in: ".purpose")
                try await page.waitUntilExplained()
                let errors = try await page.driver.value(
                    "[...document.querySelectorAll('#problems .finding.error')]"
                        + ".map((e) => e.innerText)")
                #expect(errors == [], "\(type)")
            }
            try await page.choose("liveactivity", in: "#push-type")
            try await page.driver.click(".preview-tabs [data-value=island]")
            try await page.wait(for: "Lions", in: "#preview .pv-activity")
        }
    }

    @Test func `every control has a name, and nothing is cut off`() async throws {
        try await ComposePage.with { page in
            let nameless = try await page.driver.value(
                """
                [...document.querySelectorAll("input, select, textarea, button, summary")]
                    .filter((e) => e.getClientRects().length > 0 && !e.labels?.length
                        && !e.ariaLabel && !e.textContent.trim()
                        && !e.getAttribute("aria-labelledby"))
                    .map((e) => e.outerHTML.slice(0, 120))
                """)
            #expect(nameless == [])
            #expect(try await page.driver.value("document.querySelectorAll('h1').length") == 1)
            for scheme in ["light", "dark"] {
                try await page.driver.emulate(colorScheme: scheme)
                try await page.driver.screenshot("compose-\(scheme)")
            }
            try await page.driver.emulate(colorScheme: "light")
            for width in [1280, 900, 390] {
                try await page.driver.resize(width: width, height: 900)
                let wide = try await PageLook.overflow(page.driver)
                #expect(wide == [], "\(width): \(JSONWriter.text(wide))")
                try await page.driver.screenshot("compose-\(width)")
            }
        }
    }
}
