// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

/// Hostile texts in the fields of the compose page: nothing executes.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct ComposeSafetyTests {
    /// 500 texts: code that a vulnerable page would execute, alone and in frames that end the text
    /// around it.
    static let texts: [String] = {
        let cores = [
            "<script>window.hasRun = 1</script>", "<img src=x onerror=window.hasRun=1>",
            "<svg onload=window.hasRun=1>", "javascript:window.hasRun=1",
            "<iframe srcdoc='<script>parent.hasRun=1</script>'></iframe>",
            "<a href=javascript:window.hasRun=1>x</a>", "{{constructor.constructor('hasRun=1')()}}",
            "${window.hasRun=1}", "<style>*{background:url(//example.com)}</style>",
            "<math><mglyph><style><img src onerror=hasRun=1></style></mglyph></math>",
            "<form action=//example.com><button>x</button></form>", "__proto__", "constructor",
            "<base href=//example.com>", "<meta http-equiv=refresh content='0;url=//example.com'>",
            "<details open ontoggle=window.hasRun=1>", "<body onload=window.hasRun=1>",
            "<input autofocus onfocus=window.hasRun=1>", "data:text/html,<script>1</script>",
            "<object data=javascript:hasRun=1>", "\u{202E}gnp.exe\u{202C}",
            "\u{2066}\u{200B}\u{FEFF}", "<template><script>window.hasRun=1</script></template>",
            "%3Cscript%3EhasRun=1%3C/script%3E",
            "&lt;script&gt;window.hasRun=1&lt;/script&gt;",
        ]
        let frames: [(String, String)] = [
            ("", ""), ("\">", ""), ("'>", ""), ("</textarea>", ""), ("</script>", ""),
            ("</title></style>", ""), ("-->", "<!--"), ("]]>", "<![CDATA["), ("\\u0022>", ""),
            ("\"}}]", "[{{\""), ("`", "`"), ("\u{0000}", "\u{0000}"), ("x\n\n", "\r\n"),
            (String(repeating: "(", count: 40), ""), ("\u{627}\u{62E}\u{62A} ", " \u{646}\u{635}"),
            ("\u{1F469}\u{200D}", ""),
            ("\u{FF1C}script\u{FF1E}", ""), ("\u{2028}", "\u{2029}"), ("%00", "%0a"), ("--", "/*"),
        ]
        return cores.flatMap { core in frames.map { $0.0 + core + $0.1 } }
    }()

    private static let isLong = ProcessInfo.processInfo.environment["BELLHOP_LONG"] != nil
    /// All texts in a long run; otherwise every seventh. These include every core and every frame.
    static let chosen: [String] =
        isLong ? texts : texts.enumerated().filter { $0.offset % 7 == 0 }.map(\.element)
    /// The number of texts that one script types.
    private static let batchCount = isLong ? 25 : 15

    @Test func `hostile texts in every field execute nothing`() async throws {
        #expect(Self.texts.count == 500)
        #expect(Self.chosen.count == (Self.isLong ? 500 : 72))
        try await ComposePage.with { page in
            let scripts = try await page.driver.value("document.scripts.length")
            _ = try await page.driver.value(
                """
                (() => {
                    window.violations = 0;
                    document.addEventListener("securitypolicyviolation", () => window.violations++);
                    for (const e of document.querySelectorAll("details")) e.open = true;
                    return true;
                })()
                """)
            for (number, start) in stride(
                from: 0, to: Self.chosen.count, by: Self.batchCount
            ).enumerated() {
                let batch = Self.chosen[start...].prefix(Self.batchCount)
                _ = try await page.driver.value(Self.typing(Array(batch)))
                // The findings of lint, which quote the texts, are drawn, too.
                try await page.waitUntilSettled()
                try await page.paste(Self.payload(Array(batch)))
                let surface = ["lock", "banner", "expanded", "center", "watch"][number % 5]
                try await page.driver.click(".preview-tabs [data-value=\(surface)]")
                try await page.waitUntilExplained()
                #expect(try await page.driver.value("window.hasRun === undefined") == true)
            }
            try await page.paste(Self.payload(Array(Self.texts.prefix(25))))
            try await page.waitUntilExplained()
            try await page.driver.wait("!document.getElementById('send').disabled")
            #expect(try await page.driver.value("document.scripts.length") == scripts)
            #expect(
                try await page.driver.value(
                    """
                    document.querySelectorAll("main :is(img, iframe, object, embed, base)").length
                    """) == 0)
            #expect(try await page.driver.value("window.violations") == 0)
            #expect(try await page.driver.value("({}).polluted === undefined") == true)
        }
    }

    @Test func `invisible characters are named, and can be written as escapes`() async throws {
        try await ComposePage.with { page in
            try await page.paste("{\"aps\":{\"alert\":\"Pay \u{202E}lap\u{202C} now\"}}")
            try await page.wait(for: "U+202E", in: "#problems")
            try await page.wait(for: "U+202E", in: "#preview .pv-note")
            try await page.driver.click("#problems .finding-actions .button")
            #expect(
                try await page.json() == #"{"aps":{"alert":"Pay \u202elap\u202c now"}}"#)
        }
    }

    /// The script that types the texts into the fields, as a person does.
    private static func typing(_ texts: [String]) -> String {
        """
        (() => {
            const texts = \(JSONWriter.text(.array(texts.map(JSONValue.string))));
            const fields = [...document.querySelectorAll(
                "main :is(input:not([type=checkbox]), textarea:not(#json))")];
            for (const [n, field] of fields.entries()) {
                if (field.readOnly || field.disabled) continue;
                field.focus();
                field.value = texts[n % texts.length];
                field.dispatchEvent(new Event("input", { bubbles: true }));
                field.dispatchEvent(new Event("change", { bubbles: true }));
            }
            document.activeElement.blur();
            for (const name of ["apns-topic", "apns-expiration", "apns-collapse-id", "apns-id"]) {
                const field = document.getElementById(name);
                field.value = "";
                field.dispatchEvent(new Event("input", { bubbles: true }));
            }
            return true;
        })()
        """
    }

    /// A payload with the texts as values and as keys.
    private static func payload(_ texts: [String]) -> String {
        var own: JSONObject = [:]
        for text in texts { own[text] = .string(text) }
        let aps: JSONValue = [
            "alert": [
                "title": .string(texts[0]), "subtitle": .string(texts[1]),
                "body": .string(texts.joined(separator: " ").prefix(1200).description),
            ], "sound": .string(texts[2]), "thread-id": .string(texts[3]),
            "category": .string(texts[4]), "interruption-level": .string(texts[5]),
        ]
        own["aps"] = aps
        return JSONWriter.text(.object(own))
    }
}
