// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import ControlAPI
package import DeviceModel
import GatewayAPI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Requests the records of a notification from a gateway and a simulator.
package struct JourneyFinder: Sendable {
    /// The maximum number of deliveries of one message for which the gateway and the simulator are
    /// queried.
    static let deliveryCountMax = 10
    /// The number of seconds before and after the arrival within which callbacks may belong to the
    /// notification. A service extension has 30 seconds, and a background callback has another 30
    /// seconds.
    static let callSpan: TimeInterval = 60
    /// The maximum length of a search term, in bytes. It is the maximum length of a collapse
    /// identifier.
    static let wordByteCountMax = 64
    /// The maximum number of recent requests that are searched for a collapse identifier.
    static let reportCountMax = 1000

    private let gateway: GatewayClient?
    private let simulator: (any SimulatorControl)?

    /// Checks which of the two servers respond, and stores those that respond.
    ///
    /// - Returns: `nil` if neither server responds.
    package init?(gateway: GatewayClient?, simulator: (any SimulatorControl)?) async {
        var (gateway, simulator) = (gateway, simulator)
        if await gateway?.isRunning() == false { gateway = nil }
        if let control = simulator, (try? await control.info()) == nil { simulator = nil }
        guard gateway != nil || simulator != nil else { return nil }
        self.gateway = gateway
        self.simulator = simulator
    }

    /// Returns the journeys for a search term, which is an `apns-id`, the identifier of a gateway's
    /// message, or a collapse identifier.
    ///
    /// - Throws: ``WorkFailure`` of kind `usage` if the term has none of these forms, of kind
    ///   `refused` if the term is unknown to all servers, or of kind `unavailable` if a server does
    ///   not respond.
    package func journeys(_ word: String) async throws -> [Journey] {
        let word = word.trimmingBlanks
        guard !word.isEmpty, word.utf8.count <= Self.wordByteCountMax,
            !word.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
        else {
            throw WorkFailure(
                .usage,
                "--id: the value is not an identifier; give an apns-id (a UUID), the identifier "
                    + "of a gateway's message, or a collapse identifier")
        }
        guard let id = APNSID(word) else { return try await collapsed(word) }
        let journey = try await journey(id)
        if journey.sending == nil, journey.report == nil,
            let message = try await gateway?.message(word)
        {
            var journeys: [Journey] = []
            for delivery in message.deliveries.prefix(Self.deliveryCountMax) {
                journeys.append(try await self.journey(delivery.apnsID))
            }
            if !journeys.isEmpty { return journeys }
        }
        return [journey]
    }

    /// Returns the journeys of the latest requests that have the given collapse identifier.
    private func collapsed(_ word: String) async throws -> [Journey] {
        let reports = try await simulator?.deliveries(limit: Self.reportCountMax) ?? []
        let found = reports.filter { $0.collapseID == word }.prefix(Self.deliveryCountMax)
        guard !found.isEmpty else {
            throw WorkFailure(
                .refused,
                "there is no record of \"\(OneLine.short(word))\"; give an apns-id: a UUID in the "
                    + "8-4-4-4-12 form, as in APNs' response")
        }
        var journeys: [Journey] = []
        for report in found { journeys.append(try await journey(report.apnsID)) }
        return journeys
    }

    private func journey(_ id: APNSID) async throws -> Journey {
        var journey = Journey(id: id)
        if let gateway {
            journey.sending = try await sending(id, gateway)
            journey.gateway = .init(journey.sending)
        }
        if let simulator {
            journey.report = try await report(id, simulator)
            journey.simulator = .init(journey.report)
            if let deviceID = journey.report?.deviceID,
                let phone = try? await simulator.device(deviceID)
            {
                journey.phoneName = phone.name
                let trace = (try? await simulator.trace(of: deviceID)) ?? []
                journey.calls = Self.calls(trace, journey.report?.arrival)
            }
        }
        return journey
    }

    private func sending(_ id: APNSID, _ gateway: GatewayClient) async throws -> Journey.Sending? {
        guard let delivery = try await gateway.delivery(id.text) else { return nil }
        let installation = delivery.installation
        return Journey.Sending(
            delivery: delivery, message: try await gateway.message(delivery.message),
            installation: installation == nil
                ? nil : try await gateway.installation(installation ?? ""))
    }

    private func report(_ id: APNSID, _ simulator: any SimulatorControl) async throws
        -> DeliveryReport?
    {
        do { return try await simulator.delivery(apnsID: id, wait: .zero) } catch let problem
            as ControlProblem
        {
            guard problem.isOf(ControlProblemKind.noSuchDelivery) else {
                throw WorkFailure(.unavailable, "the simulator: \(problem.detail.printable)")
            }
            return nil
        }
    }

    /// Returns the callbacks that the rules of the arrival caused, in order from the oldest to the
    /// newest.
    package static func calls(_ trace: [CallbackView], _ arrival: Arrival?) -> [CallbackView] {
        guard let arrival else { return [] }
        return trace.reversed().filter { call in
            call.bundleID == arrival.bundleID && call.rule.map(arrival.reasons.contains) == true
                && abs(call.time.timeIntervalSince(arrival.time)) <= callSpan
        }
    }
}
