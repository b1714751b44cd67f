// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopTesting
import DemoBundle
import DemoKit
import DemoService
import Foundation

@testable import DemoApp

/// A phone with the example app, as its tests use it.
@MainActor
struct CornerPhone {
    let phone: TestPhone
    let app: AppUnderTest
    let backend: RecordingBackend

    init(
        authorization: Authorization = .authorized, downloads: any Downloads = NoDownloads(),
        edit: (inout InstalledApp) -> Void = { _ in }
    ) async throws {
        let phone = try await TestPhone(patience: .seconds(2))
        let backend = RecordingBackend()
        let clock = phone.clock
        var corner = TestApp(DemoAppDescription.bundleID, name: DemoAppDescription.name) {
            AppDelegate(services: AppServices(backend: backend, now: { clock.now }))
        }
        corner.serviceExtension = { NotificationService(keys: GroupKeys(), downloads: downloads) }
        corner.contentExtension = { DemoAppDescription.makeContentExtension() }
        try corner.installed.configureCorner(authorization)
        corner.addActivity(OrderAttributes.self)
        corner.addActivity(GameAttributes.self)
        edit(&corner.installed)
        self.phone = phone
        self.backend = backend
        app = try await phone.install(corner)
    }

    /// What the running app consists of; `nil` while it does not run.
    var model: AppModel? { app.delegate(as: AppDelegate.self)?.model }

    /// Opens the app, as its first view would find it.
    func launch() async throws {
        try await phone.launch(app)
        model?.router.viewsAppeared()
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
    /// Makes it the example app, as Info.plist, entitlements and texts say.
    fileprivate mutating func configureCorner(_ authorization: Authorization) throws {
        self = InstalledApp(
            bundleID: bundleID, name: name, authorization: authorization,
            capabilities: capabilities, registersForPush: false,
            tokenFamilies: [.app, .voip, .liveActivity, .liveActivityStart])
        capabilities.criticalAlerts = true
        capabilities.communication = true
        capabilities.frequentUpdates = true
        capabilities.taskIdentifiers = [BackgroundRefresh.identifier]
        capabilities.appGroups = [AppGroup.identifier]
        let strings = try DemoAppDescription.strings()
        bundle = AppBundle(
            sounds: DemoAppDescription.sounds.map { AppBundle.Sound(name: $0, seconds: $1) },
            strings: strings.texts, developmentLanguage: strings.sourceLanguage,
            contentExtensions: [AppBundle.ContentExtension(categories: ["ORDER"])])
    }
}
