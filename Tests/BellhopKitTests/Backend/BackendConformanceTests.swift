// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopKit
import Foundation
import GatewayAPI
import Testing

/// A backend, and access to what its server knows.
struct BackendUnderTest: Sendable {
    enum Kind: String, CaseIterable, Sendable {
        case inMemory = "in memory"
        case http = "HTTP"
    }

    let backend: any DeviceBackend
    let server: InMemoryBackend
    /// Keeps the server of an HTTP backend alive during the test.
    let gateway: LoopbackGateway?

    init(_ kind: Kind) throws {
        switch kind {
        case .inMemory:
            let inner = InMemoryBackend()
            (backend, server, gateway) = (inner, inner, nil)
        case .http:
            let gateway = try LoopbackGateway()
            (backend, server, self.gateway) = (try gateway.backend(), gateway.inner, gateway)
        }
    }
}

private let installation = Installation(id: "7f3c", secret: "c2VjcmV0+/=")
private let activity = TokenName(.liveActivity, attributesType: "Order", activity: "a 1/é")

private func token(_ byte: UInt8) throws -> DeviceToken {
    try DeviceToken(bytes: Array(repeating: byte, count: 32))
}

private func registration(
    _ tokens: [TokenName: UInt8], ended: [TokenName] = [], user: String? = nil
) throws -> DeviceRegistration {
    DeviceRegistration(
        app: "com.example.shop", environment: .sandbox, user: user,
        tokens: try tokens.map { TokenRegistration($0.key, try token($0.value)) }, ended: ended)
}

/// Whether a call was refused permanently, with this status.
private func isRefused(_ error: any Error, _ status: Int) -> Bool {
    let error = error as? BackendError
    return error?.kind == .refused(status: status) && error?.isRetryable == false
}

/// What every ``DeviceBackend`` has to do.
struct BackendConformanceTests {
    @Test(arguments: BackendUnderTest.Kind.allCases)
    func `a registration replaces the user, adds tokens by name and removes ended tokens`(
        kind: BackendUnderTest.Kind
    ) async throws {
        let test = try BackendUnderTest(kind)
        let app = TokenName(.app)
        try await test.backend.register(
            try registration([app: 1, activity: 2], user: "alex"), as: installation)
        try await test.backend.register(try registration([app: 3]), as: installation)
        #expect(
            await test.server.tokens[installation] == [app: try token(3), activity: try token(2)])
        #expect(await test.server.registrations[installation]?.user == nil)
        let last = try registration([app: 3], ended: [activity])
        for _ in 1...2 { try await test.backend.register(last, as: installation) }
        #expect(await test.server.tokens[installation] == [app: try token(3)])
        #expect(await test.server.registrations == [installation: last])
    }

    @Test(arguments: BackendUnderTest.Kind.allCases)
    func `after an installation's first registration, calls with another secret are refused`(
        kind: BackendUnderTest.Kind
    )
        async throws
    {
        let test = try BackendUnderTest(kind)
        let stranger = Installation(id: installation.id, secret: "b3RoZXI=")
        try await test.backend.register(try registration([:]), as: installation)
        await #expect {
            try await test.backend.register(try registration([:]), as: stranger)
        } throws: { isRefused($0, 403) }
        await #expect { try await test.backend.messages(after: nil, for: stranger) } throws: {
            isRefused($0, 403)
        }
        await #expect { try await test.backend.send([], from: stranger) } throws: {
            isRefused($0, 403)
        }
        await #expect { try await test.backend.unregister(stranger) } throws: { isRefused($0, 403) }
        #expect(await test.server.registrations.count == 1)
    }

    @Test(arguments: BackendUnderTest.Kind.allCases)
    func `messages are returned in pages, oldest first, each once`(
        kind: BackendUnderTest.Kind
    ) async throws {
        let test = try BackendUnderTest(kind)
        try await test.backend.register(try registration([:]), as: installation)
        let count = GatewayLimits.pageEntriesDefault + 5
        for number in 1...count {
            let message = DeviceMessage(
                id: "m\(number)", payload: .object(["aps": .object([:])]),
                sentAt: Date(timeIntervalSince1970: Double(number)))
            await test.server.add(message)
        }
        var ids: [String] = []
        var cursor: String?
        var hasMore = true
        while hasMore {
            let page = try await test.backend.messages(after: cursor, for: installation)
            ids += page.messages.map(\.id)
            (cursor, hasMore) = (page.cursor, page.hasMore)
        }
        #expect(ids == (1...count).map { "m\($0)" })
        let after = try await test.backend.messages(after: cursor, for: installation)
        #expect(after.messages.isEmpty && after.cursor == cursor && !after.hasMore)
    }

    @Test(arguments: BackendUnderTest.Kind.allCases)
    func `a receipt that is sent again is stored once`(kind: BackendUnderTest.Kind) async throws {
        let test = try BackendUnderTest(kind)
        try await test.backend.register(try registration([:]), as: installation)
        let at = Date(timeIntervalSince1970: 1_767_225_600.25)
        let receipts = [
            Receipt(message: "m1", event: .delivered, at: at),
            Receipt(message: "m1", event: .action, action: "REPLY", at: at),
            Receipt(message: "m1", event: .action, action: "LIKE", at: at),
        ]
        try await test.backend.send(receipts, from: installation)
        try await test.backend.send(receipts, from: installation)
        #expect(await test.server.receipts == receipts)
    }

    @Test(arguments: BackendUnderTest.Kind.allCases)
    func `an unregistered installation is removed, and unregistering again is not an error`(
        kind: BackendUnderTest.Kind
    ) async throws {
        let test = try BackendUnderTest(kind)
        try await test.backend.register(try registration([TokenName(.app): 1]), as: installation)
        for _ in 1...2 { try await test.backend.unregister(installation) }
        #expect(await test.server.registrations.isEmpty)
        #expect(await test.server.tokens[installation] == nil)
        await #expect { try await test.backend.messages(after: nil, for: installation) } throws: {
            isRefused($0, 404)
        }
    }

    @Test(arguments: BackendUnderTest.Kind.allCases)
    func `the last decision about a topic applies, and can be read only with the right secret`(
        kind: BackendUnderTest.Kind
    ) async throws {
        let test = try BackendUnderTest(kind)
        let topic = "news é 1"
        await #expect {
            try await test.backend.decide(
                TopicDecision(subscribed: true), topic: topic, for: installation)
        } throws: { isRefused($0, 404) }
        try await test.backend.register(try registration([:]), as: installation)
        for isSubscribed in [true, true, false] {
            try await test.backend.decide(
                TopicDecision(subscribed: isSubscribed, note: "form 2"), topic: topic,
                for: installation)
        }
        let states = try await test.backend.topics(of: installation)
        #expect(states.map(\.topic) == [topic])
        #expect(states.map(\.subscribed) == [false])
        #expect(await test.server.topics[installation]?[topic]?.note == "form 2")
        let stranger = Installation(id: installation.id, secret: "b3RoZXI=")
        await #expect { try await test.backend.topics(of: stranger) } throws: {
            isRefused($0, 403)
        }
    }
}
