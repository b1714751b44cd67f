// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSWire

// What the rows of the table do with the simulator.
extension ReasonScene {
    /// Sends a push, and expects that the push is accepted.
    func push(over client: H2Client, key: String = "CLASSIC001") async throws -> Int {
        let request = ReasonRequest(.push, authorization: try authorization(key))
        return try await accepted(request, .push, over: client)
    }

    /// Lists the channels, and expects that the request is accepted.
    func list(over client: H2Client, key: String = "CLASSIC001") async throws -> Int {
        let request = ReasonRequest(.listChannels, authorization: try authorization(key))
        return try await accepted(request, .listChannels, over: client)
    }

    /// Creates a channel of the sandbox on a connection of its own, and returns the channel's
    /// identifier.
    func createChannel() async throws -> String {
        let client = try await connect(.sandbox, .channels)
        let request = ReasonRequest(.createChannel, authorization: try authorization())
        let response = try await request.send(over: client)
        await client.close()
        guard let id = response.headers["apns-channel-id"] else {
            throw Unexpected(response: response.text)
        }
        return id
    }

    /// Deletes all channels of the sandbox.
    func deleteChannels() async throws {
        let client = try await connect(.sandbox, .channels)
        let list = ReasonRequest(.listChannels, authorization: try authorization())
        let channels = try JSONReader.read(try await list.send(over: client).body)
            .value.objectValue?["channels"]?.arrayValue
        for id in (channels ?? []).compactMap(\.stringValue) {
            let request = ReasonRequest(
                .deleteChannel, authorization: try authorization(), channel: id)
            _ = try await accepted(request, .deleteChannel, over: client)
        }
        await client.close()
    }

    /// Makes the certificate of a sender.
    func identity(_ kind: ReasonRow.Certificate) throws -> SenderAuthority.Identity {
        let topics = [Self.shop]
        return switch kind {
        case .valid: try senders.issue(topics: topics)
        case .expired: try senders.issue(topics: topics, secondsLeft: -60)
        case .ofUnknownAuthority: try SenderAuthority(named: "Unknown").issue(topics: topics)
        case .ofOtherEnvironment: try senders.issue(topics: topics, environment: .production)
        case .ofSeveralTopics: try senders.issue(topics: topics + [Self.news])
        }
    }

    struct Unexpected: Error {
        let response: String
    }

    private func accepted(
        _ request: ReasonRequest, _ kind: ReasonRequest.Kind, over client: H2Client
    ) async throws -> Int {
        let response = try await request.send(over: client)
        guard response.status == kind.acceptedStatus else {
            throw Unexpected(response: "\(response.status) \(response.text)")
        }
        return response.status
    }
}
