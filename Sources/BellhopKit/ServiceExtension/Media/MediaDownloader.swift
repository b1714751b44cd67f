// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Fetches the media files of a notification.
public protocol MediaDownloader: Sendable {
    /// Fetches a file into the temporary folder, under a new name that ends with the extension of
    /// its type. The file belongs to the caller.
    ///
    /// - Parameters:
    ///   - kinds: the kinds of media that are accepted.
    ///   - byteCountMax: a maximum size below the limit of the kind; `nil` to use the kind's limit.
    /// - Throws: ``MediaError``, or `CancellationError` when the task was cancelled. In both cases,
    ///   no file is left behind.
    func download(
        _ url: URL, kinds: Set<MediaType.Kind>, byteCountMax: Int?
    ) async throws -> DownloadedMedia
}

extension MediaDownloader {
    /// Fetches a file of any kind that notifications show, up to the kind's limit.
    public func download(_ url: URL) async throws -> DownloadedMedia {
        try await download(url, kinds: Set(MediaType.Kind.allCases), byteCountMax: nil)
    }
}

/// A file that was fetched.
public struct DownloadedMedia: Hashable, Sendable {
    public var file: URL
    public var type: MediaType
    public var byteCount: Int

    public init(file: URL, type: MediaType, byteCount: Int) {
        self.file = file
        self.type = type
        self.byteCount = byteCount
    }
}
