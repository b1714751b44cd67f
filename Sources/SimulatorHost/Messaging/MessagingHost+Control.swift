// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import ControlAPI
import FCM
package import MessagingSimulator
import Simulation
import Synchronization
import WebPush

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

// The operations of the control API for FCM and Web Push.
extension MessagingHost {
    package func faults() throws -> [FaultView] {
        try state.withLock { $0.service.faults }.map(Self.view)
    }

    package func addFault(_ body: Data) throws -> FaultView {
        guard let object = (try? JSONReader.read(body))?.value.objectValue else {
            throw ControlProblem(.badRequest, "the body must be a JSON object")
        }
        for member in object.members where !MessagingFault.keys.contains(member.key) {
            throw ControlProblem(
                .badRequest,
                "there is no key \"\(member.key.prefix(64))\" for this service; use one of "
                    + MessagingFault.keys.joined(separator: ", "))
        }
        let fault: MessagingFault
        do { fault = try ControlJSON.decode(MessagingFault.self, from: body) } catch {
            let kinds = MessagingFault.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw ControlProblem(
                .badRequest, "\(ControlServer.reason(error)); \"fault\" is one of \(kinds)")
        }
        if let problem = fault.problem { throw ControlProblem(.badRequest, problem) }
        guard let active = state.withLock({ $0.service.add(fault) }) else {
            throw ControlProblem(
                .tooMany, "there are \(MessagingFault.countMax) faults, which is the limit")
        }
        return try Self.view(active)
    }

    /// Removes the fault with the given number. If the reference is `nil`, removes all faults.
    /// Returns `false` if there is no fault with this number.
    package func removeFault(_ reference: String?) -> Bool {
        state.withLock { state in
            guard let reference else {
                state.service.removeFaults()
                return true
            }
            return Int(reference).map { state.service.removeFault($0) } ?? false
        }
    }

    private static func view(_ active: ActiveMessagingFault) throws -> FaultView {
        var fault = try JSONReader.read(ControlJSON.encode(active.fault)).value.objectValue ?? [:]
        if let address = active.fault.address {
            fault["address"] = .string(String(address.prefix(6)) + "…")
        }
        return FaultView(
            id: active.id, fault: .object(fault), isActive: true, affected: active.affectedCount,
            remaining: active.remainingCount)
    }

    /// Waits until there are `count` matching requests, or until the time `wait` is over; then
    /// returns the matching requests.
    package func requests(
        _ query: MessagingLog.Query, count: Int, wait: Duration
    ) async -> MessagingPage {
        if wait > .zero {
            let observed = changes.stream()
            let clock = waitTime
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await _ in observed where self.entries(query).count >= count { return }
                }
                group.addTask { try? await clock.sleep(for: wait) }
                await group.next()
                group.cancelAll()
            }
        }
        let entries = entries(query)
        return MessagingPage(
            requests: entries, next: entries.last?.sequence ?? query.after)
    }

    private func entries(_ query: MessagingLog.Query) -> [MessagingLogEntry] {
        state.withLock { $0.service.log.entries(query) }
    }

    /// Returns the newest messages for the web page, the newest first. Requests for access tokens
    /// are omitted.
    package func arrivals(_ countMax: Int) -> [MessagingArrival] {
        state.withLock { $0.service.log.newestMessages(countMax) }.map { MessagingArrival($0) }
    }

    package func tokens() -> [FCMTokenView] {
        state.withLock { $0.service.fcm.devices }.map { FCMTokenView($0, withToken: false) }
    }

    /// Registers a device, and returns its token in full.
    package func addToken(
        _ order: NewFCMToken, apnsToken: TokenView?
    ) throws -> FCMTokenView {
        let platform = FCMDevice.Platform(rawValue: order.platform ?? "android")
        guard let platform else {
            throw ControlProblem(
                .badRequest,
                "platform must be one of "
                    + FCMDevice.Platform.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return try change { state in
            var device = FCMDevice(
                name: order.name ?? "device \(state.service.fcm.devices.count + 1)",
                platform: platform, app: order.app ?? apnsToken?.bundleID ?? Self.defaultApp,
                projectID: order.project ?? FCMProject.demoID, using: &state.generator)
            if let token = order.token { device.token = token }
            device.topics = Set(order.topics ?? [])
            device.apnsToken = apnsToken?.token
            device.apnsEnvironment = apnsToken?.environment
            try state.service.register(device)
            return FCMTokenView(device, withToken: true)
        }
    }

    package func removeToken(_ token: String) throws {
        try change { try $0.service.unregister(token: token) }
    }

    package func project() -> FCMProjectView {
        state.withLock { state in
            let project = state.service.fcm.projects.first { $0.id == FCMProject.demoID }
            return FCMProjectView(
                id: FCMProject.demoID, number: FCMProject.demoNumber,
                hasAPNsKey: project?.hasAPNsKey ?? true)
        }
    }

    package func changeProject(_ changes: FCMProjectChange) throws -> FCMProjectView {
        if let isPresent = changes.hasAPNsKey {
            try change { try $0.service.setAPNsKey(isPresent, of: FCMProject.demoID) }
        }
        return project()
    }

    package func subscriptions() -> [SubscriptionView] {
        state.withLock { $0.service.webPush.browsers }.map {
            SubscriptionView(id: $0.id, name: $0.name, isGone: $0.isGone, subscription: nil)
        }
    }

    /// Subscribes a browser, and returns its subscription.
    package func addSubscription(_ order: NewSubscription) throws -> SubscriptionView {
        guard let origin = origin(of: .webPush) else {
            throw ControlProblem(
                .notFound, "the push service is not running; start it with --web-push-port")
        }
        return try change { state in
            let browser = SimulatedBrowser(
                id: Self.subscriptionID(using: &state.generator),
                name: order.name ?? "browser \(state.service.webPush.browsers.count + 1)",
                keys: BrowserKeys(), applicationServerKey: order.applicationServerKey)
            try state.service.register(browser)
            let subscription = try browser.subscription(origin: origin)
            return SubscriptionView(
                id: browser.id, name: browser.name, isGone: false,
                subscription: .object(subscription.json))
        }
    }

    package func removeSubscription(_ id: String) throws {
        try change { try $0.service.unsubscribe(id: id) }
    }

    private func change<Value>(_ body: (inout State) throws -> Value) throws -> Value {
        defer { changes.signal() }
        do { return try state.withLock { try body(&$0) } } catch let problem
            as MessagingRegistryProblem
        {
            switch problem {
            case .tooMany: throw ControlProblem(.tooMany, problem.description)
            case .badServerKey: throw ControlProblem(.badRequest, problem.description)
            case .noSuchProject, .noSuchToken, .noSuchSubscription:
                throw ControlProblem(.notFound, problem.description)
            }
        }
    }
}

extension FCMTokenView {
    init(_ device: FCMDevice, withToken: Bool) {
        self.init(
            name: device.name, platform: device.platform.rawValue, app: device.app,
            project: device.projectID, token: withToken ? device.token : device.shownToken,
            fid: withToken ? device.installationID : nil, topics: device.topics.sorted(),
            isUnregistered: device.isUnregistered)
    }
}

/// The response of `GET /v1/requests?service=fcm`.
package struct MessagingPage: Codable, Sendable {
    package let requests: [MessagingLogEntry]
    /// The value of `after` for the next page.
    package let next: Int
}

extension MessagingArrival {
    init(_ entry: MessagingLogEntry) {
        self.init(
            id: entry.sequence, time: entry.time,
            device: entry.device ?? entry.address ?? "unknown recipient",
            platform: entry.platform ?? "", status: entry.status, reason: entry.reason,
            title: entry.title, body: entry.body, note: entry.note)
    }
}
