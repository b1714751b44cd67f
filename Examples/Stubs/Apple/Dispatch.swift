// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// A stub of what Dispatch has on Apple's systems only, after Apple's published declarations. It
// serves to type-check; nothing here happens.

import Dispatch

protocol DispatchSourceMemoryPressure: AnyObject {
    func setEventHandler(handler: (@Sendable () -> Void)?)
    func activate()
    func cancel()
}

private final class NoMemoryPressure: DispatchSourceMemoryPressure {
    func setEventHandler(handler: (@Sendable () -> Void)?) {}
    func activate() {}
    func cancel() {}
}

extension DispatchSource {
    struct MemoryPressureEvent: OptionSet, Sendable {
        let rawValue: UInt
        static let warning = Self(rawValue: 2)
        static let critical = Self(rawValue: 4)
    }

    class func makeMemoryPressureSource(
        eventMask: MemoryPressureEvent, queue: DispatchQueue? = nil
    ) -> any DispatchSourceMemoryPressure { NoMemoryPressure() }
}
