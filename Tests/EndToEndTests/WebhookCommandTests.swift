// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Subprocess
import Testing

#if canImport(System)
import System
#else
import SystemPackage
#endif

extension RunningUp.Gateways {
    /// Webhooks of a running gateway, and `bellhop webhook`.
    struct Webhooks {
        /// Creates a webhook for its own server, sends a message, and verifies the received events
        /// with the library of Standard Webhooks.
        private static let receiver = """
            import json, sys, threading, time, urllib.error, urllib.request
            from http.server import BaseHTTPRequestHandler, HTTPServer
            from standardwebhooks.webhooks import Webhook, WebhookVerificationError

            base, key = sys.argv[1:]
            got, wanted = [], threading.Event()

            class Handler(BaseHTTPRequestHandler):
                def do_POST(self):
                    body = self.rfile.read(int(self.headers["Content-Length"]))
                    got.append((body, dict(self.headers)))
                    fails = len(got) == 1
                    self.send_response(500 if fails else 204)
                    self.end_headers()
                    if b"message.completed" in body and not fails: wanted.set()
                def log_message(self, *arguments): pass

            def call(method, path, value=None):
                request = urllib.request.Request(base + path, method=method,
                    data=None if value is None else json.dumps(value).encode(),
                    headers={"Authorization": "Bearer " + key, "Content-Type": "application/json"})
                try:
                    return json.load(urllib.request.urlopen(request))
                except urllib.error.HTTPError as error:
                    sys.exit("%s %s: %s" % (method, path, error.read().decode()))

            server = HTTPServer(("127.0.0.1", 0), Handler)
            threading.Thread(target=server.serve_forever, daemon=True).start()
            hook = call("POST", "/v1/webhooks", {
                "url": "http://127.0.0.1:%d/hook?a=b" % server.server_port, "events": ["*"]})
            call("POST", "/v1/users/alex/messages?app=dev.bellhop.demo", {"body": "a private text"})
            assert wanted.wait(600), "no events"
            verifier = Webhook(hook["secret"])
            events = [verifier.verify(body, headers)["data"]["events"] for body, headers in got]
            changed, headers = got[0][0] + b" ", got[0][1]
            try:
                verifier.verify(changed, headers)
                refuses = False
            except WebhookVerificationError: refuses = True
            # The gateway records an attempt after its response, so the last one may be on its way.
            for _ in range(12_000):
                attempts = call("GET", "/v1/webhooks/%s/attempts" % hook["id"])["attempts"]
                if any(attempt.get("status") == 204 for attempt in attempts): break
                time.sleep(0.05)
            print(json.dumps({
                "types": sorted({event["type"] for batch in events for event in batch}),
                "same": got[0][0] == got[1][0] and
                    got[0][1]["webhook-id"] == got[1][1]["webhook-id"],
                "refuses": refuses, "private": any(b"private" in body for body, _ in got),
                "statuses": [attempt.get("status") for attempt in attempts][-2:]}))
            """

        @Test func `the library of Standard Webhooks verifies what a server receives`()
            async throws
        {
            let (up, _) = try await RunningUp.withFreshPhone()
            let python = BellhopTool.root + "/.venv/bin/python"
            try #require(
                FileManager.default.isExecutableFile(atPath: python),
                "standardwebhooks is not installed; run scripts/setup.sh test")
            let run = try await Program.run(
                .path(FilePath(python)),
                ["-c", Self.receiver, try up.gatewayURL(), try up.developmentKey()])
            #expect(run.status == 0, "\(run.errors); run scripts/setup.sh test")
            let result = try JSONValue(parsing: run.output)
            let types = result["types"]?.arrayValue?.compactMap(\.stringValue) ?? []
            #expect(types.contains("message.completed"), "\(types)")
            #expect(types.contains("delivery.accepted"), "\(types)")
            #expect(result["same"]?.boolValue == true)
            #expect(result["refuses"]?.boolValue == true)
            #expect(result["private"]?.boolValue == false)
            #expect(result["statuses"]?.arrayValue?.map(\.intValue) == [204, 500])
        }

        @Test func `a webhook is created, tested, listed, rotated and deleted from the shell`()
            async throws
        {
            let (up, _) = try await RunningUp.withFreshPhone()
            let created = try await up.bellhop([
                "webhook", "create", "http://127.0.0.1:1024/none", "--event", "campaign.*",
                "--batch-size", "1",
            ])
            #expect(created.status == 0, "\(created)")
            let secret = created.output.split(separator: "\n").joined()
            #expect(secret.wholeMatch(of: /whsec_[A-Za-z0-9+\/]{43}=/) != nil, "\(created)")
            #expect(!created.errors.contains(secret))
            let listed = try await up.bellhop(["webhook", "list", "--format", "json"])
            let hooks = try JSONValue(parsing: listed.output)["webhooks"]?.arrayValue ?? []
            let hook = try #require(
                hooks.first { $0["url"]?.stringValue == "http://127.0.0.1:1024/none" })
            let id = try #require(hook["id"]?.stringValue)
            #expect(hook["secret"] == nil)
            let tested = try await up.bellhop(["webhook", "test", id])
            #expect(tested.status == 1, "\(tested)")
            #expect(tested.output.contains("failed: the connection failed"), "\(tested)")
            let rotated = try await up.bellhop(["webhook", "rotate", id])
            #expect(rotated.output.hasPrefix("whsec_"), "\(rotated)")
            #expect(rotated.output != created.output)
            let disabled = try await up.bellhop(["webhook", "disable", id])
            #expect(disabled.output.contains("disabled (by a person)"), "\(disabled)")
            let enabled = try await up.bellhop(["webhook", "enable", id])
            #expect(enabled.output.contains("campaign.* of all apps; up to date"), "\(enabled)")
            let replayed = try await up.bellhop(["webhook", "replay", id, "--after", "0"])
            #expect(replayed.status == 0, "\(replayed)")
            let shown = try await up.bellhop(["webhook", "show", id])
            #expect(shown.output.hasPrefix(id), "\(shown)")
            #expect(try await up.bellhop(["webhook", "delete", id]).status == 0)
            let gone = try await up.bellhop(["webhook", "show", id])
            #expect(gone.status == 65)
            #expect(gone.isOneLineError, "\(gone)")
        }

        @Test(arguments: [
            (["create", "https://10.0.0.1/"], 65, "public"),
            (["create", "http://example.com/"], 65, "https://"),
            (["create", "https://example.com/", "--event", "x"], 65, "token.dead"),
            (["replay", "wh_1"], 64, "--since"), (["test", "wh_1"], 65, "webhook list"),
        ])
        func `a mistake is refused with an explanation and a fix`(
            arguments: [String], status: Int32, text: String
        ) async throws {
            let (up, _) = try await RunningUp.withFreshPhone()
            let refused = try await up.bellhop(["webhook"] + arguments)
            #expect(refused.status == status, "\(refused)")
            #expect(refused.errors.contains(text), "\(refused)")
        }
    }
}
