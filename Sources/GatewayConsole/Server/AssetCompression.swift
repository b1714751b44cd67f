// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPCompression

/// Compresses the console's files with gzip.
///
/// Each file is compressed once, when a client first accepts gzip, so that clients cannot make the
/// server compress or store more.
///
/// Only files are compressed, because they are the same for everybody. A page contains the
/// session's CSRF token beside text that others have written, such as names of apps. From the size
/// of a compressed page, somebody who sees the encrypted traffic and can change such a text could
/// learn the token (the attack is called BREACH). Responses of the API and streams of events are
/// not compressed for the same reason.
enum AssetCompression {
    /// The compressor failed. Its library documents no such failure for complete responses.
    struct Failure: Error, CustomStringConvertible {
        let description = "it could not be compressed"
    }

    /// Returns a file's content in the format gzip (RFC 1952); `nil` if it would not be shorter.
    static func gzip(_ bytes: [UInt8]) throws -> [UInt8]? {
        // The library's compressor is only available as a channel handler for responses.
        let channel = EmbeddedChannel(
            handler: HTTPResponseCompressor(initialByteBufferCapacity: bytes.count))
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        let request = HTTPRequestHead(
            version: .http1_1, method: .GET, uri: "/", headers: ["Accept-Encoding": "gzip"])
        try channel.writeInbound(HTTPServerRequestPart.head(request))
        let response: [HTTPServerResponsePart] = [
            .head(HTTPResponseHead(version: .http1_1, status: .ok)),
            .body(.byteBuffer(ByteBuffer(bytes: bytes))), .end(nil),
        ]
        for part in response { channel.write(part, promise: nil) }
        channel.flush()
        var result: [UInt8] = []
        var isEncoded = false
        var isComplete = false
        while let part = try channel.readOutbound(as: HTTPServerResponsePart.self) {
            switch part {
            case .head(let head): isEncoded = head.headers["Content-Encoding"] == ["gzip"]
            case .body(.byteBuffer(let buffer)): result += buffer.readableBytesView
            case .body: throw Failure()
            case .end: isComplete = true
            }
        }
        guard isEncoded, isComplete else { throw Failure() }
        return result.count < bytes.count ? result : nil
    }
}
