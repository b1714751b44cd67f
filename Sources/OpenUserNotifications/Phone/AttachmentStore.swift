// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// The system's store for the files attached to one app's notifications (`ATT-5`).
///
/// A file is moved into the store; a file in the app's bundle is copied. Here, every file outside
/// the temporary folder and the app's containers is treated as part of the bundle, so that no test
/// loses files of its project. Source: `UNNotificationAttachment`.
package final class AttachmentStore: Sendable {
    /// The maximum number of files in the store; further files stay where they are.
    static let fileCountMax = 10_000
    private static let bundleEndings: Set<String> = [
        "app", "appex", "bundle", "framework", "resources", "xctest",
    ]

    /// A file that was moved or copied into the store.
    package struct StoredFile: Sendable {
        let original: URL
        let stored: URL
        let isCopy: Bool
    }

    private let folder: URL
    private let containers: [URL]
    /// For each file in the store, by its path, whether a notification has already used the file.
    private let files = Mutex<[String: Bool]>([:])

    /// - Parameter container: the folder in which the app stores its own files. Files in the
    ///   temporary folder are also treated as the app's own files.
    package init(container: URL) {
        folder = TemporaryFiles.newFolder("attachments")
        containers = [FileManager.default.temporaryDirectory, container]
    }

    /// Moves the attachments' files into the store and updates their URLs.
    ///
    /// - Returns: the files that were moved or copied, for ``moveBack(_:)``.
    /// - Throws: ``UNError`` 100 for a file that does not exist, 103 for a file that is missing
    ///   from the store, 104 for a file that can be neither moved nor copied. If the method throws
    ///   an error, no file is moved or copied.
    package func take(
        _ attachments: inout [UNNotificationAttachment.Record]
    ) throws(UNError) -> [StoredFile] {
        var (storedFiles, made) = ([StoredFile](), attachments)
        for index in made.indices {
            do throws(UNError) {
                guard let file = try take(made[index].url) else { continue }
                storedFiles.append(file)
                made[index].url = file.stored
            } catch {
                moveBack(storedFiles)
                throw error
            }
        }
        attachments = made
        return storedFiles
    }

    private func take(_ url: URL) throws(UNError) -> StoredFile? {
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
        return StoredFile(original: url, stored: stored, isCopy: isCopy)
    }

    /// Returns whether a file belongs to the app, so that the store may move the file.
    package func isTheAppsOwn(_ url: URL) -> Bool {
        let file = url.resolvingSymlinksInPath()
        let endings = file.deletingLastPathComponent().pathComponents.map {
            ($0 as NSString).pathExtension
        }
        guard Self.bundleEndings.isDisjoint(with: endings),
            !file.isInside(Bundle.main.bundleURL)
        else { return false }
        return containers.contains { file.isInside($0) }
    }

    /// Undoes ``take(_:)`` after the phone rejected the request with these files: moves files back
    /// and deletes copies.
    package func moveBack(_ storedFiles: [StoredFile]) {
        for file in storedFiles {
            files.withLock { _ = $0.removeValue(forKey: file.stored.path) }
            if file.isCopy {
                try? FileManager.default.removeItem(at: file.stored)
            } else {
                try? FileManager.default.moveItem(at: file.stored, to: file.original)
            }
        }
    }

    /// Deletes the files that notifications used earlier and that no notification uses now
    /// (`ATT-7`). A file that no notification has used yet stays, because its notification still
    /// has to be delivered.
    package func free(keeping paths: Set<String>) {
        let removed = files.withLock { files in
            let removed = files.filter { $0.value && !paths.contains($0.key) }.map(\.key)
            for path in removed { files[path] = nil }
            for path in paths where files[path] != nil { files[path] = true }
            return removed
        }
        for path in removed { try? FileManager.default.removeItem(atPath: path) }
    }
}

extension URL {
    fileprivate func isInside(_ folder: URL) -> Bool {
        let (parts, start) = (pathComponents, folder.resolvingSymlinksInPath().pathComponents)
        return start.count > 1 && parts.count > start.count
            && Array(parts.prefix(start.count)) == start
    }
}
