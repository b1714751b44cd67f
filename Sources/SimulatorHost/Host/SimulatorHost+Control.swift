// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSSimulator
public import APNSWire
public import ControlAPI
import DeviceModel
import DeviceSimulator
import Simulation
import Synchronization

extension SimulatorHost: SimulatorControl {
    public func info() async throws -> SimulatorInfo {
        SimulatorInfo(
            sandbox: address(.sandbox), production: address(.production), teamID: Self.teamID,
            keyID: Self.keyID, defaultBundleID: InstalledApp.demoBundleID)
    }

    public func devices() async throws -> [DeviceView] {
        var views: [DeviceView] = []
        for phone in await phones.all { views.append(DeviceView(phone.snapshot)) }
        return views
    }

    public func device(_ reference: String?) async throws -> DeviceView {
        DeviceView(try await phones.find(reference).snapshot)
    }

    public func createDevice(_ request: NewDevice) async throws -> DeviceView {
        guard !request.name.isEmpty, request.name.count <= 100 else {
            throw ControlProblem(.badRequest, "a phone's name has 1 to 100 characters")
        }
        let bundleID = request.app ?? InstalledApp.demoBundleID
        try Self.check(bundleID: bundleID)
        var generator = SystemRandomNumberGenerator()
        let device = Device(
            id: APNSID.random(using: &generator).text.uppercased(), name: request.name,
            model: "iPhone 17",
            apps: [
                DemoPhone.app(
                    bundleID: bundleID, name: Self.appName(bundleID),
                    environment: request.environment ?? .sandbox,
                    authorization: request.authorization ?? .authorized)
            ])
        try await phones.add(device)
        return try await self.device(device.id)
    }

    public func perform(_ command: DeviceCommand, on reference: String?) async throws
        -> ActionResult
    {
        let phone = try await phones.find(reference)
        let action = try await userAction(command, on: phone)
        do {
            let start = time.now
            let callbacks = try await phone.perform(action)
            return ActionResult(
                device: DeviceView(phone.snapshot),
                callbacks: callbacks.map {
                    CallbackView(
                        time: start, bundleID: $0.bundleID, name: $0.name, rule: $0.rule,
                        detail: $0.detail)
                })
        } catch let error as DeviceActionError {
            throw Self.problem(error)
        }
    }

    public func token(
        of reference: String?, app: String?, family: TokenFamily
    ) async throws -> TokenView {
        let phone = try await phones.find(reference)
        let installed = try await self.app(app, on: phone)
        guard let environment = installed.capabilities.environment else {
            throw ControlProblem(
                .noToken,
                "\(installed.bundleID) has no aps-environment entitlement, so it gets no device "
                    + "token"
            )
        }
        // The newest Live Activity has a token of its own.
        let ownToken =
            family == .liveActivity
            ? phone.snapshot.activities(of: installed.bundleID).last(where: \.isLive)?.token
            : nil
        if let token = ownToken ?? installed.tokens[family] {
            return TokenView(
                token: token, bundleID: installed.bundleID, environment: environment, family: family
            )
        }
        // Families that the app did not ask for by itself are given on request.
        let token = try service.registerToken(
            deviceID: phone.id, bundleID: installed.bundleID, environment: environment,
            family: family)
        phone.update { $0[installed.bundleID]?.tokens[family] = token }
        return TokenView(
            token: token, bundleID: installed.bundleID, environment: environment, family: family)
    }

    public func trace(of reference: String?) async throws -> [CallbackView] {
        let phone = try await phones.find(reference)
        return phone.trace.reversed().map {
            CallbackView(
                time: $0.time, bundleID: $0.bundleID, name: $0.name, rule: $0.rule,
                detail: $0.detail)
        }
    }

    public func reset() async throws {
        forgottenUpTo.withLock { $0 = service.log(.init(countMax: 1)).last?.sequence ?? 0 }
        await phones.forgetArrivals()
        for phone in await phones.all {
            var device = phone.snapshot
            for index in device.apps.indices {
                device.apps[index].badge = 0
                for notification in device.apps[index].delivered {
                    let outcome = try? device.performing(
                        .dismiss(
                            notificationID: notification.id, bundleID: device.apps[index].bundleID),
                        at: time.now)
                    device = outcome?.device ?? device
                }
            }
            phone.reset(to: device)
        }
        changes.signal()
    }

    // MARK: From words to actions

    private func userAction(
        _ command: DeviceCommand, on phone: VirtualDevice
    ) async throws -> UserAction {
        switch command.action {
        case .lock: return .lock
        case .unlock: return .unlock
        case .online: return .setOnline(true)
        case .offline: return .setOnline(false)
        case .reboot: return .reboot
        case .install: return .install(try installation(command))
        case .tap, .dismiss:
            let id = try await notification(command, on: phone)
            return command.action == .tap
                ? .tap(notificationID: id, bundleID: command.app)
                : .dismiss(notificationID: id, bundleID: command.app)
        default: break
        }
        let bundleID = try await app(command.app, on: phone).bundleID
        switch command.action {
        case .launch: return .launch(bundleID: bundleID)
        case .background: return .bring(bundleID: bundleID, to: .background)
        case .suspend: return .bring(bundleID: bundleID, to: .suspended)
        case .terminate: return .bring(bundleID: bundleID, to: .terminated)
        case .quit: return .forceQuit(bundleID: bundleID)
        case .uninstall: return .uninstall(bundleID: bundleID)
        case .authorization:
            guard let value = command.value.flatMap(Authorization.init) else {
                throw ControlProblem(
                    .badRequest,
                    "\"value\" has to be one of "
                        + Authorization.allCases.map(\.rawValue).joined(separator: ", "))
            }
            return .setAuthorization(bundleID: bundleID, value)
        default:
            guard let value = command.value, ["on", "off"].contains(value) else {
                throw ControlProblem(.badRequest, "\"value\" has to be on or off")
            }
            return .setBackgroundRefresh(bundleID: bundleID, value == "on")
        }
    }

    private func installation(_ command: DeviceCommand) throws -> InstalledApp {
        guard let bundleID = command.app else {
            throw ControlProblem(.badRequest, "name the app's bundle identifier in \"app\"")
        }
        try Self.check(bundleID: bundleID)
        return DemoPhone.app(
            bundleID: bundleID, name: command.value ?? Self.appName(bundleID))
    }

    /// The notification a command names, or the newest.
    private func notification(_ command: DeviceCommand, on phone: VirtualDevice) async throws
        -> String
    {
        if let id = command.notification { return id }
        let device = phone.snapshot
        let newest = device.apps
            .filter { command.app == nil || $0.bundleID == command.app }
            .flatMap(\.delivered).max { $0.deliveredAt < $1.deliveredAt }
        guard let newest = newest ?? device.banner?.notification else {
            throw ControlProblem(
                .noSuchNotification, "there is no notification on \(device.name); send one first")
        }
        return newest.id
    }

    private func app(_ bundleID: String?, on phone: VirtualDevice) async throws -> InstalledApp {
        let device = phone.snapshot
        let names = device.apps.map(\.bundleID).joined(separator: ", ")
        guard let bundleID else {
            if let only = device.apps.first, device.apps.count == 1 { return only }
            throw ControlProblem(
                .noSuchApp,
                device.apps.isEmpty
                    ? "no app is installed on \(device.name)" : "say which app with --app: \(names)"
            )
        }
        guard let app = device[bundleID] else {
            throw ControlProblem(
                .noSuchApp,
                "\(bundleID.prefix(100)) is not installed on \(device.name); installed: \(names); "
                    + "install it with: bellhop device install \(bundleID.prefix(100))")
        }
        return app
    }

    private static func check(bundleID: String) throws {
        guard Topic.isPlausible(bundleID), PushType.named(byTopic: bundleID) == nil else {
            throw ControlProblem(
                .badRequest,
                "\"\(bundleID.prefix(100))\" is not a bundle identifier; write one such as "
                    + "com.example.app")
        }
    }

    /// The last part of a bundle identifier, as a name for its icon.
    private static func appName(_ bundleID: String) -> String {
        guard bundleID != InstalledApp.demoBundleID else { return InstalledApp.demo.name }
        return bundleID.split(separator: ".").last.map {
            $0.prefix(1).uppercased() + $0.dropFirst()
        } ?? bundleID
    }

    private static func problem(_ error: DeviceActionError) -> ControlProblem {
        switch error {
        case .unknownApp: ControlProblem(.noSuchApp, error.description)
        case .unknownNotification: ControlProblem(.noSuchNotification, error.description)
        default: ControlProblem(.badRequest, error.description)
        }
    }
}
