// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Simulation
import Testing

@testable import BellhopGateway
@testable import GatewayConsole

/// A gateway with its console behind a router, and a browser without scripts.
struct ConsoleScene: Sendable {
    static let password = "twelve letters and more"

    let clock: VirtualClock
    let gateway: Gateway
    let client: any TestClientProtocol

    struct Reply: Sendable {
        let status: Int
        let headers: HTTPFields
        let text: String

        /// The name and value of the cookie that the reply sets; `nil` if it sets none.
        var cookie: String? {
            headers[.setCookie].map { String($0.prefix { $0 != ";" }) }
        }

        func problem() throws -> Problem {
            try GatewayJSON.decode(Problem.self, from: Data(text.utf8))
        }

        /// The CSRF token in the page.
        func csrfToken() throws -> String {
            let mark = "<meta name=\"csrf-token\" content=\""
            let rest = try #require(text.range(of: mark)).upperBound
            return String(text[rest...].prefix { $0 != "\"" })
        }
    }

    /// A member who is signed in.
    struct Session: Sendable {
        let cookie: String
        let csrfToken: String

        /// The header fields that the console's scripts and the browser send.
        var fields: HTTPFields {
            get throws {
                [
                    .cookie: cookie, try Self.name("X-Bellhop-CSRF"): csrfToken,
                    try Self.name("Sec-Fetch-Site"): "same-origin",
                ]
            }
        }

        static func name(_ text: String) throws -> HTTPField.Name {
            try #require(HTTPField.Name(text))
        }
    }

    static func run(
        signsInLocally: Bool = false, hosts: [String] = [], clock: VirtualClock = VirtualClock(),
        configure: (inout Gateway.Configuration) -> Void = { _ in },
        _ body: @escaping @Sendable (ConsoleScene) async throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory
            .appending(path: "bellhop-console-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        var configuration = Gateway.Configuration(
            database: directory.appending(path: "gateway.sqlite").path(percentEncoded: false))
        configuration.passwordCosts = .init(roundsLog: 10, blockSize: 1, parallelism: 1)
        configure(&configuration)
        let gateway = try await Gateway.open(
            configuration, time: clock.timeSource, logger: Logger(label: "test"))
        let router = makeGatewayRouter(for: gateway, hosts: hosts)
        try ConsoleServer.add(to: router, for: gateway, .init(signsInLocally: signsInLocally))
        let application = Application(router: router, logger: Logger(label: "test"))
        try await application.test(.router) { client in
            try await body(ConsoleScene(clock: clock, gateway: gateway, client: client))
        }
        try await gateway.close()
    }

    func ask(
        _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil,
        _ headers: HTTPFields = [:]
    ) async throws -> Reply {
        var headers = headers
        if body != nil, headers[.contentType] == nil {
            headers[.contentType] = "application/json"
        }
        return try await client.execute(
            uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) }
        ) { response in
            Reply(
                status: response.status.code, headers: response.headers,
                text: String(buffer: response.body))
        }
    }

    /// Creates a member with a role, who has chosen ``password``.
    func addMember(_ login: String, _ role: MemberRole) async throws -> MemberResource {
        let member = try await gateway.createMember(
            MemberRequest(login: login, name: login, role: role))
        let secret = try #require(member.linkSecret)
        _ = try await gateway.join(secret, password: Self.password, from: nil)
        return member
    }

    func post(_ path: String, _ fields: [String: String], _ headers: HTTPFields = [:]) async throws
        -> Reply
    {
        let body = JSONValue.object(
            JSONObject(fields.map { .init(key: $0.key, value: .string($0.value)) }))
        return try await ask(.post, path, JSONWriter.text(body), headers)
    }

    func signIn(_ login: String, _ password: String = ConsoleScene.password) async throws -> Reply {
        try await post("/console/session", ["login": login, "password": password])
    }

    /// Signs a member in and reads the CSRF token from a page.
    func session(_ login: String) async throws -> Session {
        let reply = try await signIn(login)
        let cookie = try #require(reply.cookie)
        let page = try await ask(.get, "/console/design", nil, [.cookie: cookie])
        return Session(cookie: cookie, csrfToken: try page.csrfToken())
    }
}
