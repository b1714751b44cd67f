// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import LocalSystem
import UserNotificationsShim

/// A folder for small files that an app and its extensions, which are separate processes, read and
/// change.
public struct SharedFolder: Sendable {
    public let url: URL

    public init(_ url: URL) { self.url = url }

    /// Returns the folder of an App Group; without a group, a folder that is not shared.
    public static func current(appGroup: String?) -> SharedFolder {
        let name = "bellhop"
        if let appGroup,
            let group = FileManager.default.containerURL(
                forSecurityApplicationGroupIdentifier: appGroup)
        {
            return SharedFolder(group.appendingPathComponent(name, isDirectory: true))
        }
        #if canImport(UserNotifications) && !BELLHOP_VIRTUAL_PHONE
        let own = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
        #else
        let own = [RunningApp.current.folder].compactMap(\.self)
        #endif
        let folder = own.first ?? FileManager.default.temporaryDirectory
        return SharedFolder(folder.appendingPathComponent(name, isDirectory: true))
    }

    /// Returns a file in the folder.
    ///
    /// - Parameter missing: the value while the file does not exist.
    func file<Value>(_ name: String, missing: Value) -> SharedFile<Value> {
        SharedFile(folder: url, name: name, missing: missing)
    }
}

/// A value in a file that several processes change in turn.
///
/// Every change writes a new file that replaces the old one, so after a crash, either the complete
/// old file or the complete new file exists. A file that cannot be decoded is renamed
/// (`NAME.damaged`) and treated as missing.
struct SharedFile<Value: Codable & Sendable>: Sendable {
    let folder: URL
    let name: String
    let missing: Value

    private var file: URL { folder.appendingPathComponent(name + ".json") }

    /// Returns the current value.
    ///
    /// - Throws: an error of the file system. Before the first unlock after a restart, the file
    ///   cannot be read.
    func read() throws -> Value {
        let data: Data
        do { data = try Data(contentsOf: file) } catch CocoaError.fileReadNoSuchFile {
            return missing
        }
        do { return try JSONDecoder().decode(Value.self, from: data) } catch {
            let aside = folder.appendingPathComponent(name + ".damaged")
            try? FileManager.default.removeItem(at: aside)
            try? FileManager.default.moveItem(at: file, to: aside)
            return missing
        }
    }

    /// Changes the value under an exclusive lock. When `change` throws, nothing changes.
    ///
    /// - Throws: an error of the file system, or the error that `change` throws.
    @discardableResult
    func update<Output>(_ change: (inout Value) throws -> Output) throws -> Output {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let lock = try lock()
        var value = try read()
        let output = try change(&value)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        try encoder.encode(value).write(to: file, options: Self.options)
        lock.release()
        return output
    }

    private func lock() throws -> FileLock {
        do throws(SystemError) {
            return try FileLock.wait(folder.appendingPathComponent(name + ".lock").path)
        } catch { throw CocoaError(.fileLocking) }
    }

    /// The options for writing the file. Pushes arrive while the phone is locked, so the file has
    /// to be readable after the first unlock.
    private static var options: Data.WritingOptions {
        #if os(iOS) || os(watchOS) || os(visionOS)
        [.atomic, .completeFileProtectionUntilFirstUserAuthentication]
        #else
        [.atomic]
        #endif
    }
}
