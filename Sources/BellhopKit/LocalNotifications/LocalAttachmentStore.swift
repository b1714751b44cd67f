// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import UserNotificationsShim

/// Copies of the files that planned notifications show. The store keeps copies because the system
/// moves a file away when it receives a notification ("UNNotificationAttachment"), and the plan may
/// submit the same notification again.
struct LocalAttachmentStore: Sendable {
    let folder: URL

    init(in folder: SharedFolder) {
        self.folder = folder.url.appendingPathComponent("local-attachments", isDirectory: true)
    }

    /// Copies a notification's files.
    ///
    /// - Returns: the notification with the names of the copies.
    /// - Throws: ``LocalNotificationError/attachment(_:)`` for a file that the system would not
    ///   show.
    @MainActor
    func keep(_ notification: LocalNotification) throws(LocalNotificationError) -> LocalNotification
    {
        var stored = notification
        for index in stored.content.attachments.indices {
            let attachment = stored.content.attachments[index]
            if let name = attachment.storedName, exists(name) { continue }
            stored.content.attachments[index].storedName = try keep(attachment.url)
        }
        return stored
    }

    @MainActor
    private func keep(_ url: URL) throws(LocalNotificationError) -> String {
        // A file in the notification center's store is security-scoped, like a file of another app.
        let isScoped = url.startAccessingSecurityScopedResource()
        defer { if isScoped { url.stopAccessingSecurityScopedResource() } }
        let fileExtension = url.pathExtension
        let name = UUID().uuidString + (fileExtension.isEmpty ? "" : "." + fileExtension)
        let copy = folder.appendingPathComponent(name)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: url, to: copy)
        } catch { throw .attachment(url.lastPathComponent) }
        do { _ = try UNNotificationAttachment(identifier: "", url: copy) } catch {
            try? FileManager.default.removeItem(at: copy)
            throw .attachment(url.lastPathComponent)
        }
        return name
    }

    /// Returns whether a name is a plain file name, which cannot refer to another folder.
    private func isPlain(_ name: String) -> Bool { !name.contains("/") && !name.hasPrefix(".") }

    private func exists(_ name: String) -> Bool {
        isPlain(name)
            && FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path)
    }

    /// Returns attachments for the system. Their files are further copies, because the system moves
    /// them away. A missing file is left out, because the text matters more.
    @MainActor
    func objects(for attachments: [LocalAttachment]) -> [UNNotificationAttachment] {
        attachments.compactMap { attachment in
            guard let name = attachment.storedName, isPlain(name) else { return nil }
            let copy = FileManager.default.temporaryDirectory.appendingPathComponent(
                UUID().uuidString + "-" + name)
            do {
                try FileManager.default.copyItem(at: folder.appendingPathComponent(name), to: copy)
            } catch { return nil }
            guard let object = try? UNNotificationAttachment(identifier: attachment.id, url: copy)
            else {
                try? FileManager.default.removeItem(at: copy)
                return nil
            }
            return object
        }
    }

    /// Deletes the copies that no planned notification shows.
    func prune(keeping plan: SchedulePlan) {
        let files = try? FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        guard let files, !files.isEmpty else { return }
        let names = Set(
            plan.entries.values.flatMap { $0.notification.content.attachments }
                .compactMap(\.storedName))
        for file in files where !names.contains(file.lastPathComponent) {
            try? FileManager.default.removeItem(at: file)
        }
    }
}
