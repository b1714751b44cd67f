// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

#if !canImport(UIKit)
import OpenUserNotifications
#endif

/// Fetches files.
public protocol Downloads: Sendable {
    /// Fetches a file into a temporary place, under a name whose extension tells its type.
    func download(_ url: URL) async throws -> URL
}

/// Files from the web.
public struct WebDownloads: Downloads {
    /// Seconds for one picture. The extension has about 30 for everything.
    static let timeMax: TimeInterval = 20
    /// What the system takes for an image, in bytes.
    static let byteCountMax = 10_000_000
    /// The types of image that the system shows, and the extension by which it knows them.
    static let fileExtensions = ["image/jpeg": "jpg", "image/png": "png", "image/gif": "gif"]

    /// Why a file is of no use.
    enum Failure: Error, Equatable {
        case status(Int)
        case type(String?)
        case tooLarge
    }

    public init() {}

    public func download(_ url: URL) async throws -> URL {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = Self.timeMax
        configuration.timeoutIntervalForResource = Self.timeMax
        let session = URLSession(configuration: configuration)
        defer { session.finishTasksAndInvalidate() }
        let (data, response) = try await session.data(from: url)
        let fileExtension = try Self.check(response, byteCount: data.count)
        let file = FileManager.default.temporaryDirectory
            .appending(path: UUID().uuidString + "." + fileExtension)
        try data.write(to: file)
        return file
    }

    /// Says which extension the file gets.
    static func check(_ response: URLResponse, byteCount: Int) throws -> String {
        if let response = response as? HTTPURLResponse, response.statusCode != 200 {
            throw Failure.status(response.statusCode)
        }
        guard let type = response.mimeType, let fileExtension = fileExtensions[type] else {
            throw Failure.type(response.mimeType)
        }
        guard byteCount <= byteCountMax else { throw Failure.tooLarge }
        return fileExtension
    }
}
