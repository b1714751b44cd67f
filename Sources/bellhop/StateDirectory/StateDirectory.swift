// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import CommandSupport
import LocalSystem
import Workbench

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The directory in which servers store persistent state, and their addresses for clients. By
/// default, it is `.bellhop/` in the working directory. Only its owner can read it.
struct StateDirectory: Sendable {
    static let defaultPath = ".bellhop"

    let path: String

    /// The files of the directory.
    enum File: String {
        /// The certificate of the simulator's authority, which clients trust.
        case authorityCertificate = "ca.pem"
        case authorityKey = "ca-key.pem"
        /// The key of the simulator's own team.
        case simulatorKey = "simulator-key.p8"
        /// Phones, tokens and stored notifications.
        case simulatorState = "simulator.json"
        /// The simulator's lightweight devices.
        case simulatorFleet = "fleet.bin"
        /// The simulated FCM's devices and the simulated browsers, with their keys.
        case messagingState = "messaging.json"
        /// The key file of the simulated FCM's service account, in Google's form.
        case fcmServiceAccount = "fcm-service-account.json"
        /// The registration token of the simulated FCM's Android phone.
        case fcmToken = "fcm-token"
        /// The subscription of the simulated browser.
        case webPushSubscription = "web-push-subscription.json"
        /// A VAPID key for senders of Web Push.
        case vapidKey = "vapid-key.pem"
        /// The settings of `bellhop serve`.
        case settings = "bellhop.yaml"
        case gatewayDatabase = "gateway.sqlite"
        /// The key that seals the secrets in the database; see `MasterKeyFile` in BellhopGateway.
        case masterKey = "master.key"
        /// The gateway's API key for development.
        case developmentKey = "development-key"
        /// The client key of the demo app, in the form in which a real app would contain it.
        case clientKey = "client-key"
        /// The addresses of a running simulator and a running gateway.
        case simulatorAddress = "apns.json"
        case gatewayAddress = "gateway.json"
        case simulatorLock = "apns.lock"
        case gatewayLock = "gateway.lock"
    }

    init(_ path: String?) { self.path = path ?? Self.defaultPath }

    func path(of file: File) -> String { path + "/" + file.rawValue }

    /// Creates the directory if it does not exist, so that only its owner can read it.
    ///
    /// - Throws: ``CommandFailure`` with status 73 if the directory cannot be created or written
    ///   to, or if every user of this machine can change its contents.
    func create() throws {
        do throws(SystemError) { try PrivateFolder.make(path) } catch {
            throw CommandFailure(
                .cannotCreate,
                "\(shownPath): cannot create the state directory: \(error); choose another "
                    + "directory with --state-dir")
        }
        do throws(SystemError) { try PrivateFolder.checkWritable(path) } catch {
            throw CommandFailure(
                .cannotCreate,
                "\(shownPath): cannot write into the state directory: \(error); choose another "
                    + "directory with --state-dir")
        }
        try checkPermissions()
        if PrivateFolder.writers(path) == .group {
            Console.note(
                "\(shownPath): the group of this directory can replace the keys in it; "
                    + "to prevent that, run: chmod 700 \(ShellWord.quoted(path))")
        }
    }

    /// Rejects a directory in which every user of this machine can create files. The contents of
    /// the directory determine where keys and notifications are sent.
    func checkPermissions() throws {
        guard PrivateFolder.writers(path) == .everybody else { return }
        throw CommandFailure(
            .cannotCreate,
            "\(shownPath): every user of this machine can change the state directory; choose "
                + "another directory with --state-dir, or run: chmod 700 \(ShellWord.quoted(path))")
    }

    /// The path in a form that is safe to print in messages.
    var shownPath: String { path.printable }

    /// The maximum size of a file that is read, in bytes. It is enough for the state of a simulator
    /// with many phones.
    private static let fileByteCountMax = 256 << 20

    /// Reads a file. Returns `nil` if the file does not exist or is not a regular file.
    func read(_ file: File) -> Data? { readBytes(file).map { Data($0) } }

    /// Reads a file as ``read(_:)`` does, without a second copy of its bytes.
    func readBytes(_ file: File) -> [UInt8]? {
        try? InputReader.read(
            path(of: file), byteCountMax: Self.fileByteCountMax, silenceMax: .zero)
    }

    func has(_ file: File) -> Bool { access(path(of: file), F_OK) == 0 }

    func readText(_ file: File) -> String? {
        read(file).map { String(decoding: $0, as: UTF8.self).trimmingBlanks }
    }

    /// Writes a file atomically, so that only its owner can read it.
    func write(_ data: some Sequence<UInt8>, to file: File) throws {
        do throws(SystemError) {
            try PrivateFile.replace(path(of: file), with: Array(data))
        } catch { throw unwritable(path(of: file), error) }
    }

    /// Renames an unusable file, so that its content is not lost. The renamed file overwrites an
    /// earlier renamed file.
    ///
    /// - Returns: the new path.
    func putAside(_ file: File) throws -> String {
        let backup = path(of: file) + ".bak"
        guard rename(path(of: file), backup) == 0 else { throw unwritable(backup, .last) }
        return backup
    }

    func remove(_ file: File) { _ = unlink(path(of: file)) }

    private func unwritable(_ target: String, _ error: SystemError) -> CommandFailure {
        CommandFailure(
            .cannotCreate,
            "\(target.printable): cannot write: \(error); choose another directory with "
                + "--state-dir")
    }

    /// Acquires a lock, which the system releases when the process ends for any reason.
    ///
    /// - Throws: ``CommandFailure`` with status 73 if another process has the lock.
    func lock(_ file: File, holder: String) throws -> FileLock {
        let taken: FileLock?
        do throws(SystemError) { taken = try FileLock.take(path(of: file)) } catch {
            throw unwritable(path(of: file), error)
        }
        guard let taken else {
            throw CommandFailure(
                .cannotCreate,
                "\(shownPath): \(holder) is already running with this state directory; stop it, or "
                    + "choose another directory with --state-dir")
        }
        return taken
    }
}
