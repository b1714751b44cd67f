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

/// Senders that are written for Apple's servers, and send to the gateway of `bellhop up` and of
/// `bellhop serve`.
@Suite(.timeLimit(.minutes(30)))
struct SenderEndpointTests {
    /// Sends twenty notifications and one with a token of the other environment; prints the
    /// responses. Arguments: authority, key file, device token, token of the other environment,
    /// port.
    private static let aioapnsScript = """
        import asyncio, json, ssl, sys
        from aioapns import APNs, NotificationRequest, PushType
        from aioapns.connection import APNsDevelopmentClientProtocol

        authority, key, token, other, port = sys.argv[1:]
        APNsDevelopmentClientProtocol.APNS_SERVER = "localhost"
        APNsDevelopmentClientProtocol.APNS_PORT = int(port)

        async def main():
            client = APNs(key=open(key).read(), key_id="SIMULATOR1", team_id="BELLHOPDEV",
                topic="dev.bellhop.demo", use_sandbox=True, max_connections=2,
                ssl_context=ssl.create_default_context(cafile=authority))
            def request(number, token):
                return NotificationRequest(device_token=token, push_type=PushType.ALERT,
                    message={"aps": {"alert": f"aioapns {number}"}})
            results = await asyncio.gather(
                *(client.send_notification(request(n, token)) for n in range(1, 21)))
            bad = await client.send_notification(request(0, other))
            print(json.dumps({"ok": [r.notification_id for r in results if r.is_successful],
                "bad": [bad.status, bad.description]}))

        asyncio.run(main())
        """

    private static let flags = ["--apns-port", "0", "--apns-sandbox-port", "0"]

    private static func port(_ server: BellhopProcess, _ environment: String) throws -> Int {
        let address = try JSONValue(parsing: server.state.read("gateway.json"))
        return try #require(address["apns", .key(environment), "port"]?.intValue)
    }

    @Test func `Python's aioapns sends through the gateway without a change of its code`()
        async throws
    {
        let python = BellhopTool.root + "/.venv/bin/python"
        try #require(
            FileManager.default.isExecutableFile(atPath: python),
            "aioapns is not installed; run scripts/setup.sh test")
        try await BellhopProcess.with(.up, arguments: Self.flags) { up in
            let control = try up.control()
            let registration: JSONValue = [
                "app": "dev.bellhop.demo", "environment": "production",
                "token": .string(String(repeating: "cd", count: 32)),
            ]
            let registered = try await up.gateway().call(
                "PUT", "/v1/installations/other", headers: ["content-type": "application/json"],
                body: JSONWriter.text(registration))
            #expect(registered.status == 200, "\(registered.text)")
            let arguments = try await [
                up.state.path("ca.pem"), up.state.path("simulator-key.p8"), control.token(),
                String(repeating: "cd", count: 32), String(Self.port(up, "sandbox")),
            ]
            let sent = try await Program.run(
                .path(FilePath(python)), ["-c", Self.aioapnsScript] + arguments)
            #expect(sent.status == 0, "\(sent.errors); run scripts/setup.sh test")
            let response = try JSONValue(parsing: sent.output)
            #expect(response["bad", 0]?.stringValue == "400")
            #expect(response["bad", 1]?.stringValue == "BadDeviceToken")
            let ids = (response["ok"]?.arrayValue ?? []).compactMap(\.stringValue)
            #expect(Set(ids).count == 20)
            // The notification has the sender's identifier at APNs, and in the gateway.
            for id in ids {
                let delivery = try await Self.delivered(id, control)
                #expect(delivery["arrival", "outcome"]?.stringValue == "shown", "\(id)")
                let known = try await up.gateway().get("/v1/deliveries/\(id)").json
                #expect(known["environment"]?.stringValue == "sandbox")
            }
        }
    }

    /// Waits for the phone: the gateway responds before it sends.
    private static func delivered(_ id: String, _ control: ControlCaller) async throws -> JSONValue
    {
        while true {
            let response = try await control.caller.get("/v1/deliveries/\(id)?wait=10")
            if response.status == 200 { return try response.json }
            try await TimeSource.system.sleep(for: .milliseconds(50))
        }
    }

    @Test func `the serve command creates a certificate for senders, and curl accepts it`()
        async throws
    {
        try await BellhopProcess.with(.serve, arguments: ["--apns-port", "0"]) { serve in
            #expect(await serve.output.text.contains("  for senders  127.0.0.1:"))
            let response = try await Program.run(
                tool: "curl",
                [
                    "--silent", "--show-error", "--http2", "--cacert", serve.state.path("ca.pem"),
                    "--data", "{}", "--write-out", " %{http_code} %{http_version}",
                    "https://localhost:\(try Self.port(serve, "production"))/3/device/abcd",
                ])
            #expect(response.output == #"{"reason":"MissingProviderToken"} 403 2"#, "\(response)")
        }
    }

    @Test(arguments: [
        (["--apns-certificate", "a.pem"], 64, "belong together"),
        (["--apns-port", "x"], 64, "write a port from 0 to 65535, or off"),
        (
            [
                "--apns-port", "0", "--apns-certificate", "/dev/null", "--apns-private-key",
                "/dev/null",
            ], 73, "certificate for senders cannot be used"
        ),
    ])
    func `the error for an invalid setting says what is wrong`(
        arguments: [String], status: Int, phrase: String
    ) async throws {
        try await TemporaryFolder.with { folder in
            let result = try await BellhopTool.run(
                ["serve", "--port", "0", "--state-dir", folder.path] + arguments)
            #expect(result.status == status, "\(result)")
            #expect(result.errors.contains(phrase), "\(result)")
        }
    }
}
