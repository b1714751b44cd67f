// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopGateway
import Foundation
import GatewayAPI
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Testing

@Suite(.timeLimit(.minutes(30)))
struct AccessTests {
    @Test func `the health routes need no key, and show whether messages are accepted and sent`()
        async throws
    {
        try await HTTPScene.run { http in
            let before = try await http.ask(.get, "/health/ready", authorization: "")
            #expect(before.status == 503)
            #expect(try before.decode(HealthResource.self).worker == .starting)
            let live = try await http.ask(.get, "/health/live", authorization: "")
            #expect(live.status == 200)
            #expect(live.text == "{\"status\":\"ok\"}\n")
            try await http.scene.running {
                try await http.scene.until("the worker runs") {
                    try await http.ask(.get, "/health", authorization: "").status == 200
                }
                let response = try await http.ask(.get, "/health", authorization: "")
                let health = try response.decode(HealthResource.self)
                #expect([health.store, health.worker, health.sending] == [.ok, .ok, .ok])
                #expect(health.status == .ok)
                #expect(health.notReady == [])
                #expect(health.parts.allSatisfy { $0.detail == nil && $0.fix == nil })
            }
            #expect(try await http.ask(.get, "/health/live", authorization: "").status == 503)
        }
    }

    @Test func `a request with two Host headers is refused`() async throws {
        try await HTTPScene.run { http in
            let host = try #require(HTTPField.Name("Host"))
            let response = try await http.ask(.get, "/v1/apps", headers: [host: "evil.example"])
            #expect(response.status == 400)
            #expect(try response.problem().code == "host_repeated")
        }
    }

    @Test func `the API routes refuse requests without a key or with an unknown key`() async throws
    {
        let routes: [(HTTPRequest.Method, String)] = [
            (.get, "/v1/apps"), (.get, "/v1/apps/a"), (.put, "/v1/apps/a"),
            (.put, "/v1/apps/a/credential"),
            (.get, "/v1/installations"), (.get, "/v1/installations/a"),
            (.put, "/v1/installations/a"),
            (.delete, "/v1/installations/a"), (.post, "/v1/installations/a/messages"),
            (.post, "/v1/users/a/messages"), (.post, "/v1/tokens/aa/messages"),
            (.get, "/v1/messages/a"), (.get, "/v1/messages/a/receipts"),
            (.post, "/v1/apps/a/client-key"), (.post, "/v1/apps/a/identity-secret"),
            (.get, "/v1/deliveries/a"),
        ]
        try await HTTPScene.run { http in
            for (method, path) in routes {
                let response = try await http.ask(method, path, "{}", authorization: "")
                #expect(response.status == 401, "\(method) \(path)")
                #expect(try response.problem().code == "key_missing")
                #expect(response.headers[.wwwAuthenticate]?.hasPrefix("Bearer") == true)
                let wrong = try await http.ask(method, path, "{}", authorization: "Bearer bh_wrong")
                #expect(try wrong.problem().code == "key_unknown", "\(method) \(path)")
            }
        }
    }

    @Test func `the key is accepted as a bearer token or as the user name of Basic authentication`()
        async throws
    {
        try await HTTPScene.run { http in
            let key = http.scene.keyText
            let basic = Data("\(key):".utf8).base64EncodedString()
            for value in ["Bearer \(key)", "bearer  \(key)", "Basic \(basic)"] {
                #expect(
                    try await http.ask(.get, "/v1/apps", authorization: value).status == 200,
                    "\(value.prefix(6))")
            }
            let oneOff = String(key.dropLast()) + (key.hasSuffix("a") ? "b" : "a")
            for value in [
                key, "Bearer", "Bearer \(oneOff)", "Basic ???", "Digest \(key)", "Bearer \(key)x",
            ] {
                let response = try await http.ask(.get, "/v1/apps", authorization: value)
                #expect(response.status == 401, "\(value.prefix(6))")
                #expect(!response.text.contains(oneOff))
            }
        }
    }

    @Test func `an unknown path returns a problem, and a wrong method returns the allowed methods`()
        async throws
    {
        try await HTTPScene.run { http in
            for path in ["/v1/nothing", "/", "/v1/apps/a/b/c", "/v2/apps"] {
                let response = try await http.ask(.get, path)
                #expect(response.status == 404)
                #expect(try response.problem().code == "route_not_found")
            }
            for (method, path, allow) in [
                (HTTPRequest.Method.post, "/v1/apps", "GET"), (.delete, "/v1/apps/a", "GET, PUT"),
                (.patch, "/v1/installations/a", "DELETE, GET, PUT"),
                (.get, "/v1/users/a/messages", "POST"),
            ] {
                let response = try await http.ask(method, path)
                #expect(response.status == 405)
                #expect(response.headers[.allow] == allow)
                #expect(try response.problem().code == "method_not_allowed")
            }
        }
    }

    @Test func `the type of a problem links to a page that explains it`() async throws {
        try await HTTPScene.run { http in
            let problem = try await http.ask(.get, "/v1/nothing").problem()
            let page = try await http.ask(.get, problem.type, authorization: "")
            #expect(page.status == 200)
            #expect(page.text.contains(problem.title))
            #expect(try await http.ask(.get, "/problems/none").status == 404)
        }
    }

    @Test(arguments: [1 << 20, 1 << 20 + 1, 5 << 20])
    func `a body over the limit is rejected with 413`(_ count: Int) async throws {
        try await HTTPScene.run { http in
            try await http.scene.register()
            let body = [UInt8](repeating: UInt8(ascii: "x"), count: count)
            let response = try await http.ask(
                .post, "/v1/users/alex/messages", bytes: body, type: "text/plain")
            if count > GatewayLimits.bodyByteCountMax {
                #expect(response.status == 413)
                #expect(try response.problem().detail.contains("1048576"))
            } else {
                #expect(try response.problem().code == "payload_too_large")
            }
        }
    }

    @Test(
        arguments: [
            ("localhost:8080", nil, nil, nil), ("127.0.0.1", nil, nil, nil),
            ("[::1]:8080", nil, nil, nil),
            ("LocalHost", nil, nil, nil), ("push.example.com", nil, nil, nil),
            ("evil.example", nil, nil, "host_not_allowed"),
            ("localhost.evil.example", nil, nil, "host_not_allowed"),
            ("[::1].evil.example", nil, nil, "host_not_allowed"),
            ("[::1]:80.evil.example", nil, nil, "host_not_allowed"),
            ("localhost:evil.example", nil, nil, "host_not_allowed"),
            ("[::1", nil, nil, "host_not_allowed"),
            ("localhost:99999", nil, nil, "host_not_allowed"),
            (nil, nil, nil, "host_not_allowed"),
            ("127.0.0.1:8080", "http://127.0.0.1:8080", "same-origin", nil),
            ("127.0.0.1:8080", "http://127.0.0.1:3000", nil, "origin_not_allowed"),
            ("127.0.0.1:8080", "https://evil.example", nil, "origin_not_allowed"),
            ("127.0.0.1:8080", "null", nil, "origin_not_allowed"),
            ("127.0.0.1:8080", nil, "cross-site", "origin_not_allowed"),
            ("127.0.0.1:8080", nil, "none", nil),
        ] as [(String?, String?, String?, String?)])
    func `a website cannot make a browser change anything in the gateway`(
        _ host: String?, _ origin: String?, _ site: String?, _ code: String?
    ) async throws {
        let middleware = HostOriginMiddleware<BasicRequestContext>(hosts: ["push.example.com"])
        let problem = middleware.problem(
            method: .post, authority: host, origin: origin, fetchSite: site)
        #expect(problem?.code == code)
        let reading = middleware.problem(
            method: .get, authority: host, origin: origin, fetchSite: site)
        #expect(reading?.code == (code == "host_not_allowed" ? code : nil))
    }

    @Test func `no whole token, key or message text is in a response or in the log`() async throws {
        let handler = CapturingLogHandler()
        let logger = Logger(label: "test") { _ in handler }
        let secretText = "the-secret-text-of-a-message"
        let strange = String(repeating: "5e", count: 32)
        try await HTTPScene.run(logger: logger) { http in
            var shown: [String] = []
            let register =
                #"{"app":"com.example.app","token":"\#(GatewayScene.tokenHex)","#
                + #""environment":"sandbox","user":"alex"}"#
            for (method, path, body) in [
                (HTTPRequest.Method.put, "/v1/installations/i1", register),
                (.get, "/v1/installations/i1", nil), (.get, "/v1/installations", nil),
                (.get, "/v1/apps", nil),
                (.post, "/v1/users/alex/messages", #"{"body":"\#(secretText)"}"#),
                (.post, "/v1/tokens/\(strange)/messages", #"{"body":"\#(secretText)"}"#),
                (
                    .post, "/v1/tokens/\(strange)/messages?environment=sandbox",
                    #"{"body":"\#(secretText)"}"#
                ),
                (.get, "/v1/tokens/\(strange)/messages", nil),
                (.post, "/v1/tokens/\(strange)zz/messages", "{}"),
                (
                    .put, "/v1/apps/com.example.app/credential",
                    #"{"p8":"\#(secretText)","key_id":"A","team_id":"B"}"#
                ),
            ] as [(HTTPRequest.Method, String, String?)] {
                let response = try await http.ask(method, path, body)
                shown.append(response.text)
                shown.append("\(response.headers)")
            }
            try await http.scene.running {
                for message in shown.compactMap({
                    try? GatewayJSON.decode(MessageResource.self, from: Data($0.utf8))
                }) {
                    for delivery in message.deliveries {
                        _ = try await http.scene.wait(for: delivery.id) { $0.state.isTerminal }
                        shown.append(try await http.ask(.get, "/v1/deliveries/\(delivery.id)").text)
                    }
                }
            }
            #expect(http.scene.sender.sent.count == 2)
            #expect(shown.contains { $0.contains("ababab…") })
            let all = (shown + handler.lines).joined(separator: "\n").lowercased()
            for secret in [
                GatewayScene.tokenHex, strange, http.scene.keyText.lowercased(), secretText,
            ] {
                #expect(!all.contains(secret))
            }
        }
        #expect(handler.lines.contains { $0.contains("decided about a delivery") })
    }
}
