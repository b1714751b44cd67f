// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopKit
import BellhopTesting
import DemoBundle
import DemoKit
import DemoService
import Foundation
import GatewayAPI
import OpenUserNotifications

@testable import DemoApp

/// A phone on which the example app is installed.
@MainActor
struct CornerPhone {
    let phone: TestPhone
    let app: AppUnderTest
    let backend: InMemoryBackend
    let server: RecordingServer

    init(
        authorization: Authorization = .authorized, downloads: any MediaDownloader = NoDownloads(),
        edit: (inout InstalledApp) -> Void = { _ in }
    ) async throws {
        let phone = try await TestPhone()
        let (backend, server) = (InMemoryBackend(), RecordingServer())
        var corner = TestApp(DemoAppDescription.bundleID, name: DemoAppDescription.name) {
            AppDelegate(backend: backend, server: server)
        }
        corner.serviceExtension = { ServiceUnderTest(downloads) }
        corner.contentExtension = { DemoAppDescription.makeContentExtension() }
        try corner.installed.configureCorner(authorization)
        corner.addActivity(OrderAttributes.self)
        corner.addActivity(GameAttributes.self)
        edit(&corner.installed)
        self.phone = phone
        self.backend = backend
        self.server = server
        app = try await phone.install(corner)
    }

    /// The delegate of the running app; `nil` while the app does not run.
    var delegate: AppDelegate? { app.delegate() }

    /// Opens the app and waits until it is registered with its server.
    func launch() async throws {
        try await phone.launch(app)
        await phone.settle()
        await delegate?.push.settled()
    }

    /// Waits for the token that the server receives, and returns it.
    func token(_ family: TokenFamily, type: String? = nil) async -> DeviceToken {
        while true {
            await phone.settle()
            await delegate?.push.settled()
            let all = await backend.tokens.values.flatMap(\.self)
            let found = all.first { $0.key.family == family && $0.key.attributesType == type }
            if let found { return found.value }
            await Task.yield()
        }
    }

    @discardableResult
    func push(_ payload: String, _ headers: PushHeaders = PushHeaders()) async throws -> Arrival? {
        let arrival = try await phone.push(payload, to: app, headers)
        await delegate?.push.settled()
        return arrival
    }
}

/// Downloads as on a phone without an internet connection: each fails.
struct NoDownloads: MediaDownloader {
    func download(
        _ url: URL, kinds: Set<MediaType.Kind>, byteCountMax: Int?
    ) async throws -> DownloadedMedia { throw URLError(.notConnectedToInternet) }
}

/// The app's service extension with a different downloader.
final class ServiceUnderTest: RichNotificationService {
    private let downloads: any MediaDownloader

    init(_ downloads: any MediaDownloader) {
        self.downloads = downloads
        super.init()
    }

    override var configuration: ServiceConfiguration { Shared.service(downloads) }
}

extension InstalledApp {
    /// Makes this the example app, with the contents of its Info.plist, entitlements and strings.
    fileprivate mutating func configureCorner(_ authorization: Authorization) throws {
        self = InstalledApp(
            bundleID: bundleID, name: name, authorization: authorization,
            capabilities: capabilities, registersForPush: false,
            tokenFamilies: [.app, .voip, .liveActivity, .liveActivityStart])
        capabilities.criticalAlerts = true
        capabilities.communication = true
        capabilities.frequentUpdates = true
        capabilities.taskIdentifiers = [AppDelegate.refreshTask]
        capabilities.appGroups = [Shared.appGroup]
        let strings = try DemoAppDescription.strings()
        bundle = AppBundle(
            sounds: DemoAppDescription.sounds.map { AppBundle.Sound(name: $0, seconds: $1) },
            strings: strings.texts, developmentLanguage: strings.sourceLanguage,
            contentExtensions: [AppBundle.ContentExtension(categories: ["ORDER"])])
    }
}
