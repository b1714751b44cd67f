// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A file of an app: its bytes, and the name that error messages use.
public struct AppFile: Hashable, Sendable {
    /// The maximum size of a property list or a file of texts, in bytes: 4 MiB.
    public static let textByteCountMax = 4 << 20
    /// The maximum size of a sound, in bytes: 64 MiB, far more than 30 seconds need.
    public static let soundByteCountMax = 64 << 20

    /// The file's name, for instance `Info.plist`.
    public let name: String
    public let bytes: Data

    public init(name: String, bytes: Data) {
        self.name = name
        self.bytes = bytes
    }

    /// Creates a file that contains a text.
    public init(name: String, text: String) {
        self.init(name: name, bytes: Data(text.utf8))
    }

    /// Reads a file.
    ///
    /// - Throws: ``AppFileError`` when the file does not exist, cannot be read, or is too large.
    public init(
        contentsOf url: URL, byteCountMax: Int = AppFile.textByteCountMax
    ) throws(AppFileError) {
        name = url.path
        do {
            let size = try url.resourceSize
            guard size <= byteCountMax else { throw Self.tooLarge(name, byteCountMax) }
            bytes = try Data(contentsOf: url)
        } catch let error as AppFileError {
            throw error
        } catch {
            throw AppFileError(
                name, nil, "it cannot be read", "check that it exists and is readable")
        }
        guard bytes.count <= byteCountMax else { throw Self.tooLarge(name, byteCountMax) }
    }

    /// Throws an error if the file is larger than ``textByteCountMax``.
    func checkTextSize() throws(AppFileError) {
        guard bytes.count <= Self.textByteCountMax else {
            throw Self.tooLarge(name, Self.textByteCountMax)
        }
    }

    private static func tooLarge(_ name: String, _ byteCountMax: Int) -> AppFileError {
        AppFileError(
            name, nil, "it has more than \(byteCountMax) bytes",
            "check that it is the intended file")
    }
}

extension URL {
    /// The size of the file in bytes.
    fileprivate var resourceSize: Int {
        get throws {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            switch attributes[.size] {
            case let size as Int: return size
            case let size as UInt64: return Int(clamping: size)
            default: return 0
            }
        }
    }
}
