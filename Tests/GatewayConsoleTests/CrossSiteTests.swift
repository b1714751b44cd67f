// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import HTTPTypes
import Testing

@testable import BellhopGateway

/// Requests that another website causes the browser of a signed-in owner to send.
@Suite(.timeLimit(.minutes(30))) struct CrossSiteTests {
    /// A change that an owner may make.
    private struct Target: Sendable {
        let method: HTTPRequest.Method
        let path: String
        let body: String?
    }

    private static let targets = [
        Target(method: .put, path: "/v1/apps/com.example.evil", body: #"{"name":"Evil"}"#),
        Target(method: .post, path: "/v1/keys", body: #"{"name":"evil","scopes":["all"]}"#),
        Target(
            method: .post, path: "/v1/members",
            body: #"{"login":"evil","role":"owner"}"#),
        Target(method: .delete, path: "/console/session", body: nil),
    ]

    /// What other websites can make a browser send, and what they cannot but might try.
    private static let vectors: [(name: String, fields: [String: String])] = [
        ("only the cookie", [:]),
        ("a foreign origin", ["Origin": "https://evil.example"]),
        ("an origin of another port", ["Origin": "http://localhost:9999"]),
        ("no origin that can be named", ["Origin": "null"]),
        ("a cross-site request", ["Sec-Fetch-Site": "cross-site"]),
        ("a same-site request", ["Sec-Fetch-Site": "same-site"]),
        ("a form", ["Content-Type": "application/x-www-form-urlencoded"]),
        ("a form of text", ["Content-Type": "text/plain"]),
        ("a form with files", ["Content-Type": "multipart/form-data; boundary=x"]),
        ("an empty token", ["X-Bellhop-CSRF": ""]),
        ("a made-up token", ["X-Bellhop-CSRF": String(repeating: "0", count: 64)]),
        ("a same-origin claim without a token", ["Sec-Fetch-Site": "same-origin"]),
    ]

    @Test func `no cross-site request changes anything`() async throws {
        try await ConsoleScene.run { console in
            _ = try await console.addMember("owner", .owner)
            _ = try await console.addMember("other", .owner)
            let session = try await console.session("owner")
            let other = try await console.session("other")
            let foreign = [("another session's token", ["X-Bellhop-CSRF": other.csrfToken])]
            var count = 0
            for target in Self.targets {
                for (name, extra) in Self.vectors + foreign {
                    var fields: HTTPFields = [.cookie: session.cookie]
                    for (key, value) in extra {
                        fields[try ConsoleScene.Session.name(key)] = value
                    }
                    let reply = try await console.ask(
                        target.method, target.path, target.body, fields)
                    #expect(
                        [403, 415].contains(reply.status),
                        "\(target.method) \(target.path) with \(name): \(reply.status)")
                    count += 1
                }
                // The same request from a foreign page that has learned the token.
                for (key, value) in [
                    ("Origin", "https://evil.example"), ("Sec-Fetch-Site", "cross-site"),
                ] {
                    var fields = try session.fields
                    fields[try ConsoleScene.Session.name(key)] = value
                    let reply = try await console.ask(
                        target.method, target.path, target.body, fields)
                    #expect(reply.status == 403)
                    count += 1
                }
            }
            #expect(count >= 40)
            #expect(try await console.gateway.apps().isEmpty)
            #expect(try await console.gateway.members().members.count == 2)
            // The console's own page can send the same requests.
            for target in Self.targets {
                let reply = try await console.ask(
                    target.method, target.path, target.body, try session.fields)
                #expect((200..<300).contains(reply.status), "\(target.path): \(reply.text)")
            }
        }
    }

    @Test func `reading the API with a session needs the CSRF token, too`() async throws {
        try await ConsoleScene.run { console in
            _ = try await console.addMember("owner", .owner)
            let session = try await console.session("owner")
            let bare = try await console.ask(.get, "/v1/apps", nil, [.cookie: session.cookie])
            #expect(try bare.problem().code == "csrf_token_wrong")
            #expect(try await console.ask(.get, "/v1/apps", nil, session.fields).status == 200)
        }
    }

    @Test func `signing in accepts only JSON from the console's own origin`() async throws {
        try await ConsoleScene.run { console in
            _ = try await console.addMember("owner", .owner)
            let body = #"{"login":"owner","password":"\#(ConsoleScene.password)"}"#
            let form = try await console.ask(
                .post, "/console/session", body, [.contentType: "text/plain"])
            #expect(form.status == 415)
            let foreign = try await console.ask(
                .post, "/console/session", body, [.origin: "https://evil.example"])
            #expect(foreign.status == 403)
            #expect(form.cookie == nil && foreign.cookie == nil)
        }
    }
}
