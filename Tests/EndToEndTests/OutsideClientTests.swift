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
    /// Senders that share no code with Bellhop, because agreement between Bellhop's own client and
    /// simulator would prove little.
    struct OutsideClients {
        /// Signs a provider token with openssl as Apple's shell recipe does (the signature stays
        /// DER), and sends with curl. Arguments: authority, key file, device token, port.
        private static let curlScript = """
            base64url() { openssl base64 -e -A | tr -- '+/' '-_' | tr -d =; }
            header=$(printf '{ "alg": "ES256", "kid": "SIMULATOR1" }' | base64url)
            claims=$(printf '{ "iss": "BELLHOPDEV", "iat": %d }' "$(date +%s)" | base64url)
            sign() { openssl dgst -binary -sha256 -sign "$1"; }
            signature=$(printf %s "$header.$claims" | sign "$2" | base64url)
            curl --silent --show-error --http2 --cacert "$1" \\
              --header "authorization: bearer $header.$claims.$signature" \\
              --header "apns-topic: dev.bellhop.demo" --header "apns-push-type: alert" \\
              --header "apns-id: 7f1c9a52-3c0e-4d3e-8a44-0f6f5f6d2b11" \\
              --data '{"aps":{"alert":{"title":"curl","body":"Dinner is ready"}}}' \\
              --write-out '%{http_code} %{http_version} %header{apns-id}' \\
              "https://localhost:$4/3/device/$3"
            """

        @Test func `curl with a token signed by OpenSSL reaches the Lock Screen`() async throws {
            let (up, control) = try await RunningUp.withFreshPhone()
            for tool in ["curl", "openssl"] { _ = try await Program.run(tool: tool, ["version"]) }
            let arguments = try await [
                up.state.path("ca.pem"), up.state.path("simulator-key.p8"), control.token(),
                String(up.port(of: "sandbox")),
            ]
            let sent = try await Program.run(
                tool: "sh", ["-euc", Self.curlScript, "sh"] + arguments)
            #expect(sent.status == 0, "\(sent.errors)")
            let id = "7f1c9a52-3c0e-4d3e-8a44-0f6f5f6d2b11"
            #expect(sent.output == "200 2 \(id)", "\(sent)")
            let delivery = try await control.delivery(id)
            #expect(
                delivery["arrival", "summary"]?.stringValue
                    == "A banner appeared on the Lock Screen: “curl · Dinner is ready”.")
            #expect(try await control.notifications().map { $0["title"]?.stringValue } == ["curl"])
        }

        /// Sends 50 pushes and one with a token that APNs never issued; prints the responses.
        private static let aioapnsScript = """
            import asyncio, json, ssl, sys
            from aioapns import APNs, NotificationRequest, PushType
            from aioapns.connection import APNsDevelopmentClientProtocol

            authority, key, token, port = sys.argv[1:]
            APNsDevelopmentClientProtocol.APNS_SERVER = "localhost"
            APNsDevelopmentClientProtocol.APNS_PORT = int(port)

            async def main():
                client = APNs(key=open(key).read(), key_id="SIMULATOR1", team_id="BELLHOPDEV",
                    topic="dev.bellhop.demo", use_sandbox=True, max_connections=2,
                    ssl_context=ssl.create_default_context(cafile=authority))
                def request(number, token):
                    return NotificationRequest(device_token=token, push_type=PushType.ALERT,
                        message={"aps": {"alert": f"aioapns {number}", "badge": number}})
                results = await asyncio.gather(
                    *(client.send_notification(request(n, token)) for n in range(1, 51)))
                bad = await client.send_notification(request(0, "ab" * 32))
                print(json.dumps({"ok": [r.notification_id for r in results if r.is_successful],
                    "bad": [bad.status, bad.description]}))

            asyncio.run(main())
            """

        @Test func `fifty pushes from Python's aioapns reach the phone`() async throws {
            let (up, control) = try await RunningUp.withFreshPhone()
            let python = BellhopTool.root + "/.venv/bin/python"
            try #require(
                FileManager.default.isExecutableFile(atPath: python),
                "aioapns is not installed; run scripts/setup.sh test")
            let arguments = try await [
                up.state.path("ca.pem"), up.state.path("simulator-key.p8"), control.token(),
                String(up.port(of: "sandbox")),
            ]
            let sent = try await Program.run(
                .path(FilePath(python)), ["-c", Self.aioapnsScript] + arguments)
            #expect(sent.status == 0, "\(sent.errors); run scripts/setup.sh test")
            let response = try JSONValue(parsing: sent.output)
            let ids = (response["ok"]?.arrayValue ?? []).compactMap(\.stringValue)
            #expect(Set(ids).count == 50)
            #expect(response["bad", 0]?.stringValue == "400")
            #expect(response["bad", 1]?.stringValue == "BadDeviceToken")
            for id in ids {
                let delivery = try await control.delivery(id)
                #expect(delivery["arrival", "outcome"]?.stringValue == "shown", "\(id)")
            }
            let bodies = try await control.notifications().map { $0["body"]?.stringValue ?? "" }
            #expect(Set(bodies) == Set((1...50).map { "aioapns \($0)" }))
            // When a connection ends, aioapns sends a request again with the same identifier.
            let log = try await control.deliveries()
            let refused = log.filter { $0["stage"]?.stringValue == "rejected" }
            #expect(Set(refused.map { $0["apns_id"] }).count == 1, "\(refused)")
            let others = log.filter {
                !refused.contains($0) && !ids.contains($0["apns_id"]?.stringValue ?? "")
            }
            #expect(others == [])
        }
    }
}
