// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import ControlAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Sends the requests of a recording again.
package struct ReplaySession: Sendable {
    /// The maximum number of connections that are open at the same time. If a recording has more
    /// connections, the replay opens further connections when earlier connections have ended.
    package static let connectionCountMax = 64
    /// The age at which the sender replaces a provider token. The page "Establishing a token-based
    /// connection to APNs" requires at most one new token every 20 minutes, and at least one new
    /// token every hour.
    private static let tokenAgeMax = Duration.seconds(1800)

    private let recording: Recording
    private let target: RawTarget
    private let speed: ReplaySpeed
    private let time: TimeSource

    package init(
        _ recording: Recording, to target: RawTarget, speed: ReplaySpeed,
        time: TimeSource = .system
    ) {
        self.recording = recording
        self.target = target
        self.speed = speed
        self.time = time
    }

    /// Registers a light device, which has no simulated phone, for each shortened token in the
    /// plan.
    ///
    /// - Parameter environment: the environment of the target; `nil` for the recorded environment.
    package static func registerDevices(
        for plan: inout ReplayPlan, at control: any SimulatorControl,
        environment: APNSEnvironment?
    ) async throws {
        for (group, names) in plan.tokens.wanted.sorted(by: { $0.key.app < $1.key.app }) {
            let order = FleetOrder(
                count: names.count, app: group.app, environment: environment ?? group.environment)
            var bytes: [UInt8] = []
            try await callingSimulator {
                for try await part in try await control.fleet(order) { bytes += Array(part) }
            }
            let devices = bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
                (try? JSONReader.read(Array(line)))?.value.objectValue?["token"]?.stringValue
                    .flatMap { try? DeviceToken(hex: $0) }
            }
            guard devices.count == names.count else {
                throw WorkFailure(
                    .unavailable,
                    "the simulator registered \(devices.count) of \(names.count) devices; start it "
                        + "again")
            }
            plan.assign(devices, to: group)
        }
    }

    /// Sends the requests, and returns the differences between their responses and the recorded
    /// responses.
    package func run(_ plan: ReplayPlan) async throws -> ReplayReport {
        let start = time.uptime
        var report = ReplayReport(
            file: recording.name, target: target.name, skipped: plan.skipped)
        try await withThrowingTaskGroup(of: ReplayReport.self) { group in
            var waiting = plan.connections[...]
            for items in waiting.prefix(Self.connectionCountMax) {
                group.addTask { try await send(items, plan.tokens, from: start) }
            }
            waiting = waiting.dropFirst(Self.connectionCountMax)
            while let part = try await group.next() {
                report.merge(part)
                if let items = waiting.popFirst() {
                    group.addTask { try await send(items, plan.tokens, from: start) }
                }
            }
        }
        return report
    }

    /// Sends the requests of one connection in sequence.
    private func send(
        _ items: [ReplayPlan.Item], _ tokens: ReplayTokens, from start: Duration
    ) async throws -> ReplayReport {
        let sender = try target.makeSender()
        var report = ReplayReport(file: recording.name, target: target.name, skipped: [:])
        var authorization: (value: String, madeAt: Duration)?
        do {
            for item in items {
                let request = try recording.request(at: item.position)
                let wait = start + speed.delay(of: item.time) - time.uptime
                if wait > .zero { try await time.sleep(for: wait) }
                if let made = authorization?.madeAt, time.uptime - made > Self.tokenAgeMax {
                    authorization = nil
                }
                let current = try authorization ?? (target.authorization(at: time.now), time.uptime)
                authorization = current
                let (outcome, failure) = await send(request, tokens, current.value, by: sender)
                report.add(
                    request, line: item.position.lineNumber, replayed: outcome, failure: failure)
            }
        } catch {
            await sender.close()
            throw error
        }
        await sender.close()
        return report
    }

    private func send(
        _ request: RecordedRequest, _ tokens: ReplayTokens, _ authorization: String,
        by sender: RawSender
    ) async -> (outcome: ReplayReport.Outcome, failure: String?) {
        var headers = request.headers.map { RawSender.Header($0.name, $0.value) }
        headers.removeAll { $0.name == "content-length" }
        if request.credential != .none {
            headers.append(RawSender.Header(APNSHeader.authorization, authorization))
        }
        let message = RawSender.Request(
            method: request.method, path: tokens.path(of: request), headers: headers,
            body: request.bytes)
        do throws(RawSender.Failure) {
            let response = try await sender.send(message)
            return (.init(status: response.status, reason: response.reason), nil)
        } catch { return (.init(status: 0, reason: nil), error.description) }
    }
}
