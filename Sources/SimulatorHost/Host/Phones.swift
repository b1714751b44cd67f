// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSSimulator
import APNSWire
import ControlAPI
import DeviceModel
import DeviceSimulator
import Simulation

/// The virtual phones of one simulator, and the arrival of each push.
actor Phones {
    /// The maximum number of phones.
    static let countMax = 1000
    /// The maximum number of stored arrivals. When it is exceeded, the oldest arrival is removed.
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

    /// Adds a phone and connects it to APNs.
    func add(_ device: Device) async throws {
        guard all.count < Self.countMax else {
            throw ControlProblem(
                .tooMany,
                "there are already \(all.count) phones, which is the limit; remove one first")
        }
        guard !all.contains(where: { $0.id == device.id }) else {
            throw ControlProblem(
                .badRequest,
                "a phone with the identifier \(device.id) already exists; remove it first")
        }
        let phone = VirtualDevice(device, link: link, time: time)
        for app in device.apps {
            if let code = DemoCode.code(of: app.bundleID) {
                phone.setCode(code, for: app.bundleID)
            }
        }
        all.append(phone)
        let changes = changes
        watchers[device.id] = Task {
            for await _ in phone.changes() { changes.signal() }
        }
        try await connect(phone)
        phone.startTimer()
    }

    /// Reports a phone's whole state to APNs, and requests the missing tokens.
    func connect(_ phone: VirtualDevice) async throws {
        try await phone.connect()
        for app in phone.snapshot.apps {
            try await link.setNotificationsAllowed(
                deviceID: phone.id, bundleID: app.bundleID, app.authorization != .denied)
        }
    }

    /// Removes a phone permanently.
    func remove(_ phone: VirtualDevice) {
        phone.stopTimer()
        watchers.removeValue(forKey: phone.id)?.cancel()
        all.removeAll { $0.id == phone.id }
        changes.signal()
    }

    /// Delivers a push to its phone.
    func deliver(_ push: DevicePush, to deviceID: String) async {
        guard let phone = all.first(where: { $0.id == deviceID }) else { return }
        let arrival = await phone.receive(push)
        if arrivals.updateValue(arrival, forKey: push.id) == nil { order.append(push.id) }
        if order.count > Self.arrivalCountMax { arrivals[order.removeFirst()] = nil }
        changes.signal()
    }

    /// Delivers a broadcast to one phone that follows its channel.
    func deliver(_ broadcast: ChannelBroadcast, to deviceID: String) async {
        guard let phone = all.first(where: { $0.id == deviceID }) else { return }
        await phone.receive(broadcast)
        changes.signal()
    }

    func arrival(_ id: APNSID) -> Arrival? { arrivals[id] }

    /// Returns a phone by its identifier or name. For `nil` and `booted`, returns the only phone.
    func find(_ reference: String?) throws -> VirtualDevice {
        guard let reference, reference != "booted" else {
            if let only = all.first, all.count == 1 { return only }
            throw ControlProblem(
                .noSuchDevice,
                all.isEmpty
                    ? "there is no phone; create one with: bellhop device create"
                    : "there are \(all.count) phones; name one: \(names())")
        }
        for phone in all {
            if phone.id.lowercased() == reference.lowercased() { return phone }
            if phone.snapshot.name == reference { return phone }
        }
        throw ControlProblem(
            .noSuchDevice,
            "there is no phone \"\(reference.prefix(64))\"; the phones are: \(names())")
    }

    func forgetArrivals() {
        arrivals.removeAll()
        order.removeAll()
    }

    func stop() {
        for watcher in watchers.values { watcher.cancel() }
        for phone in all { phone.stopTimer() }
    }

    private func names() -> String {
        var names: [String] = []
        for phone in all.prefix(8) { names.append("\"\(phone.snapshot.name)\"") }
        return names.joined(separator: ", ")
    }
}
