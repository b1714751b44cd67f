// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSSimulator
import APNSWire
import GatewayEngine
import GatewayModel
import Logging
import ServiceLifecycle
import Testing

/// A campaign through the real client to a simulated APNs whose network or server misbehaves. The
/// log of the simulated APNs shows what really arrived.
@Suite(.timeLimit(.minutes(30))) struct BadNetworkTests {
    /// What is wrong, and whether a notification may then arrive twice.
    struct Trouble: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let mayRepeat: Bool
        let faults: [ServiceFault]

        init(_ name: String, mayRepeat: Bool = false, _ faults: ServiceFault...) {
            testDescription = name
            self.mayRepeat = mayRepeat
            self.faults = faults
        }
    }

    private static let deviceCount = 1200

    private static func fault(
        _ kind: ServiceFault.Kind, _ change: (inout ServiceFault) -> Void = { _ in }
    ) -> ServiceFault {
        var fault = ServiceFault(kind)
        change(&fault)
        return fault
    }

    /// Every response comes late, so that hundreds of streams are open at a time.
    private static let delay = fault(.latency) { $0.delay = .fixed(200) }

    static let troubles = [
        Trouble(
            "every other response is late",
            fault(.latency) {
                $0.delay = .uniform(min: 20, max: 300)
                $0.probability = 0.5
            }),
        Trouble(
            "connections are lost again and again", mayRepeat: true, delay,
            fault(.cut) {
                $0.probability = 0.01
                $0.count = 12
                $0.isProcessed = true
            }),
        Trouble(
            "connections are lost before anything was processed", mayRepeat: true, delay,
            fault(.cut) {
                $0.probability = 0.01
                $0.count = 12
            }),
        Trouble(
            "GOAWAY in the middle of hundreds of streams", delay,
            fault(.goAway) { $0.probability = 0.005 }),
        Trouble(
            "GOAWAY after the hundredth request of each connection", delay,
            fault(.goAway) {
                $0.stream = 201
                $0.count = 3
            }),
        Trouble("streams are refused", fault(.refusedStream) { $0.probability = 0.1 }),
        Trouble(
            "streams are reset after the headers", mayRepeat: true,
            fault(.reset) { $0.probability = 0.05 }),
        Trouble("windows are tiny", fault(.tinyWindow) { $0.window = 64 }),
        Trouble(
            "windows are opened late",
            fault(.slowReader) { $0.delay = .fixed(50) }),
        Trouble(
            "an overloaded server",
            fault(.status) {
                $0.status = 503
                $0.reason = .serviceUnavailable
                $0.probability = 0.2
            }),
    ]

    @Test(arguments: troubles)
    func `despite faults of the network or the server, every device gets the campaign`(
        _ trouble: Trouble
    ) async throws {
        let site = try await Site(deviceCount: Self.deviceCount)
        for fault in trouble.faults { _ = try site.host.addFault(fault) }
        let node = site.node()
        let group = ServiceGroup(services: [node], logger: Logger.quiet)
        async let run: Void = group.run()
        site.start(1)
        try await site.wait {
            site.state(of: 1)?.isTerminal == true || site.state(of: 1) == .stopped
        }
        #expect(site.state(of: 1) == .done)
        #expect(site.acceptedCount(of: 1) == Self.deviceCount)
        let accepted = site.host.log(.init(isAccepted: true, countMax: 10_000))
        let devices = Dictionary(grouping: accepted) { $0.deviceID ?? "" }
        #expect(devices.count == Self.deviceCount, "every device gets the campaign")
        #expect(devices.values.allSatisfy { Set($0.map(\.apnsID)).count == 1 })
        if !trouble.mayRepeat {
            #expect(accepted.count == Self.deviceCount, "nothing arrives twice")
        }
        await group.triggerGracefulShutdown()
        try await run
        await site.server.shutdown()
    }
}
