// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopTesting
import DemoBundle
import DemoKit
import DemoService
import DeviceModel
import DeviceSimulator
import Foundation
import OpenUserNotifications
import Simulation

@testable import DemoApp

/// A phone with the example app, as its tests use it.
@MainActor
struct CornerPhone {
    let phone: TestPhone
    let app: AppUnderTest
    let backend: RecordingBackend
    private let process: RunningApp
    private let code: ApplicationCode
    /// Where the App Group's folder is.
    let groupFolder: URL

    /// The app delegate of the running app.
    final class RunningApp {
        weak var delegate: AppDelegate?
    }

    init(
        authorization: Authorization = .authorized, downloads: any Downloads = NoDownloads(),
        edit: (inout InstalledApp) -> Void = { _ in }
    ) async throws {
        let phone = try await TestPhone(patience: .seconds(2))
        let backend = RecordingBackend()
        let process = RunningApp()
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let keys = GroupKeys(folder: folder)
        let clock = phone.clock
        var parts = ApplicationCode.Parts()
        parts.delegate = {
            let services = AppServices(backend: backend, keys: keys, now: { clock.now })
            let delegate = AppDelegate(services: services)
            process.delegate = delegate
            return delegate
        }
        parts.serviceExtension = { NotificationService(keys: keys, downloads: downloads) }
        parts.contentExtension = { DemoAppDescription.makeContentExtension() }
        parts.add(OrderAttributes.self)
        parts.add(GameAttributes.self)
        let code = ApplicationCode(parts)
        phone.device.setCode(code, for: DemoAppDescription.bundleID)
        var installed = try InstalledApp.corner(authorization)
        edit(&installed)
        self.phone = phone
        self.backend = backend
        self.process = process
        self.code = code
        groupFolder = folder
        app = try await phone.install(installed)
    }

    /// What the running app consists of.
    var model: AppModel? { process.delegate?.model }

    var center: UNUserNotificationCenter { code.app(on: app.system).center }

    /// Opens the app, as its first view would find it.
    func launch() async throws {
        try await phone.launch(app)
        model?.router.viewsAppeared()
    }

    /// Runs what the app's views would run. Outside of a callback nothing else says on which phone
    /// the code is.
    @discardableResult
    func inApp<Value: Sendable>(
        _ body: @MainActor @Sendable () async throws -> Value
    ) async rethrows -> Value {
        try await code.app(on: app.system).run { try await body() }
    }

    @discardableResult
    func push(_ payload: String, _ headers: PushHeaders = PushHeaders()) async throws -> Arrival? {
        try await phone.push(payload, to: app, headers)
    }
}

/// A phone without web.
struct NoDownloads: Downloads {
    func download(_ url: URL) async throws -> URL { throw URLError(.notConnectedToInternet) }
}

extension InstalledApp {
    /// The example app as its Info.plist, entitlements and texts make it.
    static func corner(_ authorization: Authorization) throws -> InstalledApp {
        var capabilities = AppCapabilities(
            environment: .sandbox, criticalAlerts: true, serviceExtension: true)
        capabilities.communication = true
        capabilities.frequentUpdates = true
        capabilities.taskIdentifiers = [BackgroundRefresh.identifier]
        capabilities.appGroups = [AppGroup.identifier]
        var app = InstalledApp(
            bundleID: DemoAppDescription.bundleID, name: DemoAppDescription.name,
            authorization: authorization, capabilities: capabilities, registersForPush: false,
            tokenFamilies: [.app, .voip, .liveActivity, .liveActivityStart])
        let strings = try DemoAppDescription.strings()
        app.bundle = AppBundle(
            sounds: DemoAppDescription.sounds.map { AppBundle.Sound(name: $0, seconds: $1) },
            strings: strings.texts, developmentLanguage: strings.sourceLanguage,
            contentExtensions: [AppBundle.ContentExtension(categories: ["ORDER"])],
            activityTypes: DemoAppDescription.activityTypes.map { String(describing: $0) })
        return app
    }
}
