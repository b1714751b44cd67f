// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import ControlAPI
import DeviceModel
import DeviceSimulator

extension SimulatorHost {
    package func perform(
        _ command: DeviceCommand, on reference: String?
    ) async throws -> ActionResult {
        let phone = try await phones.find(reference)
        let steps = try CommandReader(command: command, device: phone.snapshot).steps()
        let start = time.now
        var callbacks: [Callback] = []
        do {
            for step in steps { callbacks += try await carryOut(step, on: phone) }
        } catch let error as DeviceActionError {
            throw Self.problem(error)
        }
        return ActionResult(
            device: DeviceView(phone.snapshot, at: time.now),
            callbacks: callbacks.map {
                CallbackView(
                    time: start, bundleID: $0.bundleID, name: $0.name, rule: $0.rule,
                    detail: $0.detail)
            })
    }

    private func carryOut(
        _ step: PhoneStep, on phone: VirtualDevice
    ) async throws -> [Callback] {
        switch step {
        case .action(let action):
            let callbacks = try await phone.perform(action)
            if case .install(let app) = action {
                phone.update { DemoPhone.registerCategories(of: app.bundleID, on: &$0) }
            }
            return callbacks
        case .edit(let edit):
            phone.update(edit)
            return []
        case .extensionFailure(let bundleID, let result):
            phone.failNextServiceExtension(of: bundleID, with: result)
            return []
        case .push(let bundleID, let payload):
            try await push(payload, to: bundleID, on: phone)
            return []
        case .ask(let bundleID, let options):
            await ask(options, of: bundleID, on: phone)
            return []
        }
    }

    /// Requests permission for an app. Returns when the prompt is shown or, if no prompt is needed,
    /// when the phone has decided.
    private func ask(
        _ options: AuthorizationOptions, of bundleID: String, on phone: VirtualDevice
    ) async {
        // While a prompt is open, a second request would only wait for the person's response to the
        // same prompt.
        guard !phone.snapshot.prompts.contains(where: { $0.bundleID == bundleID }) else { return }
        let count = phone.changeCount
        let changes = phone.changes()
        let system = phone.system(for: bundleID)
        Task { _ = try? await system.requestAuthorization(options) }
        for await change in changes where change > count { return }
    }

    private static func problem(_ error: DeviceActionError) -> ControlProblem {
        switch error {
        case .unknownApp: ControlProblem(.noSuchApp, error.description)
        case .unknownNotification: ControlProblem(.noSuchNotification, error.description)
        case .unknownActivity: ControlProblem(.noSuchActivity, error.description)
        case .notRunning, .unknownAction, .takesNoText, .needsText, .unknownThread,
            .unknownTimeZone, .impossible:
            ControlProblem(.badRequest, error.description)
        }
    }
}
