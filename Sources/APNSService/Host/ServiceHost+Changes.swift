// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
import Simulation
import Synchronization

/// Changes to senders, devices and apps; see the methods of the same names in ``PushService``.
extension ServiceHost {
    public func registerKey(_ key: RegisteredKey) throws(ServiceError) {
        try change { service, _ throws(ServiceError) in
            try service.registerKey(key)
            return []
        }
    }

    public func registerApp(bundleID: String, teamID: String) throws(ServiceError) {
        try change { service, _ throws(ServiceError) in
            try service.registerApp(bundleID: bundleID, teamID: teamID)
            return []
        }
    }

    public func registerDevice(_ id: String, isOnline: Bool = true) throws(ServiceError) {
        try change { service, _ throws(ServiceError) in
            try service.registerDevice(id, isOnline: isOnline)
            return []
        }
    }

    public func removeDevice(_ id: String) throws(ServiceError) {
        try change { service, now throws(ServiceError) in
            service.removeDevice(id, now: now)
            return []
        }
    }

    public func setOnline(_ isOnline: Bool, deviceID: String) throws(ServiceError) {
        try change { service, now throws(ServiceError) in
            try service.setOnline(isOnline, deviceID: deviceID, now: now)
        }
    }

    public func setSavingPower(_ isSavingPower: Bool, deviceID: String) throws(ServiceError) {
        try change { service, now throws(ServiceError) in
            try service.setSavingPower(isSavingPower, deviceID: deviceID, now: now)
        }
    }

    public func setNotificationsEnabled(
        _ isEnabled: Bool, bundleID: String, deviceID: String
    ) throws(ServiceError) {
        try change { service, _ throws(ServiceError) in
            try service.setNotificationsEnabled(isEnabled, bundleID: bundleID, deviceID: deviceID)
            return []
        }
    }

    public func registerToken(
        deviceID: String, bundleID: String, environment: APNSEnvironment,
        family: TokenFamily = .app,
        instance: String = ""
    ) throws(ServiceError) -> DeviceToken {
        let now = time.now
        return try state.withLock { state -> Result<DeviceToken, ServiceError> in
            do throws(ServiceError) {
                let token = try state.service.registerToken(
                    deviceID: deviceID, bundleID: bundleID, environment: environment,
                    family: family,
                    instance: instance, now: now, using: &state.generator)
                state.revision += 1
                return .success(token)
            } catch { return .failure(error) }
        }.get()
    }

    public func unregister(
        _ token: DeviceToken, because end: TokenEnd = .unregistered
    ) throws(ServiceError) {
        try change { service, now throws(ServiceError) in
            try service.unregister(token, because: end, now: now)
            return []
        }
    }

    public func expire(_ token: DeviceToken) throws(ServiceError) {
        try change { service, now throws(ServiceError) in
            try service.expire(token, now: now)
            return []
        }
    }

    public func deleteApp(bundleID: String, deviceID: String) throws(ServiceError) {
        try change { service, now throws(ServiceError) in
            try service.deleteApp(bundleID: bundleID, deviceID: deviceID, now: now)
            return []
        }
    }

    public func setFollowed(
        _ subscriptions: Set<ChannelSubscription>, by deviceID: String
    ) throws(ServiceError) {
        try change { service, now throws(ServiceError) in
            try service.setFollowed(subscriptions, by: deviceID, now: now)
        }
    }

    public func setBroadcastEnabled(
        _ isEnabled: Bool, bundleID: String
    ) throws(ServiceError) {
        try change { service, _ throws(ServiceError) in
            try service.setBroadcastEnabled(isEnabled, bundleID: bundleID)
            return []
        }
    }

    /// Discards the stored notifications that have expired, so that the log shows them as
    /// discarded. Even without this call, they would not be delivered.
    public func discardExpired() {
        let now = time.now
        state.withLock { $0.service.discardExpired(now: now) }
    }

    /// Sets how provider tokens are checked in subsequent requests.
    package func setTokenCheck(_ check: any ProviderTokenCheck) {
        state.withLock { $0.service.tokenCheck = check }
    }

    /// The current options.
    public var options: ServiceOptions { state.withLock { $0.service.options } }

    /// Changes options for the requests that follow. If the closure throws, no option changes.
    public func changeOptions(_ body: (inout ServiceOptions) throws -> Void) rethrows {
        try state.withLock { state in
            var options = state.service.options
            try body(&options)
            state.service.options = options
            state.revision += 1
        }
    }

    /// Sets the options for the requests that follow.
    public func setOptions(_ options: ServiceOptions) {
        state.withLock { state in
            state.service.options = options
            state.revision += 1
        }
    }

    /// Adds a fault; see ``PushService/addFault(_:now:)``.
    public func addFault(_ fault: ServiceFault) throws(FaultError) -> FaultPlan.Entry {
        let now = time.now
        defer { changes.signal() }
        let result = state.withLock { state -> Result<FaultPlan.Entry, FaultError> in
            do throws(FaultError) {
                return .success(try state.service.addFault(fault, now: now))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// Ends the faults with the given number or name. Returns whether there was such a fault.
    public func removeFault(_ reference: String) -> Bool {
        defer { changes.signal() }
        return state.withLock { $0.service.removeFault(reference) }
    }

    /// Ends all faults.
    public func removeFaults() {
        defer { changes.signal() }
        state.withLock { $0.service.removeFaults() }
    }

    /// Ends all faults, and numbers the next connection 1 again.
    public func resetFaults() {
        defer { changes.signal() }
        state.withLock { $0.service.faults.reset() }
    }
}
