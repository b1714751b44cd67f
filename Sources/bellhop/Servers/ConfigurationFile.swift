// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import CommandSupport
import LocalSystem
import ServiceLifecycle
import SimulatorHost
import UnixSignals

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The configuration file of `bellhop apns --config`, with the values from the time when it was
/// read.
struct ConfigurationFile {
    let path: String
    let configuration: SimulatorConfiguration

    /// Reads the file, and the files with keys and authorities that it names.
    ///
    /// - Throws: ``CommandFailure`` with status 66 if the file cannot be read, 65 if it is not a
    ///   configuration; the message contains the file, the line, the column and the key path.
    init(path: String) throws {
        self.path = path
        let bytes = try InputFile.read(
            path, byteCountMax: SimulatorConfiguration.byteCountMax, what: "a configuration")
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure(
                .badInput, "\(path.printable): the file is not UTF-8 text; save it as UTF-8")
        }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        do {
            configuration = try SimulatorConfiguration(yaml: text, file: path) {
                name throws(NamedFileError) in
                try Self.read(name.hasPrefix("/") ? name : folder + name)
            }
        } catch { throw CommandFailure(.badInput, error.description) }
    }

    /// Reads a file that the configuration names. A relative path starts at the folder of the
    /// configuration file.
    private static func read(_ path: String) throws(NamedFileError) -> String {
        let bytes: [UInt8]
        do throws(InputReader.Failure) {
            bytes = try InputReader.read(
                path, byteCountMax: CredentialOptions.keyFileByteCountMax, silenceMax: .zero)
        } catch {
            throw NamedFileError("\(path.printable): cannot read this file; check the path")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Applies the values that can change while the simulator is running.
    ///
    /// - Parameter old: the values that were applied before.
    /// - Returns: notes about values that do not change before the next start.
    @discardableResult
    func apply(
        to host: SimulatorHost, replacing old: SimulatorConfiguration? = nil
    ) async throws -> [String] {
        do {
            return try await host.apply(configuration, replacing: old, file: path)
        } catch let error as ConfigurationError {
            throw CommandFailure(.badInput, error.description)
        }
    }
}

/// Reads the configuration file again on SIGHUP. If the file is not a valid configuration, nothing
/// changes. If a value cannot be applied, the values after it are not applied either.
struct ConfigurationReload: Service {
    let file: ConfigurationFile
    let host: SimulatorHost

    func run() async throws {
        var current = file
        let signals = await UnixSignalsSequence(trapping: .sighup)
        for await _ in signals.cancelOnGracefulShutdown() {
            let next: ConfigurationFile
            do { next = try ConfigurationFile(path: file.path) } catch let failure
                as CommandFailure
            {
                Console.error("\(failure.description); the configuration is unchanged")
                continue
            }
            do {
                let notes = try await next.apply(to: host, replacing: current.configuration)
                current = next
                Console.note("\(file.path.printable): the configuration was read again")
                for note in notes { Console.note("\(file.path.printable): \(note)") }
            } catch let failure as CommandFailure {
                Console.error("\(failure.description); the rest of the file was not applied")
            }
        }
    }
}
