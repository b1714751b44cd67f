// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import FCM
import WebPush

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Simulated FCM and a simulated push service of browsers: a value that gets requests and the time,
/// and returns responses.
package struct MessagingService: Sendable {
    package var fcm = FCMService()
    package var webPush = WebPushEndpoint()
    package private(set) var log = MessagingLog()
    package private(set) var faults: [ActiveMessagingFault] = []
    private var lastFaultID = MessagingFault.firstID - 1

    package init() {}

    /// Processes a request.
    ///
    /// - Parameter apns: forwards a message to the simulated APNs, in the form into which FCM has
    ///   converted it.
    package mutating func handle(
        _ request: MessagingRequest, to service: MessagingServiceName, now: Date,
        using generator: inout some RandomNumberGenerator,
        apns: (FCMToAPNs, FCMDevice) -> ForwardedResponse
    ) -> MessagingResponse {
        let isToken = service == .fcm && request.path == "/token"
        let index = faultIndex(request, service, isToken: isToken)
        let fault = index.map { faults[$0] }
        var result: MessagingResult
        switch service {
        case .fcm where isToken:
            if let fault, fault.fault.fault == .token {
                result = FCMService.rejected(
                    .init(code: fault.fault.error ?? "", text: "injected fault"),
                    MessagingLogEntry(
                        time: now, service: .fcm, kind: "token", status: 400, note: ""))
            } else {
                result = fcm.token(request, now: now, using: &generator)
            }
        case .fcm:
            result = fcm.send(
                request, fault: fault?.fault, now: now, using: &generator, apns: apns)
        case .webPush:
            result = webPush.push(request, fault: fault?.fault, now: now, using: &generator)
        }
        if let index, let fault {
            faults[index].affectedCount += 1
            if let left = faults[index].remainingCount, left <= 0 { faults.remove(at: index) }
            result.entry.fault = fault.id
            if fault.fault.fault == .delay {
                result.response.delay = Duration(saturatingSeconds: fault.fault.seconds ?? 0)
            }
        }
        log.append(result.entry)
        return result.response
    }

    /// Returns the first fault that applies to a request.
    private func faultIndex(
        _ request: MessagingRequest, _ service: MessagingServiceName, isToken: Bool
    ) -> Int? {
        guard !faults.isEmpty else { return nil }
        var addresses: Set<String> = []
        for origin in request.origins { addresses.insert(origin + request.path) }
        if service == .fcm, !isToken,
            let message = try? FCMMessage(bytes: request.body), let address = message.address
        {
            addresses.insert(address.value)
        }
        return faults.firstIndex { active in
            active.fault.service == service
                && (isToken
                    ? active.fault.fault == .token || active.fault.fault == .delay
                    : active.fault.fault != .token)
                && (active.fault.address.map { addresses.contains($0) } ?? true)
        }
    }

    /// Adds a fault.
    ///
    /// - Returns: `nil` if there are ``MessagingFault/countMax`` faults already.
    package mutating func add(_ fault: MessagingFault) -> ActiveMessagingFault? {
        guard faults.count < MessagingFault.countMax else { return nil }
        lastFaultID += 1
        let active = ActiveMessagingFault(id: lastFaultID, fault: fault)
        faults.append(active)
        return active
    }

    /// Removes a fault. Returns `false` if there is no fault with this number.
    package mutating func removeFault(_ id: Int) -> Bool {
        let count = faults.count
        faults.removeAll { $0.id == id }
        return faults.count < count
    }

    package mutating func removeFaults() { faults = [] }

    package mutating func removeLog() { log.removeAll() }
}
