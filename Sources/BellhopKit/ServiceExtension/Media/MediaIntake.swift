// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Receives the bytes of one file: determines its type from the first bytes, writes the bytes to
/// disk, and stops at the limit.
struct MediaIntake: Sendable {
    private let name: String
    private let kinds: Set<MediaType.Kind>
    private let byteCountMax: Int?
    private var mimeType: String?
    private var expected: Int?
    /// The bytes received before the type was known.
    private var start = Data()
    private var type: MediaType?
    private var byteCount = 0
    private(set) var file: URL?
    private var handle: FileHandle?

    /// - Parameter name: the last path component of the URL.
    init(name: String, kinds: Set<MediaType.Kind>, byteCountMax: Int?) {
        self.name = name
        self.kinds = kinds
        self.byteCountMax = byteCountMax
    }

    /// The maximum number of bytes; it depends on the type once the type is known.
    private var limit: Int {
        let kinds = type.map { [$0.kind] } ?? kinds
        let largest = kinds.map(\.byteCountMax).max() ?? 0
        return min(largest, byteCountMax ?? .max)
    }

    mutating func begin(_ response: HTTPURLResponse) throws {
        guard response.statusCode == 200 else { throw MediaError.status(response.statusCode) }
        mimeType = response.mimeType
        let length = Int(clamping: response.expectedContentLength)
        let encoding = response.value(forHTTPHeaderField: "Content-Encoding") ?? "identity"
        // A body that URLSession decompresses is longer than the transmitted body.
        expected = length >= 0 && encoding.lowercased() == "identity" ? length : nil
        guard length <= limit else { throw MediaError.tooLarge(byteCountMax: limit) }
    }

    mutating func add(_ data: Data) throws {
        byteCount += data.count
        guard byteCount <= limit else { throw MediaError.tooLarge(byteCountMax: limit) }
        guard handle == nil else { return try write(data) }
        start.append(data)
        if start.count >= MediaContent.byteCountNeeded { try open() }
    }

    mutating func finish() throws -> DownloadedMedia {
        if let expected, expected != byteCount {
            throw MediaError.incomplete(byteCount: byteCount, expected: expected)
        }
        if handle == nil { try open() }
        guard let type, let file, let handle else { throw MediaError.notWritten }
        try handle.close()
        self.handle = nil
        return DownloadedMedia(file: file, type: type, byteCount: byteCount)
    }

    /// Deletes the file.
    mutating func discard() {
        try? handle?.close()
        if let file { try? FileManager.default.removeItem(at: file) }
        (handle, file) = (nil, nil)
    }

    /// Creates the file, now that its type is known. The file's name contains no part of the URL.
    private mutating func open() throws {
        let type = try MediaContent.type(
            start: Array(start.prefix(MediaContent.byteCountNeeded)), mimeType: mimeType,
            name: name)
        self.type = type
        guard kinds.contains(type.kind) else { throw MediaError.type("of kind \(type.kind)") }
        guard max(byteCount, expected ?? 0) <= limit else {
            throw MediaError.tooLarge(byteCountMax: limit)
        }
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("bellhop-media-\(UUID().uuidString).\(type.fileExtension)")
        guard FileManager.default.createFile(atPath: file.path, contents: nil) else {
            throw MediaError.notWritten
        }
        self.file = file
        handle = try FileHandle(forWritingTo: file)
        try write(start)
        start = Data()
    }

    private func write(_ data: Data) throws {
        do { try handle?.write(contentsOf: data) } catch { throw MediaError.notWritten }
    }
}
