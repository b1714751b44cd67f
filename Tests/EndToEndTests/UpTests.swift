// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Testing

/// `bellhop up` from its first line to Ctrl-C.
@Suite(.timeLimit(.minutes(30)))
struct UpTests {
    @Test func `the curl line that up prints works when pasted into a shell`() async throws {
        try await BellhopProcess.with(.up) { up in
            let text = await up.output.text
            let url = try up.gatewayURL()
            #expect(text.contains("Bellhop is up  open \(url)\n"))
            let curl = try #require(
                text.split(separator: "\n").first { $0.hasPrefix("  curl ") }, "\(text)")
            let pasted = try await Program.run(tool: "sh", ["-c", "\(curl) --silent --show-error"])
            #expect(pasted.status == 0, "\(pasted.errors); run scripts/setup.sh test")
            let message = try JSONValue(parsing: pasted.output)
            let id = try #require(message["deliveries", 0, "apns_id"]?.stringValue)
            let delivery = try await settled(id, up.control())
            #expect(delivery["arrival", "outcome"]?.stringValue == "shown")
            let banner = "A banner appeared on the Lock Screen: “Dinner is ready”."
            #expect(delivery["arrival", "summary"]?.stringValue == banner)
            let shown = try await up.control().notifications()
            #expect(shown.map { $0["body"]?.stringValue } == ["Dinner is ready"])
            #expect(shown.first?["is_on_lock_screen"]?.boolValue == true)
            try await checkPage(url, id: id, state: up.state)
        }
    }

    /// Waits for the phone. At the first request, the gateway's worker may not have sent the
    /// notification yet.
    private func settled(_ apnsID: String, _ control: ControlCaller) async throws -> JSONValue {
        while true {
            let response = try await control.caller.get("/v1/deliveries/\(apnsID)?wait=10")
            if response.status == 200 { return try response.json }
            try await TimeSource.system.sleep(for: .milliseconds(50))
        }
    }

    private func checkPage(_ url: String, id: String, state: TemporaryFolder) async throws {
        let caller = HTTPCaller(base: url)
        let page = try await caller.get("/")
        #expect(page.status == 200)
        #expect(page.contentType == "text/html; charset=utf-8")
        #expect(page.text.contains("<title>Bellhop</title>"))
        #expect(page.text.contains("id=\"phone\""))
        #expect(!page.text.contains("http://") && !page.text.contains("https://"))
        for asset in ["/assets/phone.css", "/assets/main.js", "/assets/icon.svg"] {
            #expect(try await caller.get(asset).status == 200, "\(asset)")
        }
        let shown = try await caller.get("/console/state").json
        #expect(shown["phone", "is_locked"]?.boolValue == true)
        #expect(shown["phone", "apps", 0, "delivered", 0, "body"]?.stringValue == "Dinner is ready")
        #expect(shown["log", 0, "id"]?.stringValue == id)
        #expect(shown["log", 0, "fate"]?.stringValue == "delivered")
        // The page's own curl line reads the key from its file, and knows the port.
        let curl = try shown.text("curl")
        #expect(curl.contains("\(url)/v1/users/alex/messages"))
        #expect(curl.contains("$(cat \(state.path("development-key")))"))
        let pasted = try await Program.run(
            tool: "sh", ["-c", curl + " --silent --output /dev/null --write-out '%{http_code}'"])
        #expect(pasted.output == "202", "\(pasted)")
    }

    @Test func `a second start finds the same phone, token, key and authority`() async throws {
        try await TemporaryFolder.with { state in
            let first = try await BellhopProcess.with(.up, in: state) { try await Memory($0) }
            let second = try await BellhopProcess.with(.up, in: state) { up in
                let memory = try await Memory(up)
                let pushed = try await up.bellhop(["push", BellhopTool.example("message")])
                #expect(pushed.status == 0, "\(pushed)")
                return memory
            }
            #expect(first == second)
        }
    }

    /// What must survive a restart.
    private struct Memory: Equatable, Sendable {
        var token: String
        var voipToken: String
        var key: String
        var authority: String
        var installations: [String]

        init(_ up: BellhopProcess) async throws {
            token = try await up.control().token()
            voipToken = try await up.control().token(family: "voip")
            key = try up.developmentKey()
            authority = try up.state.read("ca.pem")
            let list = try await up.gateway().get("/v1/installations").json
            installations = (list["installations"]?.arrayValue ?? []).map {
                "\($0["id"]?.stringValue ?? "") \($0["tokens"]?.arrayValue?.count ?? 0)"
            }
        }
    }

    @Test func `what is on the screen survives kill -9`() async throws {
        try await TemporaryFolder.with { state in
            let token = try await BellhopProcess.with(.up, in: state) { up in
                let pushed = try await up.bellhop(["push", BellhopTool.example("message")])
                #expect(pushed.status == 0, "\(pushed)")
                let token = try await up.control().token()
                try await savedState(of: up, holding: "Can you ship the build before standup?")
                try await up.kill()
                return token
            }
            try await BellhopProcess.with(.up, in: state) { up in
                #expect(try await up.control().token() == token)
                let shown = try await up.control().notifications()
                #expect(shown.first?["title"]?.stringValue == "Alex")
            }
        }
    }

    /// Waits until the state on disk contains a phrase.
    private func savedState(of up: BellhopProcess, holding phrase: String) async throws {
        while true {
            if let text = try? up.state.read("simulator.json"), text.contains(phrase) { return }
            try await TimeSource.system.sleep(for: .milliseconds(50))
        }
    }

    @Test func `Ctrl-C ends the up command although a page is open`() async throws {
        try await BellhopProcess.with(.up) { up in
            let request = HTTPClientRequest(url: try up.gatewayURL() + "/console/events")
            let page = try await HTTPClient.patient.execute(request, timeout: HTTPCaller.timeLimit)
            var parts = page.body.makeAsyncIterator()
            let first = try #require(try await parts.next())
            #expect(String(buffer: first).hasPrefix("retry: 1000"))
            // At its end, `with` sends SIGINT while the page is still connected, and expects status
            // 0.
        }
    }

    @Test func `closed pages make room for new ones`() async throws {
        try await BellhopProcess.with(.up) { up in
            let request = HTTPClientRequest(url: try up.gatewayURL() + "/console/events")
            // Each response is released after its first part, which closes its connection.
            for number in 1...130 {
                var status = 429
                // The server notices a moment later that the connection is closed.
                for _ in 0..<600 where status == 429 {
                    let page = try await HTTPClient.patient.execute(
                        request, timeout: HTTPCaller.timeLimit)
                    status = Int(page.status.code)
                    var parts = page.body.makeAsyncIterator()
                    _ = try await parts.next()
                }
                try #require(status == 200, "page \(number)")
            }
        }
    }

    @Test func `files with secrets are readable by their owner only`() async throws {
        try await BellhopProcess.with(.up) { up in
            let names = [
                "development-key", "client-key", "simulator-key.p8", "ca-key.pem", "simulator.json",
            ]
            for name in names {
                let attributes = try FileManager.default.attributesOfItem(
                    atPath: up.state.path(name))
                #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
            }
        }
    }
}
