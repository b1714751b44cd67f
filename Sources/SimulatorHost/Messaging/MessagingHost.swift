// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSWire
package import ControlAPI
import FCM
package import MessagingSimulator
package import Simulation
import Synchronization
package import WebPush

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Runs the simulated FCM and the simulated push service of browsers, and connects FCM with the
/// simulated APNs. Requests are processed one at a time.
package final class MessagingHost: Sendable {
    struct State: Sendable {
        var service = MessagingService()
        var generator = SystemRandomNumberGenerator()
        /// The ports on which the services listen; empty until the first service listens.
        var ports: [MessagingServiceName: Int] = [:]
        /// The addresses that a reset keeps.
        var startingTokens: Set<String> = []
        var startingSubscriptions: Set<String> = []
    }

    /// The `authorization` header of requests that FCM sends to the simulated APNs in process.
    private static let authorization = "bearer fcm"

    /// The host name in the addresses of the services.
    package let listenHost: String
    package let changes: ChangeSignal
    private let apns: ServiceHost
    let time: TimeSource
    /// The time source for callers that wait.
    let waitTime: TimeSource
    let state = Mutex(State())

    /// Makes a host for a running simulator.
    package init(simulator: SimulatorHost, listenHost: String) {
        self.listenHost = listenHost
        changes = simulator.changes
        apns = simulator.service
        time = simulator.time
        waitTime = simulator.waitTime
    }

    /// Processes a request of a sender.
    package func handle(
        _ request: MessagingRequest, to service: MessagingServiceName
    ) -> MessagingResponse {
        let now = time.now
        let response = state.withLock { state in
            state.service.handle(
                request, to: service, now: now, using: &state.generator,
                apns: { forward($0, to: $1, now: now) })
        }
        changes.signal()
        return response
    }

    /// Forwards a message to the simulated APNs, in the form into which FCM has converted it.
    private func forward(
        _ request: FCMToAPNs, to device: FCMDevice, now: Date
    ) -> ForwardedResponse {
        guard let token = device.apnsToken else {
            return ForwardedResponse(status: 200, reason: nil)
        }
        var headers = request.headers
        headers["authorization"] = Self.authorization
        headers["apns-topic"] = headers["apns-topic"] ?? device.app
        var connection = ConnectionState(
            trusting: Self.authorization, keyID: SimulatorHost.keyID, issuedAt: now)
        let response = apns.handle(
            ServiceRequest(
                method: "POST", path: "/3/device/\(token.hex)",
                headers: headers.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) },
                body: JSONWriter.write(.object(request.payload))),
            connection: &connection, environment: device.apnsEnvironment ?? .sandbox)
        return ForwardedResponse(
            status: response.status, reason: RejectionBody(response.body)?.reason)
    }

    /// Records the port on which a service listens.
    package func listens(_ service: MessagingServiceName, on port: Int) {
        state.withLock { $0.ports[service] = port }
    }

    /// The address of a service; `nil` if the service is not listening.
    package func address(of service: MessagingServiceName) -> SimulatorInfo.Address? {
        state.withLock { $0.ports[service] }.map {
            SimulatorInfo.Address(host: listenHost, port: $0)
        }
    }

    /// The URL of a service, without a path; `nil` if the service is not listening.
    package func origin(of service: MessagingServiceName) -> String? {
        address(of: service).map {
            "http://\($0.host.contains(":") ? "[\($0.host)]" : $0.host):\($0.port)"
        }
    }

    /// The origins at which senders can reach a service. `http` and `https` work on the same port.
    package func origins(of service: MessagingServiceName) -> Set<String> {
        guard let address = address(of: service) else { return [] }
        var names = Set(HTTPAuthority.loopbackNames.map { $0.contains(":") ? "[\($0)]" : $0 })
        names.insert(address.host)
        return Set(
            names.flatMap { name in ["http", "https"].map { "\($0)://\(name):\(address.port)" } })
    }

    // MARK: - The state

    /// Starts with the state of an earlier simulator.
    ///
    /// - Returns: whether the bytes could be read.
    package func restore(_ bytes: Data) -> Bool {
        guard let saved = try? ControlJSON.decode(MessagingService.Saved.self, from: bytes) else {
            return false
        }
        state.withLock { $0.service.restore(saved) }
        return true
    }

    /// Returns the state with which a later simulator can start. It contains secrets.
    package func save() throws -> Data {
        try ControlJSON.encode(state.withLock { $0.service.saved })
    }

    /// Registers the demo project with its account, and the addresses that every simulator has:
    /// an Android phone, and a browser.
    package func addDefaults(account: FCMProject.Account) {
        state.withLock { state in
            var project = FCMProject(
                id: FCMProject.demoID, number: FCMProject.demoNumber, accounts: [account])
            project.hasAPNsKey =
                state.service.fcm.projects.first { $0.id == project.id }?.hasAPNsKey ?? true
            state.service.register(project)
            if !state.service.fcm.devices.contains(where: { $0.name == Self.defaultPhone }) {
                let device = FCMDevice(
                    name: Self.defaultPhone, platform: .android, app: Self.defaultApp,
                    projectID: project.id, using: &state.generator)
                try? state.service.register(device)
            }
            if !state.service.webPush.browsers.contains(where: { $0.name == Self.defaultBrowser }) {
                try? state.service.register(
                    SimulatedBrowser(
                        id: Self.subscriptionID(using: &state.generator),
                        name: Self.defaultBrowser, keys: BrowserKeys(), applicationServerKey: nil))
            }
            state.startingTokens = Set(
                state.service.fcm.devices.filter { $0.name == Self.defaultPhone }.map(\.token))
            state.startingSubscriptions = Set(
                state.service.webPush.browsers.filter { $0.name == Self.defaultBrowser }.map(\.id))
        }
        changes.signal()
    }

    package static let defaultPhone = "Android phone"
    package static let defaultBrowser = "Browser"
    package static let defaultApp = "dev.bellhop.demo"

    /// The token of the Android phone that every simulator has.
    package var defaultToken: String? {
        state.withLock { state in
            state.service.fcm.devices.first { $0.name == Self.defaultPhone }?.token
        }
    }

    /// The subscription of the browser that every simulator has; `nil` before the service listens.
    package var defaultSubscription: PushSubscription? {
        guard let origin = origin(of: .webPush) else { return nil }
        let browser = state.withLock { state in
            state.service.webPush.browsers.first { $0.name == Self.defaultBrowser }
        }
        return try? browser?.subscription(origin: origin)
    }

    static func subscriptionID(using generator: inout SystemRandomNumberGenerator) -> String {
        Base64URL.encode((0..<18).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }

    /// Resets parts of the state. The default addresses stay.
    package func reset(_ parts: Set<ResetPart>) {
        state.withLock { state in
            if parts.contains(.log) { state.service.removeLog() }
            if parts.contains(.faults) { state.service.removeFaults() }
            guard parts.contains(.devices) else { return }
            let saved = state.service.saved
            let (tokens, subscriptions) = (state.startingTokens, state.startingSubscriptions)
            var kept = saved
            kept.devices = saved.devices.filter { tokens.contains($0.token) }
            kept.browsers = saved.browsers.filter { subscriptions.contains($0.id) }
            for index in kept.devices.indices { kept.devices[index].isUnregistered = false }
            for index in kept.browsers.indices { kept.browsers[index].isGone = false }
            for index in kept.projects.indices { kept.projects[index].hasAPNsKey = true }
            state.service.restore(kept)
        }
        changes.signal()
    }
}
