// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

/// Logs contain no complete device token, key or provider token, and no text of a message. The
/// outputs of commands and requests contain no complete device token, provider token or API key.
@Suite(.timeLimit(.minutes(30)))
struct RedactionTests {
    private static let text = "Meet me at the old lighthouse"

    @Test func `the most detailed log has no secret and no text of a message`() async throws {
        try await TemporaryFolder.with { state in
            let (secrets, logs, output) = try await BellhopProcess.with(
                .up, in: state, arguments: ["--log-level", "trace"]
            ) { up in
                let token = try await up.control().token()
                let key = try up.developmentKey()
                let commands = try await use(up)
                for output in commands {
                    #expect(!output.contains(token))
                    #expect(!output.contains(key))
                    #expect(output.firstMatch(of: /eyJ[\w-]+\.[\w-]+\.[\w-]+/) == nil)
                }
                try await up.kill()
                let tokens = try [token, up.state.read("simulator-key.p8")]
                return (tokens + [key], await up.errors.text, await up.output.text)
            }
            #expect(logs.contains(" debug ") || logs.contains(" trace "), "nothing was logged")
            for secret in secrets {
                #expect(!logs.contains(secret))
                #expect(!logs.contains(secret.suffix(24)))
            }
            #expect(!logs.contains(Self.text))
            #expect(logs.firstMatch(of: /eyJ[\w-]+\.[\w-]+/) == nil)
            // The key is in the curl line, which is meant to be pasted, and nowhere else.
            let lines = output.split(separator: "\n").filter { $0.contains(secrets[2]) }
            #expect(lines.count == 1)
            #expect(lines.first?.hasPrefix("  curl ") == true)
        }
    }

    /// Runs commands and requests that handle secrets; returns their outputs.
    private func use(_ up: BellhopProcess) async throws -> [String] {
        let payload = #"{"aps":{"alert":"\#(Self.text)"}}"#
        let posted = try await up.gateway().post("/v1/users/alex/messages", text: Self.text)
        #expect(posted.status == 202)
        let wrong = try await HTTPCaller(base: up.gatewayURL(), key: up.developmentKey() + "x")
            .post("/v1/users/alex/messages", text: Self.text)
        #expect(wrong.status == 401)
        var outputs = [posted.text, wrong.text]
        let commands = [
            ["push", "-"], ["push", "-", "--format", "json"],
            ["push", "-", "--environment", "production"], ["push", "-", "--dry-run"],
            ["device", "list"], ["device", "show"], ["device", "show", "--format", "json"],
            ["device", "launch"], ["device", "quit"],
        ]
        for command in commands {
            let result = try await up.bellhop(command, input: payload)
            outputs += [result.output, result.errors]
        }
        for path in ["/v1/installations", "/v1/apps"] {
            outputs.append(try await up.gateway().get(path).text)
        }
        for path in ["/v1/devices", "/v1/deliveries", "/v1/devices/booted/trace", "/v1/simulator"] {
            outputs.append(try await up.control().caller.get(path).text)
        }
        outputs.append(try await HTTPCaller(base: up.gatewayURL()).get("/console/state").text)
        return outputs
    }
}
