// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSProvider
import APNSWire
import Logging
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The code of the guide to sending does what the guide says.
@Suite(.timeLimit(.minutes(30)))
struct SendingGuideTests {
    @Test func `a request has the headers that the guide gives it`() throws {
        let id = try #require(APNSID("1b4e28ba-2fa1-11d2-883f-0016d3cca427"))
        let device = try Fixtures.request().deviceToken
        let request = try makeRequest(
            for: device, id: id, until: Date(timeIntervalSince1970: 1_767_225_600))
        let fields = request.headerFields.map { "\($0.name): \($0.value)" }
        #expect(
            fields == [
                "apns-topic: com.example.app", "apns-push-type: alert", "apns-priority: 10",
                "apns-expiration: 1767225600", "apns-collapse-id: ride-4711",
                "apns-id: 1b4e28ba-2fa1-11d2-883f-0016d3cca427",
            ])
        #expect(throws: Never.self) { try request.validate() }
    }

    @Test func `every outcome has a remedy`() {
        func rejected(_ reason: RejectionReason, _ status: Int = 0) -> PushOutcome {
            .rejected(Rejection(status: status == 0 ? reason.status : status, reason: reason))
        }
        #expect(nextStep(after: .accepted(Acceptance())) == .done)
        #expect(nextStep(after: rejected(.unregistered)) == .forgetToken(deadSince: nil))
        #expect(nextStep(after: rejected(.tooManyRequests)) == .sendAgain(afterSeconds: 900))
        #expect(nextStep(after: rejected(.shutdown)) != .done)
        #expect(
            nextStep(after: rejected(Rejection.reason(forStatus: 502), 502))
                == .sendAgain(afterSeconds: 60))
        for row in RejectionReason.table where row.retry == .never || row.retry == .fix {
            guard row.tokenConsequence != .dead else { continue }
            #expect(nextStep(after: rejected(row.reason)) == .repair(row.remedy))
        }
        for mayBe in [true, false] {
            let unknown = UnknownOutcome(
                code: .lost, mayHaveBeenProcessed: mayBe, cause: "")
            #expect(
                nextStep(after: .unknown(unknown)) == .sendAgain(afterSeconds: mayBe ? 60 : 1))
        }
    }

    @Test func `an announcement reaches all users and lists the dead tokens`() async throws {
        let server = try await ScriptedServer { request in
            request.header(":path")?.hasSuffix("0707") == true
                ? [.reject(request, 410, "Unregistered")] : [.accept(request)]
        }
        let client = try Fixtures.client(of: server)
        let devices = try (0..<100).map {
            (id: $0, token: try Fixtures.request(UInt8($0)).deviceToken)
        }
        #expect(try await announce("Dinner", to: devices, with: client) == [7])
        #expect(server.requests.count == 100)
        await client.shutdown()
    }

    @Test func `a queue is sent until it ends`() async throws {
        let server = try await ScriptedServer { [.accept($0)] }
        let client = try Fixtures.client(of: server)
        let (jobs, queue) = AsyncStream.makeStream(of: IdentifiedPush<String>.self)
        for number in 0..<20 {
            queue.yield(IdentifiedPush(id: "job \(number)", request: try Fixtures.request()))
        }
        queue.finish()
        let names = Recorder<String>()
        try await sendQueue(jobs, with: client) { name, _ in names.record(name) }
        #expect(Set(names.values).count == 20)
        await client.shutdown()
    }

    @Test func `a burst opens four connections in advance, and every request is accepted`()
        async throws
    {
        let server = try await ScriptedServer { [.accept($0)] }
        let client = try Fixtures.client(of: server)
        let requests = try (0..<40).map { try Fixtures.request(UInt8($0)) }
        let outcomes = try await sendBurst(requests, with: client)
        #expect(outcomes.count { $0.acceptance != nil } == 40)
        #expect(server.connections.count == 4)
        await client.shutdown()
    }

    @Test func `clients can be created with the guide's settings`() async throws {
        let key = try ProviderKey.generate(keyID: "ABC123DEFG", teamID: "TEAM123456")
        await makeClient(of: key, logger: Logger(label: "test")).shutdown()
    }
}
