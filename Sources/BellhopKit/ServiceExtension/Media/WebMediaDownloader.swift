// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Fetches media from the web: over `https`, redirects included; written to disk as it arrives, so
/// that an extension's 24 MB of memory are enough (rule `NSE-7`); stopped at the limit of its type.
public struct WebMediaDownloader: MediaDownloader {
    /// The longest time without an answer and for one file in all; ``ServiceTime/media`` unless
    /// told otherwise. A step of a service extension ends it earlier.
    public var timeMax: Duration
    /// Whether `http` to this machine is taken too, for tests with a server of their own.
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

    /// Without cookies, cache and credentials: nothing of a picture is kept or told.
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
