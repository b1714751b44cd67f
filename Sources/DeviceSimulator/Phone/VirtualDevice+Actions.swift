// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import DeviceModel
import Synchronization

extension VirtualDevice {
    /// Performs an action on the phone, runs the app code that results from it, and requests tokens
    /// from APNs if necessary.
    ///
    /// - Returns: The callbacks in order, including those of registration.
    /// - Throws: ``/DeviceModel/DeviceActionError`` when there is no such app or notification; an
    ///   error of the link when APNs could not be informed that an app was deleted or that the
    ///   connection changed.
    @discardableResult
    public func perform(_ action: UserAction) async throws -> [Callback] {
        try await working {
            let now = time.now
            let applied = try state.withLock { state in
                let before = state.device
                let outcome = try before.performing(action, at: now)
                return state.apply(
                    outcome, since: before, keepsRunning: action.setsStateByHand)
            }
            changed()
            return try await carryOut(applied)
        }
    }

    /// Connects a phone that was just created: reports whether it is online, and requests the
    /// missing tokens.
    public func connect() async throws {
        try await working {
            try await link.setOnline(deviceID: id, snapshot.isOnline)
            try await link.setSavingPower(deviceID: id, snapshot.isLowPower)
            _ = await registerMissing()
        }
    }

    /// Changes the phone and starts the resulting work, without waiting for it.
    func act<Failure: Error>(
        _ edit: (inout Device) -> Result<ActionOutcome, Failure>
    ) -> Result<ActionOutcome, Failure> {
        let (applied, result) = state.withLock {
            state -> (AppliedOutcome?, Result<ActionOutcome, Failure>) in
            let before = state.device
            let result = edit(&state.device)
            guard case .success(let outcome) = result else { return (nil, result) }
            return (state.apply(outcome, since: before), result)
        }
        changed()
        if let applied { spawn { _ = try? await self.carryOut(applied) } }
        return result
    }

    /// Runs the app code that an outcome calls, and carries out the outcome's instructions for the
    /// link to APNs.
    func carryOut(_ applied: AppliedOutcome) async throws -> [Callback] {
        let outcome = applied.outcome
        var callbacks = outcome.callbacks
        for callback in outcome.callbacks { await run(callback, outcome) }
        for bundleID in applied.launching { endLaunch(of: bundleID) }
        answer(outcome.answeredPrompts)
        for order in outcome.linkOrders { callbacks += try await follow(order) }
        for bundleID in applied.launching where snapshot[bundleID]?.registersForPush == true {
            callbacks += await register(bundleID)
        }
        for bundleID in applied.woken { await endRun(of: bundleID) }
        for bundleID in applied.ended { await code(of: bundleID).processDidEnd() }
        return callbacks
    }

    /// Runs one callback.
    func run(_ callback: Callback, _ outcome: ActionOutcome? = nil) async {
        let bundleID = callback.bundleID
        let (code, system) = (code(of: bundleID), system(for: bundleID))
        let limit = Duration.seconds(snapshot.choices.responseSecondsMax)
        switch callback.kind {
        case .didReceiveResponse:
            guard let response = outcome?.response else { return record(callback) }
            let isReceived = await awaitResult(within: limit) {
                await code.didReceive(response, on: system)
            }
            let result: String? =
                switch isReceived {
                case true?: nil
                case false?:
                    await missed(callback.kind, of: bundleID, wasCalled: true)
                        ?? "not received: the delegate was not set in time (RSP-12)"
                case nil: "not finished in time (RSP-14)"
                }
            record(callback, result: result)
        case .didReceiveRemoteNotification:
            guard case .userInfo(let userInfo) = callback.subject else { return record(callback) }
            await runBackgroundCallback(callback, userInfo: userInfo)
        case .voipPush: await runVoIPPush(callback)
        case .contentExtensionResponse:
            guard case .response(let response) = callback.subject else { return record(callback) }
            let answer = await awaitResult(within: limit) {
                await code.contentExtension(didReceive: response, on: system)
                    ?? .dismissAndForwardAction
            }
            record(callback, result: answer?.rawValue ?? "not finished in time")
            await proceed(after: answer ?? .doNotDismiss, response, of: bundleID)
        default:
            let isDone: Void? = await awaitResult(within: limit) {
                await code.run(callback, on: system)
            }
            let missed = await missed(callback.kind, of: bundleID, wasCalled: false)
            record(callback, result: isDone == nil ? "not finished in time" : missed)
        }
    }

    /// Carries out the option that a content extension returned after a button was pressed
    /// (`NCE-7`).
    private func proceed(
        after option: ContentExtensionOption, _ response: NotificationResponse,
        of bundleID: String
    ) async {
        let now = time.now
        let applied = state.withLock { state in
            let before = state.device
            let outcome = before.afterContentExtension(option, response, of: bundleID, at: now)
            return state.apply(outcome, since: before)
        }
        changed()
        // A person's response sends nothing to APNs, so the link to APNs cannot fail.
        _ = try? await carryOut(applied)
    }

    func follow(_ order: LinkOrder) async throws -> [Callback] {
        switch order {
        case .setOnline(let isOnline): try await link.setOnline(deviceID: id, isOnline)
        case .setSavingPower(let isSaving):
            try await link.setSavingPower(deviceID: id, isSaving)
        case .registerMissing: return await registerMissing()
        case .register(let bundleID): return await register(bundleID)
        case .unregister(let bundleID): try await link.unregister(deviceID: id, bundleID: bundleID)
        case .revoke(let tokens, let end): try await link.revoke(tokens, because: end)
        case .setNotificationsAllowed(let bundleID, let isAllowed):
            try await link.setNotificationsAllowed(
                deviceID: id, bundleID: bundleID, isAllowed)
        case .registerActivity(let id): await registerActivity(id)
        case .registerActivityStart(let bundleID, let type):
            await registerActivityStart(bundleID, attributesType: type)
        }
        return []
    }
}

extension UserAction {
    /// Whether the action sets an app's state directly, so that the app is not suspended
    /// afterwards.
    var setsStateByHand: Bool {
        switch self {
        case .bring, .sendToBackground: true
        default: false
        }
    }
}

extension ActionOutcome {
    /// Returns the apps that are running in the background now and were not running before.
    func wokenApps(since before: Device) -> [String] {
        device.apps.filter { app in
            guard app.state == .background, let old = before[app.bundleID]?.state else {
                return false
            }
            return old == .suspended || !old.isInMemory
        }.map(\.bundleID)
    }

    /// Returns the apps that had a process before and have none now.
    func endedProcesses(since before: Device) -> [String] {
        before.apps.filter { old in
            old.state.isInMemory && !(device[old.bundleID]?.state.isInMemory ?? false)
        }.map(\.bundleID)
    }
}
