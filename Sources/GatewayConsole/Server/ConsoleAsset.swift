// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import HTTPTypes
import Hummingbird
import NIOCore

/// A file that browsers load: a script, a style or the icon.
struct ConsoleAsset: Sendable {
    /// The content in one coding.
    struct Representation: Sendable {
        let body: ByteBuffer
        /// The entity tag, with quotation marks. It is unique to this content and coding.
        let tag: String
    }

    private let contentType: String
    /// The file as it is.
    let plain: Representation
    private let compressed: CompressedAsset

    init(_ bytes: [UInt8], _ contentType: String) {
        self.contentType = contentType
        let digest = SHA256.hash(data: bytes).prefix(8).map { String($0, radix: 36) }.joined()
        plain = Representation(body: ByteBuffer(bytes: bytes), tag: "\"\(digest)\"")
        compressed = CompressedAsset(bytes, tag: "\"\(digest)-gzip\"")
    }

    /// Returns the response to a request for the file. A browser asks each time whether its copy
    /// is current, because the path of a file is the same in the next version of Bellhop.
    ///
    /// - Throws: an error if the file cannot be compressed.
    func response(to request: Request) throws -> Response {
        let accepted = AcceptedEncodings(request.headers[.acceptEncoding])
        let gzip = accepted.prefersGzip ? try compressed.representation() : nil
        let representation = gzip ?? plain
        var headers: HTTPFields = [
            .contentType: contentType, .cacheControl: "no-cache", .eTag: representation.tag,
            .xContentTypeOptions: "nosniff", .vary: "accept-encoding",
        ]
        // A file that is opened as a page may not load anything.
        headers[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'"
        if Self.matches(request.headers[.ifNoneMatch], representation.tag) {
            return Response(status: .notModified, headers: headers)
        }
        if gzip != nil { headers[.contentEncoding] = "gzip" }
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody(byteBuffer: representation.body))
    }

    /// Returns whether the client has the representation with a tag, according to `if-none-match`
    /// (RFC 9110 section 13.1.2). A proxy may have marked the tag as weak (`W/`).
    private static func matches(_ header: String?, _ tag: String) -> Bool {
        (header ?? "").split(separator: ",").contains { entry in
            let entry = entry.filter { $0 != " " && $0 != "\t" }
            return entry == "*" || entry == tag || entry == "W/" + tag
        }
    }
}
