// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

extension RunningUp.Phones {
    /// The requests of an app to the gateway, sent with curl from a shell.
    struct DeviceWalk {
        private static let secret = "Zm9yIHRlc3RzIG9ubHk6IG5vYm9keSBndWVzc2VzIGl0"
        private static let token = String(repeating: "5a", count: 32)

        /// The shell command of the gateway's documentation that computes the proof of an identity.
        /// Arguments: app, user, identity secret.
        private static let proofScript =
            #"printf '%s\n%s\n' "$1" "$2" | openssl dgst -sha256 -hmac "$3" -r | cut -c 1-64"#

        /// Sends a request as an app does; fails the test unless the response has the given status.
        private func curl(
            _ method: String, _ url: String, key: String, secret: String = secret,
            _ body: String? = nil, wants status: Int
        ) async throws -> JSONValue {
            var arguments = [
                "--silent", "--show-error", "--request", method, url,
                "--header", "Authorization: Bearer \(key)",
                "--header", "Bellhop-Installation-Secret: \(secret)",
                "--write-out", "\n%{http_code}",
            ]
            if let body { arguments += ["--data", body] }
            let result = try await Program.run(tool: "curl", arguments)
            let lines = result.output.split(separator: "\n")
            try #require(lines.last.map(String.init) == String(status), "\(method) \(result)")
            return lines.count > 1 ? try JSONValue(parsing: String(lines[0])) : .null
        }

        @Test func `an app registers, receives a message, reads its inbox and reports a receipt`()
            async throws
        {
            let up = try RunningUp.process()
            let (url, api) = (try up.gatewayURL(), try up.developmentKey())
            let key = try up.state.read("client-key").trimmingCharacters(in: .newlines)
            let installation = "\(url)/v1/device/installations/walk-1"
            let body =
                #"{"app":"dev.bellhop.demo","environment":"sandbox","user":"walker","#
                + #""tokens":[{"family":"app","token":"\#(Self.token)"}]}"#
            let registered = try await curl("PUT", installation, key: key, body, wants: 200)
            #expect(registered["tokens", 0, "state"]?.stringValue == "active")
            let app = try await curl(
                "GET", "\(url)/v1/apps/dev.bellhop.demo", key: api, wants: 200)
            #expect(app["client_key"]?.stringValue == key)
            let message = try await curl(
                "POST", "\(url)/v1/users/walker/messages?app=dev.bellhop.demo", key: api, "Hello",
                wants: 202)
            let id = try message.text("id")
            let page = try await curl("GET", installation + "/messages", key: key, wants: 200)
            #expect(page["messages", 0, "id"]?.stringValue == id)
            #expect(page["messages", 0, "payload", "aps", "alert"]?.stringValue == "Hello")
            #expect(page["messages", 0, "payload", "message_id"]?.stringValue == id)
            let next = installation + "/messages?after=" + (try page.text("cursor"))
            let rest = try await curl("GET", next, key: key, wants: 200)
            #expect(rest["messages"]?.arrayValue?.isEmpty == true)
            let receipts =
                #"{"receipts":[{"message":"\#(id)","event":"opened","#
                + #""at":"2026-01-31T09:05:00Z"}]}"#
            for _ in 1...2 {
                let response = try await curl(
                    "POST", installation + "/receipts", key: key, receipts, wants: 202)
                #expect(response["accepted"]?.intValue == 1)
            }
            let shown = try await curl("GET", "\(url)/v1/messages/\(id)", key: api, wants: 200)
            #expect(shown["receipts", "opened"]?.intValue == 1)
            let other = Self.secret.uppercased()
            let refused = try await curl(
                "GET", installation + "/messages", key: key, secret: other, wants: 403)
            #expect(refused["code"]?.stringValue == "installation_secret_wrong")
            _ = try await curl("GET", "\(url)/v1/messages/\(id)", key: key, wants: 401)
            _ = try await curl("DELETE", installation, key: key, wants: 204)
            _ = try await curl("GET", installation + "/messages", key: key, wants: 404)
        }

        @Test func `openssl creates a valid proof of a user in the documented way`() async throws {
            let up = try RunningUp.process()
            let (url, api) = (try up.gatewayURL(), try up.developmentKey())
            let vector = try await proof(
                "com.example.app", "alex", "bhi_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG")
            #expect(
                vector == "v1=19676366ea8b31c5c62adb1cd1ce22cb17df9cef6d5a78042f07dfb484b2b368")
            let app = try await curl(
                "PUT", "\(url)/v1/apps/dev.bellhop.proven", key: api, #"{"name":"Proven"}"#,
                wants: 200)
            let proof = try await proof(
                "dev.bellhop.proven", "zoë", try app.text("identity_secret"))
            for (user, wanted) in [("zoë", 200), ("zoe", 403)] {
                let body =
                    #"{"app":"dev.bellhop.proven","environment":"sandbox","user":"\#(user)","#
                    + #""user_proof":"\#(proof)"}"#
                _ = try await curl(
                    "PUT", "\(url)/v1/device/installations/walk-2",
                    key: try app.text("client_key"), body, wants: wanted)
            }
        }

        private func proof(_ app: String, _ user: String, _ secret: String) async throws -> String {
            let result = try await Program.run(
                tool: "sh", ["-euc", Self.proofScript, "sh", app, user, secret])
            return "v1=" + result.output.trimmingCharacters(in: .newlines)
        }
    }
}
