// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import FCM
import Foundation
import MessagingSimulator
import Simulation
import Synchronization
import WebPush

/// The simulated FCM and push service in process, which get requests without a network.
final class MessagingPeer: HTTPExchanging {
    static let fcmOrigin = "https://fcm.example.com"
    static let pushOrigin = "https://push.example.com"

    private struct State: Sendable {
        var service = MessagingService()
        var generator = SeededGenerator(seed: 7)
        var isUnreachable = false
        var refusedCount = 0
    }

    private let state = Mutex(State())
    private let clock: VirtualClock
    private let account: NewServiceAccount

    init(clock: VirtualClock) throws {
        self.clock = clock
        let account = try NewServiceAccount(
            email: FCMProject.demoEmail, keyID: FCMProject.demoKeyID)
        self.account = account
        state.withLock {
            $0.service.register(
                FCMProject(
                    id: FCMProject.demoID, number: FCMProject.demoNumber,
                    accounts: [account.account]))
        }
    }

    /// The key file of the service account.
    var accountFile: [UInt8] {
        JSONWriter.write(
            .object(
                account.file(
                    projectID: FCMProject.demoID, tokenAddress: Self.fcmOrigin + "/token")))
    }

    /// Registers an Android phone, and returns it with its token.
    func addPhone(project: String = FCMProject.demoID) throws -> FCMDevice {
        try state.withLock { state in
            let device = FCMDevice(
                name: "phone", platform: .android, app: "com.example.app", projectID: project,
                using: &state.generator)
            try state.service.register(device)
            return device
        }
    }

    func uninstall(_ device: FCMDevice) throws {
        try state.withLock { try $0.service.unregister(token: device.token) }
    }

    /// Subscribes a browser.
    func addBrowser(_ id: String) throws -> PushSubscription {
        try state.withLock { state in
            let browser = SimulatedBrowser(
                id: id, name: id, keys: BrowserKeys(), applicationServerKey: nil)
            try state.service.register(browser)
            return try browser.subscription(origin: Self.pushOrigin)
        }
    }

    func unsubscribe(_ id: String) throws {
        try state.withLock { try $0.service.unsubscribe(id: id) }
    }

    func add(_ fault: MessagingFault) { state.withLock { _ = $0.service.add(fault) } }
    func removeFaults() { state.withLock { $0.service.removeFaults() } }

    /// Sets whether requests fail to connect.
    func setUnreachable(_ isUnreachable: Bool) {
        state.withLock { $0.isUnreachable = isUnreachable }
    }

    /// The number of requests that failed to connect.
    var refusedCount: Int { state.withLock { $0.refusedCount } }

    /// The requests that were messages.
    var messages: [MessagingLogEntry] {
        state.withLock { $0.service.log.entries.filter { $0.kind == "send" } }
    }

    func post(
        _ request: HTTPExchangeRequest
    ) async throws(HTTPExchangeFailure) -> HTTPExchangeResponse {
        let isFCM = request.url.hasPrefix(Self.fcmOrigin)
        let origin = isFCM ? Self.fcmOrigin : Self.pushOrigin
        let response = state.withLock { state -> MessagingResponse? in
            guard !state.isUnreachable else {
                state.refusedCount += 1
                return nil
            }
            return state.service.handle(
                MessagingRequest(
                    method: "POST", path: String(request.url.dropFirst(origin.count)),
                    headers: Dictionary(
                        request.headers.map { ($0.name.lowercased(), $0.value) },
                        uniquingKeysWith: { $1 }),
                    body: request.body, origins: [origin]),
                to: isFCM ? .fcm : .webPush, now: clock.now, using: &state.generator,
                apns: { _, _ in ForwardedResponse(status: 200, reason: nil) })
        }
        guard let response else {
            throw HTTPExchangeFailure(mayHaveBeenProcessed: false, "the server cannot be reached")
        }
        return HTTPExchangeResponse(
            status: response.status, retryAfter: response.headers["retry-after"],
            body: response.body)
    }
}
