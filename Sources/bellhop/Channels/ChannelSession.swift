// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire

/// Asks APNs, Apple's or a simulated one, about the channels of an app: one client, and so one
/// provider token, for each run of the command.
struct ChannelSession {
    let route: PushRoute
    let endpoint: Endpoint
    let app: String

    /// Asks, and closes the connection.
    ///
    /// - Throws: ``CommandFailure`` with status 69 when nobody answers, 1 when APNs refuses.
    func ask<Answer: Sendable>(
        _ question: (APNSChannelClient, _ app: String) async throws(APNSChannelError) -> Answer
    ) async throws -> Answer {
        let channels = APNSChannelClient(configuration: route.channelConfiguration(endpoint))
        let result: Result<Answer, APNSChannelError>
        do throws(APNSChannelError) {
            result = .success(try await question(channels, app))
        } catch { result = .failure(error) }
        await channels.shutdown()
        do throws(APNSChannelError) { return try result.get() } catch { throw failure(error) }
    }

    private func failure(_ error: APNSChannelError) -> CommandFailure {
        let advice =
            error.isSafeToRepeat
            ? nil : "a channel may have been created, so look first: bellhop channel list"
        return switch error.cause {
        case .rejected(let rejection): .refused(rejection, and: advice)
        case .noAnswer(let unknown): .noAnswer(from: endpoint, unknown, advice)
        case .unusableAnswer(let fault):
            CommandFailure(.unavailable, [fault, advice].compactMap { $0 }.joined(separator: "; "))
        case .badBundleID, .closed: CommandFailure(.usage, error.description)
        }
    }
}

extension PushRoute {
    /// How long an answer about channels may take.
    private static let channelDeadline = Duration.seconds(30)

    /// What a client for channels or broadcasts is told.
    func channelConfiguration(_ endpoint: Endpoint) -> APNSClient.Configuration {
        var configuration = APNSClient.Configuration(
            endpoint: endpoint, authentication: credential.authentication, trustRoots: trustRoots)
        configuration.requestDeadline = Self.channelDeadline
        return configuration
    }
}

extension CommandFailure {
    /// One line about a refusal, with what to try.
    ///
    /// - Parameters:
    ///   - because: what is known besides; the reason's own meaning when `nil`.
    ///   - advice: what else there is to try.
    static func refused(
        _ rejection: ChannelRejection, because: String? = nil, and advice: String? = nil
    ) -> CommandFailure {
        let row = rejection.reason.row
        let words = [because ?? row?.meaning, row?.remedy, advice].compactMap { $0 }
        let reason = rejection.hasReason ? rejection.reason.rawValue : "unknown"
        return CommandFailure(
            .no,
            "APNs refused: \(rejection.status) \(reason)"
                + (words.isEmpty ? "" : ": " + words.joined(separator: "; ")))
    }

    /// One line about an answer that did not come.
    static func noAnswer(
        from endpoint: Endpoint, _ unknown: UnknownOutcome, _ advice: String?
    ) -> CommandFailure {
        CommandFailure(
            .unavailable,
            "no answer from \(endpoint.authority): \(unknown.cause); "
                + (advice ?? "check host, port and --ca"))
    }
}
