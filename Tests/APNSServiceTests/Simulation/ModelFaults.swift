// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

@testable import APNSService

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The faults in force, as the documentation of the control API describes them.
struct ModelFaults {
    private struct Entry {
        let fault: ServiceFault
        var remaining: Int?
        let start: Date
        let end: Date?
    }

    private var entries: [Entry] = []

    var count: Int { entries.count }

    mutating func add(_ fault: ServiceFault, now: Date) {
        let start = now + (fault.afterSeconds ?? 0)
        entries.append(
            Entry(
                fault: fault, remaining: fault.count, start: start,
                end: fault.seconds.map { start + $0 }))
    }

    mutating func removeAll() { entries = [] }

    /// Counts a request, and returns the first fault for it that is not a latency.
    mutating func take(
        environment: APNSEnvironment, app: String, token: DeviceToken?, now: Date
    ) -> ServiceFault? {
        var hasLatency = false
        var effect: ServiceFault?
        for index in entries.indices {
            let entry = entries[index]
            let isLatency = entry.fault.kind == .latency
            guard entry.start <= now, entry.end.map({ now < $0 }) ?? true,
                entry.remaining != 0, isLatency ? !hasLatency : effect == nil,
                entry.fault.environment ?? environment == environment,
                entry.fault.app ?? app == app,
                entry.fault.token.map({ $0 == token }) ?? true
            else { continue }
            entries[index].remaining = entry.remaining.map { $0 - 1 }
            if isLatency { hasLatency = true } else { effect = entry.fault }
        }
        return effect
    }
}

extension ServiceFault {
    /// Whether the request is carried out although the fault affects it.
    var carriesOut: Bool {
        switch kind {
        case .status, .refusedStream, .expiredToken: false
        case .silence, .cut: isProcessed ?? false
        case .reset, .halfResponse: status == nil
        default: true
        }
    }

    /// Whether the fault changes more than the status and the reason of a response.
    var isVisible: Bool {
        switch kind {
        case .silence, .goAway, .refusedStream, .reset, .halfResponse, .cut: true
        default: false
        }
    }
}
