// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Crypto
import CryptoExtras
import Foundation
import Simulation
import Synchronization
import Testing

@testable import FCM

/// Service accounts, assertions and access tokens.
@Suite(.timeLimit(.minutes(30)))
struct ServiceAccountTests {
    private static let key = try? _RSA.Signing.PrivateKey(keySize: .bits2048)

    static func file(
        tokenAddress: String = ServiceAccount.googleTokenAddress, changes: JSONObject = [:]
    ) throws -> [UInt8] {
        var object: JSONObject = [
            "type": "service_account", "project_id": "my-project", "private_key_id": "k1",
            "private_key": .string(try #require(key).pkcs8PEMRepresentation),
            "client_email": "sender@my-project.iam.gserviceaccount.com",
            "token_uri": .string(tokenAddress),
        ]
        for change in changes.members {
            object[change.key] = change.value == .null ? nil : change.value
        }
        return JSONWriter.write(.object(object))
    }

    @Test func `an assertion is signed with RS256 and names Google's token endpoint`() throws {
        let account = try ServiceAccount(json: Self.file())
        let assertion = try TokenAssertion(account, now: Date(epochSeconds: 1_800_000_000))
        let parts = assertion.text.split(separator: ".").map { String($0) }
        let object = try parts.prefix(2).map {
            try JSONReader.read(try #require(Base64URL.decode($0))).value
        }
        #expect(object[0] == ["alg": "RS256", "typ": "JWT", "kid": "k1"])
        #expect(
            object[1] == [
                "iss": "sender@my-project.iam.gserviceaccount.com",
                "scope": "https://www.googleapis.com/auth/firebase.messaging",
                "aud": "https://oauth2.googleapis.com/token", "iat": 1_800_000_000,
                "exp": 1_800_003_600,
            ])
        let signature = try #require(Base64URL.decode(parts[2]))
        #expect(
            try #require(Self.key).publicKey.isValidSignature(
                .init(rawRepresentation: signature),
                for: SHA256.hash(data: Array((parts[0] + "." + parts[1]).utf8)),
                padding: .insecurePKCS1v1_5))
        #expect(!"\(assertion)".contains(parts[2]))
        #expect(!"\(account)".contains("PRIVATE"))
    }

    @Test(arguments: [
        "https://evil.example/token", "http://oauth2.googleapis.com/token",
        "https://oauth2.googleapis.com.evil.example/token", "http://127.0.0.1:2199/token",
    ])
    func `a file with a foreign token endpoint is refused unless an endpoint is given`(
        address: String
    ) throws {
        let file = try Self.file(tokenAddress: address)
        #expect(throws: ServiceAccount.Problem.foreignTokenAddress) {
            try ServiceAccount(json: file)
        }
        let account = try ServiceAccount(json: file, tokenAddress: "http://127.0.0.1:1/token")
        #expect(account.tokenAddress == "http://127.0.0.1:1/token")
    }

    @Test(arguments: [
        (#"{"project_info":{"project_id":"a"}}"#, "google-services.json"),
        ("AAAAbc:APA91b", "legacy"), ("[1]", "not the JSON"), ("", "not the JSON"),
        (#"{"type":"authorized_user"}"#, "authorized_user"),
        (#"{"type":"service_account"}"#, "project_id"),
    ])
    func `a file that is not a service account is rejected with the reason`(
        text: String, word: String
    ) {
        #expect {
            try ServiceAccount(json: Array(text.utf8))
        } throws: {
            "\($0)".contains(word)
        }
    }

    @Test func `a key of another kind and an invalid project identifier are refused`() throws {
        let pem = P256.Signing.PrivateKey().pemRepresentation
        let file = try Self.file(changes: ["private_key": .string(pem)])
        #expect(throws: ServiceAccount.Problem.badKey) { try ServiceAccount(json: file) }
        let path = try Self.file(changes: ["project_id": "a/../b"])
        #expect(throws: ServiceAccount.Problem.badProject) { try ServiceAccount(json: path) }
    }

    // MARK: - Access tokens

    /// A token endpoint whose responses a test can hold back.
    private final class Endpoint: Sendable {
        private struct State {
            var calls = 0
            var isDown = false
            var waiting: [CheckedContinuation<Void, Never>] = []
            var isOpen = true
        }
        private let state = Mutex(State())

        var calls: Int { state.withLock { $0.calls } }
        func setDown(_ isDown: Bool) { state.withLock { $0.isDown = isDown } }
        func hold() { state.withLock { $0.isOpen = false } }
        func open() {
            let waiting = state.withLock { state in
                state.isOpen = true
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
        }

        func exchange() async throws -> (status: Int, body: [UInt8]) {
            let (number, isDown) = state.withLock { state in
                state.calls += 1
                return (state.calls, state.isDown)
            }
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    if !state.isOpen { state.waiting.append(continuation) }
                    return state.isOpen
                }
                if isOpen { continuation.resume() }
            }
            if isDown { return (503, []) }
            let body = #"{"access_token":"token \#(number)","expires_in":3600}"#
            return (200, Array(body.utf8))
        }
    }

    private func tokens(_ endpoint: Endpoint, _ clock: VirtualClock) throws -> AccessTokens {
        AccessTokens(
            account: try ServiceAccount(json: Self.file()), time: clock.timeSource,
            exchange: { _, _ in try await endpoint.exchange() })
    }

    @Test func `five thousand senders cause one request for a token`() async throws {
        let endpoint = Endpoint()
        endpoint.hold()
        let tokens = try tokens(endpoint, VirtualClock())
        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<5000 { group.addTask { try await tokens.token().text } }
            group.addTask {
                while endpoint.calls == 0 { await Task.yield() }
                endpoint.open()
                return "token 1"
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(texts == ["token 1"])
        #expect(endpoint.calls == 1)
    }

    @Test
    func `while the endpoint fails, a token that is due for renewal is used until it expires`()
        async throws
    {
        let endpoint = Endpoint()
        let clock = VirtualClock()
        let tokens = try tokens(endpoint, clock)
        #expect(try await tokens.token().text == "token 1")
        clock.advance(by: .seconds(2879))
        #expect(try await tokens.token().text == "token 1")
        #expect(endpoint.calls == 1)
        endpoint.setDown(true)
        clock.advance(by: .seconds(1))
        for _ in 0..<10 { #expect(try await tokens.token().text == "token 1") }
        clock.advance(by: .seconds(720))
        await #expect(throws: AccessTokenFailure.self) { try await tokens.token() }
        endpoint.setDown(false)
        clock.advance(by: .seconds(31))
        #expect(try await tokens.token().text != "token 1")
    }

    @Test func `a rejected account is an error with the server's code`() async throws {
        let tokens = AccessTokens(
            account: try ServiceAccount(json: Self.file()), time: VirtualClock().timeSource,
            exchange: { _, _ in
                (400, Array(#"{"error":"invalid_grant","error_description":"no\nsuch"}"#.utf8))
            })
        await #expect {
            try await tokens.token()
        } throws: { error in
            let failure = error as? AccessTokenFailure
            return failure?.code == "invalid_grant" && failure?.isRejection == true
                && !"\(error)".contains("\n")
        }
    }
}
