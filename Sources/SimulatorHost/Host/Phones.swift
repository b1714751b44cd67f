// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSSimulator
import APNSWire
import ControlAPI
import DeviceModel
import DeviceSimulator
import Simulation

/// The virtual phones of one simulator, and what each push led to.
actor Phones {
    /// How many phones there may be.
    static let countMax = 1000
    /// How many arrivals are remembered; the oldest are forgotten first.
    static let arrivalCountMax = 2000

    private(set) var all: [VirtualDevice] = []
    private var arrivals: [APNSID: Arrival] = [:]
    private var order: [APNSID] = []
    private var watchers: [String: Task<Void, Never>] = [:]
    private let changes: ChangeSignal
    private let time: TimeSource
    private let link: any PushLink

    init(link: any PushLink, changes: ChangeSignal, time: TimeSource) {
        self.link = link
        self.changes = changes
        self.time = time
    }

    /// Takes a phone in and connects it to APNs.
    func add(_ device: Device) async throws {
        guard all.count < Self.countMax else {
            throw ControlProblem(
                .tooMany, "there are \(all.count) phones already, which is the limit")
        }
        guard !all.contains(where: { $0.id == device.id }) else {
            throw ControlProblem(
                .badRequest, "there is a phone with the identifier \(device.id) already")
        }
        let phone = VirtualDevice(device, link: link, time: time)
        all.append(phone)
        let changes = changes
        watchers[device.id] = Task {
            for await _ in phone.changes() { changes.signal() }
        }
        try await phone.connect()
    }

    /// Hands a push to its phone.
    func deliver(_ push: DevicePush, to deviceID: String) async {
        guard let phone = all.first(where: { $0.id == deviceID }) else { return }
        let arrival = await phone.receive(push)
        if arrivals.updateValue(arrival, forKey: push.id) == nil { order.append(push.id) }
        if order.count > Self.arrivalCountMax { arrivals[order.removeFirst()] = nil }
        changes.signal()
    }

    func arrival(_ id: APNSID) -> Arrival? { arrivals[id] }

    /// A phone by identifier or name; the only one for `nil` and `booted`.
    func find(_ reference: String?) throws -> VirtualDevice {
        guard let reference, reference != "booted" else {
            if let only = all.first, all.count == 1 { return only }
            throw ControlProblem(
                .noSuchDevice,
                all.isEmpty
                    ? "there is no phone; make one with: bellhop device create"
                    : "there are \(all.count) phones; say which: \(names())")
        }
        for phone in all {
            if phone.id.lowercased() == reference.lowercased() { return phone }
            if phone.snapshot.name == reference { return phone }
        }
        throw ControlProblem(
            .noSuchDevice,
            "there is no phone \"\(reference.prefix(64))\"; there is \(names())")
    }

    func forgetArrivals() {
        arrivals.removeAll()
        order.removeAll()
    }

    func stop() {
        for watcher in watchers.values { watcher.cancel() }
    }

    private func names() -> String {
        var names: [String] = []
        for phone in all.prefix(8) { names.append("\"\(phone.snapshot.name)\"") }
        return names.joined(separator: ", ")
    }
}

/// The way from APNs to the phones.
struct PhoneDelivery: DeviceLink {
    let phones: Phones

    func deliver(_ push: DevicePush, to deviceID: String) async {
        await phones.deliver(push, to: deviceID)
    }
}

/// The way from a phone to APNs: registration and presence.
struct PhoneRegistration: PushLink {
    let service: ServiceHost
    /// Whose apps the simulator's phones run.
    let teamID: String

    func registerToken(
        deviceID: String, bundleID: String, environment: APNSEnvironment, family: TokenFamily,
        instance: String
    ) async throws -> DeviceToken {
        try service.registerApp(bundleID: bundleID, teamID: teamID)
        return try service.registerToken(
            deviceID: deviceID, bundleID: bundleID, environment: environment, family: family,
            instance: instance)
    }

    func revoke(_ tokens: [DeviceToken]) async throws {
        for token in tokens {
            // A token that APNs does not know is dead already.
            do { try service.unregister(token) } catch ServiceError.unknownToken {}
        }
    }

    func setNotificationsAllowed(
        deviceID: String, bundleID: String, _ isAllowed: Bool
    ) async throws {
        try service.setNotificationsEnabled(isAllowed, bundleID: bundleID, deviceID: deviceID)
    }

    func unregister(deviceID: String, bundleID: String) async throws {
        try service.deleteApp(bundleID: bundleID, deviceID: deviceID)
    }

    func setOnline(deviceID: String, _ isOnline: Bool) async throws {
        try service.registerDevice(deviceID, isOnline: isOnline)
        try service.setOnline(isOnline, deviceID: deviceID)
    }
}
