// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
package import DeviceSimulator
import Foundation
import Synchronization

/// What Apple's API asks of the phone, answered by one app's side of a virtual phone.
package final class DevicePhone: PhoneServices {
    /// How many URLs that were opened are remembered; the oldest are forgotten first.
    package static let openedURLCountMax = 100
    /// How many loops may listen for Live Activities at a time; a further one ends at once.
    static let listenerCountMax = 1_000
    /// How many events wait for one such loop; the oldest are dropped beyond that.
    static let eventCountMax = 1_000
    /// How many pieces of background work may be open; further ones are refused.
    static let backgroundTaskCountMax = 1_000

    package let system: AppSystem
    private let groupFolder: URL
    let attachments: AttachmentStore
    let state = Mutex(State())

    /// What the app's process has told the system.
    struct State {
        var registries: [WeakRegistry] = []
        var desiredPushTypes: Set<PKPushType>?
        var launchHandlers: [String: LaunchHandler] = [:]
        var listeners: [UUID: Listener] = [:]
        var backgroundTasks: Set<Int> = []
        var lastBackgroundTask = 0
        var openedURLs: [URL] = []
        var donations: [INInteraction.Record] = []
        var hasLaunched = false
    }

    struct WeakRegistry {
        weak var registry: PKPushRegistry?
    }

    struct Listener {
        let topic: ActivityTopic
        let continuation: AsyncStream<ActivityEvent>.Continuation
    }

    /// The side of one app.
    ///
    /// - Parameter groupFolder: where the folders of App Groups lie; the apps of a phone that share
    ///   a group share this folder. A new temporary folder by default.
    package init(_ system: AppSystem, groupFolder: URL? = nil) {
        self.system = system
        let folder =
            groupFolder
            ?? FileManager.default.temporaryDirectory.appendingPathComponent(
                "bellhop-groups-\(UUID().uuidString)", isDirectory: true)
        self.groupFolder = folder
        attachments = AttachmentStore(container: folder)
    }

    package var now: Date { system.now }
    package var systemVersion: String { system.device.snapshot.systemVersion }

    /// The same for all apps of a phone: made of the phone's identifier.
    package var identifierForVendor: UUID? { UUID(digestOf: system.device.id) }

    package func answer(_ handler: @escaping @Sendable () -> Void) {
        let app = PhoneContext.running
        system.answer { PhoneContext.$running.withValue(app) { handler() } }
    }

    package func containerURL(group: String) -> URL? {
        guard !group.isEmpty, !group.contains("/"), group != "..", group != "." else { return nil }
        let folder = groupFolder.appendingPathComponent(group, isDirectory: true)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch { return nil }
        return folder
    }

    /// The app's process has ended: nobody listens any more.
    func processDidEnd() {
        let listeners = state.withLock { state in
            let listeners = state.listeners.values.map(\.continuation)
            let (urls, donations) = (state.openedURLs, state.donations)
            state = State()
            state.openedURLs = urls
            state.donations = donations
            return listeners
        }
        for listener in listeners { listener.finish() }
    }
}

extension UUID {
    /// An identifier made of a text: the same text makes the same one.
    fileprivate init(digestOf text: String) {
        var halves: [UInt64] = [0xcbf2_9ce4_8422_2325, 0x8422_2325_cbf2_9ce4]
        for byte in text.utf8 {
            for index in halves.indices {
                halves[index] = (halves[index] ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
            }
        }
        let bytes = halves.flatMap { half in
            (0..<8).map { UInt8(truncatingIfNeeded: half >> ($0 * 8)) }
        }
        self.init(bytes: bytes, version: 8)
    }
}
