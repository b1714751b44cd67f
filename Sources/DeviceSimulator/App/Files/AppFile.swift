// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A file that an app brings: its bytes, and the name that errors call it by.
public struct AppFile: Hashable, Sendable {
    /// The size from which a property list or a file of texts is refused, in bytes: 4 MiB.
    public static let textByteCountMax = 4 << 20
    /// The size from which a sound is refused, in bytes: 64 MiB, far more than 30 seconds take.
    public static let soundByteCountMax = 64 << 20

    /// For instance `Info.plist`.
    public let name: String
    public let bytes: Data

    public init(name: String, bytes: Data) {
        self.name = name
        self.bytes = bytes
    }

    /// A file of text.
    public init(name: String, text: String) {
        self.init(name: name, bytes: Data(text.utf8))
    }

    /// Reads a file.
    ///
    /// - Throws: ``AppFileError`` when there is none, it cannot be read, or it is too large.
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
                name, nil, "it cannot be read", "check that it is there and may be read")
        }
        guard bytes.count <= byteCountMax else { throw Self.tooLarge(name, byteCountMax) }
    }

    /// Refuses what is larger than texts are.
    func checkTextSize() throws(AppFileError) {
        guard bytes.count <= Self.textByteCountMax else {
            throw Self.tooLarge(name, Self.textByteCountMax)
        }
    }

    private static func tooLarge(_ name: String, _ byteCountMax: Int) -> AppFileError {
        AppFileError(
            name, nil, "it has more than \(byteCountMax) bytes", "check that it is the right file")
    }
}

extension URL {
    /// How many bytes the file has.
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
