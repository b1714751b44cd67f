// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
package import DeviceSimulator
import Foundation
import Synchronization

/// Implements the services that Apple's API requires of a phone, for one app of a virtual phone.
package final class DevicePhone: PhoneServices {
    /// The maximum number of opened URLs that are stored, and the maximum number of donations that
    /// are stored; the oldest are dropped.
    package static let openedURLCountMax = 100
    /// The maximum number of concurrent observers of Live Activities; the stream of any further
    /// observer ends immediately.
    static let listenerCountMax = 1_000
    /// The maximum number of events buffered for one observer; the oldest are dropped.
    static let eventCountMax = 1_000
    /// The maximum number of background tasks that have not ended; further tasks are refused.
    static let backgroundTaskCountMax = 1_000

    package let system: AppSystem
    private let groupFolder: URL
    let attachments: AttachmentStore
    let state = Mutex(State())

    /// The state that belongs to the app's process. Only opened URLs and donations remain after the
    /// process has ended.
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

    /// Creates the services for one app.
    ///
    /// - Parameter groupFolder: the parent folder of the App Group folders; by default, a new
    ///   folder in ``TemporaryFiles``. Apps of a phone that share an App Group must have the same
    ///   parent folder.
    package init(_ system: AppSystem, groupFolder: URL? = nil) {
        self.system = system
        let folder = groupFolder ?? TemporaryFiles.newFolder("groups")
        self.groupFolder = folder
        attachments = AttachmentStore(container: folder)
    }

    package var now: Date { system.now }
    package var systemVersion: String { system.device.snapshot.systemVersion }

    /// The vendor identifier. It is derived from the phone's identifier, so that it is the same for
    /// all apps on the phone.
    package var identifierForVendor: UUID? { UUID(digestOf: system.device.id) }

    package func complete(_ handler: @escaping @Sendable () -> Void) {
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

    /// Clears the state of the app's process, which has ended, and ends the streams of all
    /// observers.
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
    /// Creates an identifier from a text; the same text always produces the same identifier.
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
