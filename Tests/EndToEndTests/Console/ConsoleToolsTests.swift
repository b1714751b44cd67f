// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

/// The linter and the encryption on the Tools page.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct ConsoleToolsTests {
    private static let app = "com.example.chat"

    @Test func `the linter reports and corrects errors, and finds none in the corrected text`()
        async throws
    {
        try await OpenConsole.with(.up) { console in
            try await console.go(to: "/console/tools#lint")
            try await console.driver.wait("document.querySelector('#panel-lint .finding')")
            let payload = "#panel-lint .field:nth-of-type(1) textarea"
            try await console.enter(#"{"aps":{"alert":"Hi","content_available":1}}"#, into: payload)
            try await console.driver.wait(
                "document.querySelector('#panel-lint .code-block code')?.textContent"
                    + ".includes('Hi\",\"content-available')")
            try await console.checkAxe("lint")
            try await console.press("Use the corrected text", in: "#panel-lint")
            try await console.driver.wait(
                "document.querySelector('#panel-lint [data-part=counts] .badge.ok')")
            let text = try await console.driver.value(
                "document.querySelector(\(OpenPage.literal(payload))).value")
            #expect(text == #"{"aps":{"alert":"Hi","content-available":1}}"#)
            // Headers are read in the form of curl's options, and a line that is not a header is
            // named.
            let headers = "#panel-lint .field:nth-of-type(2) textarea"
            try await console.enter(
                "-H 'apns-push-type: background' \\\n-H 'apns-priority: 10'", into: headers)
            try await console.driver.wait(
                "document.querySelector('#panel-lint .finding.error')?.innerText"
                    + ".includes('priority')")
            try await console.enter("apns-priority 10", into: headers)
            try await console.wait(for: "Line 1 is not a header", in: "#panel-lint")
        }
    }

    /// Creates keys for a suite with the command: the recipient's and the sender's.
    private func keys(
        _ suite: String, in folder: TemporaryFolder
    ) async throws -> (recipient: String, sender: String) {
        for name in ["recipient", "sender"] {
            let made = try await BellhopTool.run([
                "keygen", "--encryption", suite, "--id", name, "--out",
                folder.path("\(name)-\(suite).json"),
            ])
            try #require(made.status == 0, "\(made)")
        }
        return (folder.path("recipient-\(suite).json"), folder.path("sender-\(suite).json"))
    }

    private func enter(
        _ texts: [String], _ form: Int, _ console: OpenConsole
    ) async throws {
        for (index, text) in texts.enumerated() {
            let field = "#panel-seal .card:nth-of-type(\(form)) .field:nth-of-type(\(index + 1)) "
            try await console.enter(text, into: field + ":is(input, textarea)")
        }
        try await console.driver.click("#panel-seal .card:nth-of-type(\(form)) [type=submit]")
    }

    @Test(arguments: [("x25519", true), ("p256", true), ("x25519", false), ("a256gcm", false)])
    func `the browser and the command open each other's sealed messages`(
        suite: String, isAuthenticated: Bool
    ) async throws {
        try await TemporaryFolder.with { folder in
            let files = try await keys(suite, in: folder)
            let recipient = try String(contentsOfFile: files.recipient, encoding: .utf8)
            let sender =
                isAuthenticated ? try String(contentsOfFile: files.sender, encoding: .utf8) : ""
            let flags = isAuthenticated ? ["--sender-key", files.sender] : []
            let sealed = try await BellhopTool.run(
                [
                    "seal", "--app", Self.app, "--to", files.recipient, "--title", "Zoë",
                    "--body", "Meet at six 🍕",
                ] + flags)
            try #require(sealed.status == 0, "\(sealed)")
            try await OpenConsole.with(.up) { console in
                try await console.go(to: "/console/tools#seal")
                try await console.driver.wait("document.querySelector('#panel-seal .card')")
                try await enter([sealed.output, Self.app, recipient, sender], 2, console)
                try await console.driver.wait(
                    "document.querySelector('#panel-seal .notice.ok')")
                let opened = try await console.text(of: "#panel-seal .card:nth-of-type(2)")
                #expect(opened.contains("Zoë") && opened.contains("Meet at six 🍕"))
                #expect(opened.contains("sealed with the key sender") == isAuthenticated)

                let content = #"{"id":"m-7","exp":1900000000,"title":"Ada","body":"Zwölf Uhr?"}"#
                try await enter(
                    [Self.app, recipient, sender, content, "New message"], 1, console)
                try await console.driver.wait(
                    "document.querySelectorAll('#panel-seal .card:nth-of-type(1) pre').length"
                        + " === 2")
                let payload = try await console.text(
                    of: "#panel-seal .card:nth-of-type(1) pre")
                let again = try await BellhopTool.run(
                    ["open", "-", "--app", Self.app, "--key", files.recipient] + flags,
                    input: payload)
                #expect(again.status == 0, "\(again)")
                let read = try JSONValue(parsing: again.output)
                #expect(read["body"] == "Zwölf Uhr?" && read["id"] == "m-7")
                try await expectRefusals(recipient, sealed.output, console)
                try await console.checkAxe("seal")
            }
        }
    }

    /// Checks that a changed message and a message for another app are not opened.
    private func expectRefusals(
        _ key: String, _ payload: String, _ console: OpenConsole
    ) async throws {
        let message = try #require(try JSONValue(parsing: payload)["enc"]?.objectValue)
        var changed = message
        changed["id"] = "another"
        for (text, app) in [
            (JSONWriter.text(.object(changed)), Self.app), (payload, "com.example.other"),
        ] {
            try await enter([text, app, key, ""], 2, console)
            if message["skid"] == nil {
                try await console.wait(for: "It does not open", in: "#panel-seal")
            } else {
                try await console.wait(for: "as its sender", in: "#panel-seal")
            }
        }
    }
}
