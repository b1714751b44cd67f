// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The system's store for the files that the notifications of one app show (`ATT-5`).
///
/// A file is moved into it; one of the app's bundle is copied. Here everything that lies neither in
/// a temporary folder nor in a container of the app counts as bundle, so that no test loses files
/// of its project. Source: `UNNotificationAttachment`.
package final class AttachmentStore: Sendable {
    /// How many files are remembered; a further one stays where it is.
    static let fileCountMax = 10_000
    private static let bundleEndings: Set<String> = [
        "app", "appex", "bundle", "framework", "resources", "xctest",
    ]

    /// A file that was taken.
    package struct Taken: Sendable {
        let original: URL
        let stored: URL
        let isCopy: Bool
    }

    private let folder: URL
    private let containers: [URL]
    /// The files in the store; whether a notification has held them yet.
    private let files = Mutex<[String: Bool]>([:])

    /// - Parameter container: where the app keeps files of its own, besides temporary ones.
    package init(container: URL) {
        let temporary = FileManager.default.temporaryDirectory
        let name = "bellhop-attachments-\(UUID().uuidString)"
        folder = temporary.appendingPathComponent(name, isDirectory: true)
        containers = [temporary, container]
    }

    /// Takes the files of attachments, which name their places in the store from then on.
    ///
    /// - Returns: what was taken, for ``giveBack(_:)``.
    /// - Throws: ``UNError`` 100 for a file that is gone, 103 for one that is gone from the store,
    ///   104 when it can be neither moved nor copied. Nothing is taken then.
    package func take(
        _ attachments: inout [UNNotificationAttachment.Record]
    ) throws(UNError) -> [Taken] {
        var (taken, made) = ([Taken](), attachments)
        for index in made.indices {
            do throws(UNError) {
                guard let file = try take(made[index].url) else { continue }
                taken.append(file)
                made[index].url = file.stored
            } catch {
                giveBack(taken)
                throw error
            }
        }
        attachments = made
        return taken
    }

    private func take(_ url: URL) throws(UNError) -> Taken? {
        let isStored = url.deletingLastPathComponent().path == folder.path
        guard url.regularFileByteCount != nil else {
            throw UNError(isStored ? .attachmentNotInDataStore : .attachmentInvalidURL)
        }
        guard !isStored, files.withLock({ $0.count }) < Self.fileCountMax else { return nil }
        let name = UUID().uuidString
        let stored = folder.appendingPathComponent(
            url.pathExtension.isEmpty ? name : "\(name).\(url.pathExtension)")
        let manager = FileManager.default
        var isCopy = !isTheAppsOwn(url)
        do {
            try manager.createDirectory(at: folder, withIntermediateDirectories: true)
            if !isCopy {
                do { try manager.moveItem(at: url, to: stored) } catch { isCopy = true }
            }
            if isCopy { try manager.copyItem(at: url, to: stored) }
        } catch { throw UNError(.attachmentMoveIntoDataStoreFailed) }
        files.withLock { $0[stored.path] = false }
        return Taken(original: url, stored: stored, isCopy: isCopy)
    }

    /// Whether a file is the app's to give away.
    package func isTheAppsOwn(_ url: URL) -> Bool {
        let file = url.resolvingSymlinksInPath()
        let endings = file.deletingLastPathComponent().pathComponents.map {
            ($0 as NSString).pathExtension
        }
        guard Self.bundleEndings.isDisjoint(with: endings),
            !file.lies(in: Bundle.main.bundleURL)
        else { return false }
        return containers.contains { file.lies(in: $0) }
    }

    /// Puts files back: the request that they belong to was refused.
    package func giveBack(_ taken: [Taken]) {
        for file in taken {
            files.withLock { _ = $0.removeValue(forKey: file.stored.path) }
            if file.isCopy {
                try? FileManager.default.removeItem(at: file.stored)
            } else {
                try? FileManager.default.moveItem(at: file.stored, to: file.original)
            }
        }
    }

    /// Deletes the files that notifications held and hold no more (`ATT-7`). One that none has held
    /// yet stays: its notification is on its way.
    package func free(keeping paths: Set<String>) {
        let gone = files.withLock { files in
            let gone = files.filter { $0.value && !paths.contains($0.key) }.map(\.key)
            for path in gone { files[path] = nil }
            for path in paths where files[path] != nil { files[path] = true }
            return gone
        }
        for path in gone { try? FileManager.default.removeItem(atPath: path) }
    }
}

extension URL {
    fileprivate func lies(in folder: URL) -> Bool {
        let (parts, start) = (pathComponents, folder.resolvingSymlinksInPath().pathComponents)
        return start.count > 1 && parts.count > start.count
            && Array(parts.prefix(start.count)) == start
    }
}
