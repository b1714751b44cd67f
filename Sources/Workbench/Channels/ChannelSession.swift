// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSProvider
import APNSWire

/// Sends requests about an app's channels to the real or simulated APNs. Each request uses a new
/// client and therefore a new provider token.
package struct ChannelSession: Sendable {
    private let route: PushRoute
    private let endpoint: Endpoint
    private let app: String

    /// - Parameter app: the app's bundle identifier; by default, the app of the simulator.
    package init(route: PushRoute, app: String?) throws(WorkFailure) {
        self.route = route
        endpoint = route.channelEndpoint
        self.app = try route.channelApp(app)
    }

    /// Sends a request and closes the connection.
    ///
    /// - Throws: ``WorkFailure`` of kind `refused`, `unavailable`, or `mayHaveBeenProcessed`.
    package func send<Value: Sendable>(
        _ request: (APNSChannelClient, _ app: String) async throws(APNSChannelError) -> Value
    ) async throws -> Value {
        let channels = APNSChannelClient(configuration: route.channelConfiguration(endpoint))
        let result: Result<Value, APNSChannelError>
        do throws(APNSChannelError) {
            result = .success(try await request(channels, app))
        } catch { result = .failure(error) }
        await channels.shutdown()
        do throws(APNSChannelError) { return try result.get() } catch { throw failure(error) }
    }

    private func failure(_ error: APNSChannelError) -> WorkFailure {
        let advice =
            "a channel may have been created; before you repeat the command, check with: "
            + "bellhop channel list"
        return switch error.cause {
        case .rejected(let rejection):
            .refused(rejection)
        case .noResponse(let unknown):
            .noResponse(
                from: endpoint, unknown, isSafeToRepeat: error.isSafeToRepeat, advice: advice)
        case .invalidResponse(let problem):
            WorkFailure(
                error.isSafeToRepeat ? .unavailable : .mayHaveBeenProcessed,
                problem.printable + (error.isSafeToRepeat ? "" : "; " + advice))
        case .badBundleID, .closed: WorkFailure(.usage, error.description)
        }
    }
}
