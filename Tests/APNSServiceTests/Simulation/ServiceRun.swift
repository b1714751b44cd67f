// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Simulation

@testable import APNSService

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One run of the service and of the model with the same events, which a seed determines.
struct ServiceRun {
    /// The size of a run.
    struct Size: Sendable {
        var deviceCount = 2...12
        var eventCount = 100

        static let usual = Size()
        /// For one run with thousands of devices.
        static let large = Size(deviceCount: 2_000...2_000, eventCount: 1_000)
    }

    static let apps = ["com.example.mail", "com.example.news", "com.example.score"]
    static let start = Date(timeIntervalSince1970: 1_767_225_600)

    let seed: UInt64
    var random: SeededGenerator
    var service: SimulatedService
    var model: ModelAPNS
    var now = ServiceRun.start
    let size: Size
    /// The devices that were ever made, by number.
    var deviceIDs: [String] = []
    /// The tokens that devices ever had, with their apps.
    var tokens: [DeviceToken] = []
    let environments: [APNSEnvironment] = [.sandbox, .production, .sandbox]
    /// What differs between the service and the model; the run ends with the first difference.
    private(set) var problems: [String] = []
    private let story: Story
    private var eventNumber = 0
    var requestCount = 0
    /// Half of the runs have no faults: requests repeat earlier ones only while no fault is in
    /// force.
    let hasFaults: Bool
    var connectedAt = ServiceRun.start

    init(
        seed: UInt64, size: Size = .usual, bug: SimulatedService.Bug? = nil,
        recordsEvents: Bool = false
    ) throws {
        self.seed = seed
        self.size = size
        random = SeededGenerator(seed: seed)
        story = Story(isRecorded: recordsEvents)
        var options = ServiceOptions()
        if random.chance(1, outOf: 3) {
            options.tokenRateLimit = .init(
                countMax: Int.random(in: 1...4, using: &random), seconds: 60)
        }
        hasFaults = random.chance(1, outOf: 2)
        if random.chance(1, outOf: 4) { options.unregisteredDelaySeconds = 600 }
        model = ModelAPNS(options: options)
        service = try SimulatedService(options: options, apps: Self.apps, seed: seed, bug: bug)
        service.reconnect(environments, now: now)
        for _ in 0..<Int.random(in: size.deviceCount, using: &random) { try addDevice() }
        try addChannels()
    }

    /// Runs until the end or the first difference.
    mutating func run() throws {
        while eventNumber < size.eventCount, problems.isEmpty {
            eventNumber += 1
            try event()
            compareDeliveries()
        }
        if problems.isEmpty { compareResults() }
    }

    // MARK: Comparison

    /// What devices received from the service in the current event.
    var received: [String] = []

    mutating func receive(_ actions: [ServiceAction]) {
        for action in actions {
            switch action {
            case .deliver(let push, let deviceID):
                let text = SimulatedPush.text(of: push)
                received.append("\(deviceID) \(text)" + (push.wasStored ? " stored" : ""))
            case .broadcast(let broadcast, let deviceID):
                let text = Self.text(of: broadcast)
                received.append("\(deviceID) \(text)" + (broadcast.wasStored ? " stored" : ""))
            case .settings, .goAway, .turnAway: break
            }
        }
    }

    static func text(of broadcast: ChannelBroadcast) -> String {
        "broadcast \(broadcast.id.text.prefix(8))"
    }

    private mutating func compareDeliveries() {
        for line in received { note { "  \(line)" } }
        if received != model.deliveries {
            report(
                "received \(received), but the model says \(model.deliveries)")
        }
        received = []
        model.deliveries = []
    }

    private mutating func compareResults() {
        service.change { service, _ in service.discardExpired(now: now) }
        model.discardExpired(now: now)
        for (number, result) in model.results.sorted(by: { $0.key < $1.key }) {
            guard let entry = service.service.log.entry(number) else { continue }
            note { "\(number): \(entry.delivery?.rawValue ?? "-")" }
            if entry.delivery != result {
                return report(
                    "request \(number) is \(entry.delivery?.rawValue ?? "-"), but the model says "
                        + result.rawValue)
            }
        }
    }

    mutating func report(_ problem: String) {
        problems.append("event \(eventNumber): \(problem)")
        note { "difference: \(problem)" }
    }

    /// The events with their results, if they are recorded.
    var lines: [String] { story.lines }

    /// Records a line.
    func note(_ line: () -> String) {
        if story.isRecorded { story.lines.append(line()) }
    }

    /// Records the beginning of an event.
    func begin(_ event: () -> String) {
        note { "\(Int(saturating: now.timeIntervalSince(Self.start))) s: \(event())" }
    }

    /// Chooses one of the values, which must not be empty.
    mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int(random.next() % UInt64(values.count))]
    }
}

/// The recorded events of a run.
private final class Story {
    let isRecorded: Bool
    var lines: [String] = []

    init(isRecorded: Bool) { self.isRecorded = isRecorded }
}
