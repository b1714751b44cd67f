// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSSimulator
import APNSWire
package import ControlAPI
import DeviceModel
import Simulation
import Synchronization

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension SimulatorHost {
    /// The number of light devices.
    package var lightDeviceCount: Int { service.lightDeviceCount }

    package func lightDevices() async throws -> FleetView {
        let ids = service.lightDeviceIDs(limit: FleetView.idCountMax)
        return FleetView(count: ids?.count ?? service.lightDeviceCount, ids: ids ?? [])
    }

    package func fleet(
        _ order: FleetOrder
    ) async throws -> any AsyncSequence<Data, any Error> & Sendable {
        guard (1...FleetOrder.countMax).contains(order.count) else {
            throw ControlProblem(
                .badRequest, "count must be a number from 1 to \(FleetOrder.countMax)")
        }
        let bundleID = order.app ?? InstalledApp.demoBundleID
        let (present, max) = (service.lightDeviceCount, service.lightDeviceCountMax)
        guard present + order.count <= max else {
            throw ControlProblem(
                .tooMany,
                "there are already \(present) light devices, and the limit is \(max); reset the "
                    + "devices, request fewer, or set limits.light_devices in simulator.yaml")
        }
        if service.apps[bundleID] == nil {
            do throws(ServiceError) {
                try service.registerApp(bundleID: bundleID, teamID: Self.teamID)
            } catch { throw ControlProblem(.badRequest, error.description) }
        }
        guard service.isPushEnabled(bundleID: bundleID) else {
            throw ControlProblem(
                .badRequest, ServiceError.appWithoutPush(bundleID).description)
        }
        return FleetRegistration(
            service: service, numbers: reserveNumbers(order.count),
            bundleID: bundleID, environment: order.environment ?? .sandbox)
    }
}

extension SimulatorHost {
    /// Returns the numbers of the next light devices and reserves them, so that no other request
    /// gets the same numbers.
    fileprivate func reserveNumbers(_ count: Int) -> Range<Int> {
        let isFirst = lastFleetNumber.withLock { $0 == nil }
        let saved = isFirst ? savedFleetNumber : 0
        return lastFleetNumber.withLock { last in
            let first = (last ?? saved) + 1
            last = first + count - 1
            return first..<(first + count)
        }
    }

    /// The highest number of a light device in the restored state; 0 if no state with light devices
    /// was restored.
    private var savedFleetNumber: Int {
        guard service.lightDeviceCount > 0 else { return 0 }
        let digitCount = 12
        let prefix = FleetPerson(number: 0).deviceID.dropLast(digitCount)
        return service.devices.lazy.filter { $0.id.hasPrefix(prefix) }
            .compactMap { Int($0.id.suffix(digitCount)) }.max() ?? 0
    }
}

/// Registers light devices in batches. Each element of the sequence contains the lines of one
/// batch.
struct FleetRegistration: AsyncSequence, Sendable {
    /// The number of devices in a batch. A sender's request has to wait for at most one batch.
    static let batchCountMax = 500

    let service: ServiceHost
    /// The numbers that identify the people who use the devices.
    let numbers: Range<Int>
    let bundleID: String
    let environment: APNSEnvironment

    struct AsyncIterator: AsyncIteratorProtocol {
        let registration: FleetRegistration
        /// The number that identifies the next person.
        var position: Int

        mutating func next() async throws -> Data? {
            try Task.checkCancellation()
            let end = Swift.min(
                position + FleetRegistration.batchCountMax, registration.numbers.upperBound)
            guard position < end else { return nil }
            defer { position = end }
            return try registration.register(position..<end)
        }
    }

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(registration: self, position: numbers.lowerBound)
    }

    private func register(_ numbers: Range<Int>) throws -> Data {
        let people = numbers.map { FleetPerson(number: $0) }
        let tokens = try service.registerFleet(
            people.map(\.deviceID), bundleID: bundleID, environment: environment)
        if numbers.upperBound == self.numbers.upperBound { service.changes.signal() }
        var lines = Data()
        for (person, token) in zip(people, tokens) {
            let device = FleetDevice(
                person: person, app: bundleID, environment: environment, token: token)
            lines.append(contentsOf: device.line.utf8)
        }
        return lines
    }
}
