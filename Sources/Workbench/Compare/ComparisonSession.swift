// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Sends the same requests to a server and to a simulator, over one connection to each of them.
package struct ComparisonSession: Sendable {
    /// The time between two requests to the server.
    package static let pause = Duration.milliseconds(200)
    /// The number of consecutive requests without a response after which the comparison ends.
    static let failureCountMax = 3

    private let server: RawTarget
    private let simulator: RawTarget
    private let time: TimeSource

    package init(server: RawTarget, simulator: RawTarget, time: TimeSource = .system) {
        self.server = server
        self.simulator = simulator
        self.time = time
    }

    /// Sends the requests in sequence, and compares the responses of the server and the simulator.
    ///
    /// - Parameters:
    ///   - name: the name of the server in the report.
    ///   - pause: the time between two requests to the server.
    /// - Throws: ``WorkFailure`` of kind `unavailable` if the server does not respond to any
    ///   request.
    package func run(
        _ requests: [ComparedRequest] = ComparedRequest.all, values: ComparedRequest.Values,
        name: String, version: String, pause: Duration
    ) async throws -> ComparisonReport {
        let (real, simulated) = (try server.makeSender(), try simulator.makeSender())
        let now = time.now
        do {
            let (rows, stop) = try await rows(
                requests.prefix(ComparedRequest.countMax), values, pause: pause, real, simulated)
            await real.close()
            await simulated.close()
            if rows.allSatisfy({ $0.server.status == 0 }) {
                throw WorkFailure(
                    .unavailable, "\(name) does not respond: \(stop ?? "no request was sent")")
            }
            return ComparisonReport(
                version: version, server: name, time: now, rows: rows, stop: stop)
        } catch {
            await real.close()
            await simulated.close()
            throw error
        }
    }

    private func rows(
        _ requests: ArraySlice<ComparedRequest>, _ values: ComparedRequest.Values, pause: Duration,
        _ real: RawSender, _ simulated: RawSender
    ) async throws -> (rows: [ComparisonReport.Row], stop: String?) {
        let realToken = try server.authorization(at: time.now)
        let simulatedToken = try simulator.authorization(at: time.now)
        var rows: [ComparisonReport.Row] = []
        var failureCount = 0
        for request in requests {
            if !rows.isEmpty, pause > .zero { try await time.sleep(for: pause) }
            let row = ComparisonReport.Row(
                request,
                server: await Self.response(
                    to: request.request(values, authorization: realToken), real),
                simulator: await Self.response(
                    to: request.request(values, authorization: simulatedToken), simulated))
            rows.append(row)
            failureCount = row.server.failure == nil ? 0 : failureCount + 1
            if row.server.status == 429 {
                return (
                    rows,
                    "the server rejected a request, because there were too many (429)"
                )
            }
            if failureCount == Self.failureCountMax {
                return (rows, row.server.failure)
            }
        }
        return (rows, nil)
    }

    private static func response(
        to request: RawSender.Request, _ sender: RawSender
    ) async -> ComparedResponse {
        do throws(RawSender.Failure) {
            return ComparedResponse(try await sender.send(request), to: request)
        } catch { return ComparedResponse(error) }
    }
}
