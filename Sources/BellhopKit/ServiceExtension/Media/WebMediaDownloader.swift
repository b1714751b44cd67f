// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Fetches media over `https`, and follows redirections. Data is written to disk as it arrives, so
/// that an extension's 24 MB of memory suffice (rule `NSE-7`). The download stops at the size limit
/// of the file's type.
public struct WebMediaDownloader: MediaDownloader {
    /// The maximum time without data, and also the maximum total time for one file;
    /// ``ServiceTime/media`` by default. A step of a service extension may end the download
    /// earlier.
    public var timeMax: Duration
    /// Whether `http` to this machine is accepted too, for tests with their own server.
    public var allowsLoopback: Bool

    public init(timeMax: Duration = ServiceTime.media, allowsLoopback: Bool = false) {
        self.timeMax = timeMax
        self.allowsLoopback = allowsLoopback
    }

    public func download(
        _ url: URL, kinds: Set<MediaType.Kind>, byteCountMax: Int?
    ) async throws -> DownloadedMedia {
        var address = try MediaAddress(url, allowsLoopback: allowsLoopback)
        for _ in 0...MediaAddress.redirectCountMax {
            try Task.checkCancellation()
            let transfer = MediaTransfer(address.url, kinds: kinds, byteCountMax: byteCountMax)
            switch try await transfer.run(configuration) {
            case .file(let media): return media
            case .redirect(let location):
                address = try address.redirected(to: location, allowsLoopback: allowsLoopback)
            }
        }
        throw MediaError.tooManyRedirects(max: MediaAddress.redirectCountMax)
    }

    /// A session without cookies, cache and credentials, so that no data is stored or sent along.
    private var configuration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = timeMax.seconds
        configuration.timeoutIntervalForResource = timeMax.seconds
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        return configuration
    }
}

extension Duration {
    fileprivate var seconds: TimeInterval { self / .seconds(1) }
}
