// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSWire
import Testing

/// Every reason and status is caused by its condition, over TLS and HTTP/2, by a client that shares
/// nothing with the simulator: swift-nio's.
///
/// The rows use one simulator, one after the other, unless a row has a configuration of its own.
@Suite(.serialized, .reasonScene, .timeLimit(.minutes(30)))
struct ReasonSuiteTests {
    static let rows: [ReasonRow] =
        ReasonRow.ofRequests + ReasonRow.ofApps + ReasonRow.ofDevices + ReasonRow.ofCredentials
        + ReasonRow.ofKeys + ReasonRow.ofCertificates + ReasonRow.ofConnections
        + ReasonRow.ofBroadcasts + ReasonRow.ofChannels + ReasonRow.ofFaults

    @Test(arguments: rows)
    func `a reason is caused by its condition`(row: ReasonRow) async throws {
        if row.configuration.isEmpty, !row.endsSimulator {
            try await check(row, at: ReasonScene.shared())
        } else {
            try await ReasonScene.run(adding: row.configuration) { try await check(row, at: $0) }
        }
    }

    private func check(_ row: ReasonRow, at scene: ReasonScene) async throws {
        let channel = row.kind.namesChannel ? try await scene.createChannel() : nil
        let client = try await scene.connect(
            row.environment, row.kind.endpoint,
            certificate: row.certificate.map { try scene.identity($0) })
        let credential = row.certificate == nil ? try scene.authorization() : nil
        var request = ReasonRequest(row.kind, authorization: credential, channel: channel)
        try row.change(scene, &request)
        try await row.before(scene, client)
        switch row.effect {
        case .goAway: await expectGoAway(row, client)
        case .response:
            expect(row, try await request.send(over: client))
            await client.close()
        }
    }

    private func expect(_ row: ReasonRow, _ response: H2Client.Response) {
        #expect(response.status == row.reason.status)
        #expect(response.text == row.body)
        #expect(response.headers["content-type"] == "application/json")
        #expect(response.headers["apns-unique-id"] == nil)
        let id = row.kind == .push ? "apns-id" : "apns-request-id"
        // An unknown path at the port of notifications gets the identifier of a notification.
        let isUnknownPath = row.kind == .broadcast && row.reason == .badPath
        #expect(response.headers[isUnknownPath ? "apns-id" : id] != nil)
    }

    private func expectGoAway(_ row: ReasonRow, _ client: H2Client) async {
        let event = await client.next { if case .goAway = $0 { true } else { false } }
        guard case .goAway(let code, _, let text)? = event else {
            Issue.record("the connection ended without GOAWAY")
            return
        }
        #expect(code == 0 && text == row.body)
        #expect(await client.next { $0 == .closed } == .closed)
    }

    @Test(arguments: ReasonRequest.Kind.allCases)
    func `the same request without the error is accepted`(kind: ReasonRequest.Kind) async throws {
        try await ReasonScene.run { scene in
            for certificate in [nil, ReasonRow.Certificate.valid] {
                let channel = kind.namesChannel ? try await scene.createChannel() : nil
                let client = try await scene.connect(
                    .sandbox, kind.endpoint, certificate: certificate.map { try scene.identity($0) }
                )
                let request = ReasonRequest(
                    kind, authorization: certificate == nil ? try scene.authorization() : nil,
                    channel: channel)
                let response = try await request.send(over: client)
                #expect(response.status == kind.acceptedStatus, "\(response.text)")
                await client.close()
            }
        }
    }

    // MARK: The table is complete

    @Test(arguments: RejectionReason.table.map(\.reason))
    func `every reason of the vocabulary has a row`(reason: RejectionReason) {
        #expect(Self.rows.contains { $0.reason == reason })
    }

    /// Apple's table for broadcasts and channels.
    static let channelReasons: [RejectionReason] = [
        .badChannelID, .badExpirationDate, .badMessageID, .badPriority, .badRequestParams,
        .badRequestPayload, .cannotCreateChannelConfig, .channelNotRegistered, .featureNotEnabled,
        .invalidPushType, .missingChannelID, .missingPushType, .payloadEmpty, .topicDisallowed,
        .badCertificate, .badCertificateEnvironment, .expiredProviderToken, .invalidProviderToken,
        .missingProviderToken, .topicMismatch, .badPath, .methodNotAllowed, .payloadTooLarge,
        .tooManyRequests, .tooManyProviderTokenUpdates, .internalServerError, .serviceUnavailable,
        .shutdown,
    ]

    @Test(arguments: channelReasons)
    func `every reason of broadcasts and channels has a row of that kind`(
        reason: RejectionReason
    ) {
        #expect(Self.rows.contains { $0.reason == reason && $0.kind != .push })
    }

    @Test func `the documentation says how to cause each reason`() throws {
        let reasons = RejectionReason.table.map(\.reason.rawValue)
        #expect(try Documentation.causes() == Set(reasons))
    }

    @Test func `only InternalServerError and ServiceUnavailable require a fault`() {
        let real = Set(Self.rows.filter { $0.cause != .fault }.map(\.reason))
        let all = Set(RejectionReason.table.map(\.reason))
        #expect(all.subtracting(real) == [.internalServerError, .serviceUnavailable])
    }

    @Test func `no two rows are the same`() {
        let names = Self.rows.map { "\($0) \($0.configuration)" }
        #expect(Set(names).count == names.count)
    }
}
