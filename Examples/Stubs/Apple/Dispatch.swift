// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// A protocol of Dispatch that exists only on Apple's systems.
protocol DispatchSourceMemoryPressure: DispatchSourceProtocol {}

extension DispatchSource {
    struct MemoryPressureEvent: OptionSet, Sendable {
        let rawValue: UInt
        static let warning = MemoryPressureEvent(rawValue: 2)
        static let critical = MemoryPressureEvent(rawValue: 4)
    }

    static func makeMemoryPressureSource(
        eventMask: MemoryPressureEvent, queue: DispatchQueue? = nil
    ) -> any DispatchSourceMemoryPressure { preconditionFailure("a stub runs nothing") }
}
