// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GatewayAPI
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import BellhopGateway
@testable import GatewayConsole

/// The console's files: their compression, and how browsers cache them.
@Suite(.timeLimit(.minutes(30))) struct AssetTests {
    /// The maximum number of bytes that a page may transfer with all files that it loads.
    private static let byteCountMax = 100_000

    private static let paths = ConsolePages.table.map(\.path).filter { !$0.contains(":") }

    @Test func `each page transfers less than 100 kB with all its files`() async throws {
        try await ConsoleScene.run { console in
            _ = try await console.addMember("owner", .owner)
            let session = try await console.session("owner")
            for path in Self.paths {
                let page = try await console.ask(
                    .get, path, nil, [.cookie: session.cookie, .acceptEncoding: "gzip"])
                #expect(page.status == 200 && page.headers[.contentEncoding] == nil, "\(path)")
                let graph = try await console.graph(of: page)
                #expect(graph.names.isSuperset(of: ["console.css", "api.js", "icon.svg"]))
                #expect(graph.transferred < Self.byteCountMax, "\(path)")
                #expect(graph.transferred < graph.plain, "\(path)")
            }
        }
    }

    @Test func `each coding of a file has its own ETag, and a cached file is not sent again`()
        async throws
    {
        try await ConsoleScene.run { console in
            let path = "/console/assets/ui.js"
            let plain = try await console.ask(.get, path)
            let zipped = try await console.ask(.get, path, nil, [.acceptEncoding: "br, gzip"])
            #expect(plain.headers[.contentEncoding] == nil)
            #expect(zipped.headers[.contentEncoding] == "gzip")
            for reply in [plain, zipped] {
                #expect(reply.headers[.vary] == "accept-encoding")
                #expect(reply.headers[.cacheControl] == "no-cache")
            }
            let tag = try #require(plain.headers[.eTag])
            let zippedTag = try #require(zipped.headers[.eTag])
            #expect(tag != zippedTag)
            let rows: [(String?, String, Int)] = [
                (nil, tag, 304), ("gzip", zippedTag, 304), (nil, "*", 304),
                ("gzip", "\"other\", W/\(zippedTag)", 304),
                // A copy in the other coding is not the requested one.
                (nil, zippedTag, 200), ("gzip", tag, 200), (nil, "\"other\"", 200),
                (nil, String(tag.dropLast()), 200), (nil, "", 200),
            ]
            for (accepted, known, status) in rows {
                var headers: HTTPFields = [.ifNoneMatch: known]
                headers[.acceptEncoding] = accepted
                let again = try await console.ask(.get, path, nil, headers)
                #expect(again.status == status, "\(accepted ?? "none") \(known)")
                #expect(again.text.isEmpty == (status == 304))
                #expect(again.headers[.eTag] == (accepted == nil ? tag : zippedTag))
                #expect(again.headers[.vary] == "accept-encoding")
                #expect(status == 200 || again.headers[.contentEncoding] == nil)
            }
        }
    }

    @Test(
        arguments: [
            (nil, false), ("", false), (",", false), ("gzip", true), ("br, gzip;q=0.5", true),
            ("GZIP", true), ("deflate,\tx-gzip ; Q=1.000", true), ("gzip;q=0", false),
            ("gzip; q=0.000", false), ("*", true), ("*;q=0", false), ("*, gzip;q=0", false),
            ("gzip;q=0, *", false), ("identity", false), ("identity, gzip;q=0.5", false),
            ("identity;q=0.5, gzip", true), ("identity;q=0", false), ("gzip;q=much", false),
            ("gzip;q=nan", false), ("gzip;q=2", false), ("gzip;q", false), ("gzip;level=9", false),
            ("gzipped", false), (";q=1", false),
        ] as [(String?, Bool)])
    func `the accept-encoding header determines whether gzip is used`(
        header: String?, isPreferred: Bool
    ) {
        #expect(AcceptedEncodings(header).prefersGzip == isPreferred)
    }

    @Test func `a file that compression would not shorten is not compressed`() throws {
        #expect(try AssetCompression.gzip([]) == nil)
        #expect(try AssetCompression.gzip([1, 2, 3]) == nil)
        let zeros = try #require(try AssetCompression.gzip(Array(repeating: 0, count: 10_000)))
        #expect(zeros.count < 100 && zeros.prefix(2) == [0x1F, 0x8B])
        let asset = ConsoleAsset([1, 2, 3], "text/plain")
        let head = HTTPRequest(
            method: .get, scheme: nil, authority: nil, path: "/",
            headerFields: [.acceptEncoding: "gzip"])
        let request = Request(head: head, body: .init(buffer: ByteBuffer()))
        let response = try asset.response(to: request)
        #expect(response.headers[.contentEncoding] == nil)
        #expect(response.headers[.vary] == "accept-encoding")
    }
}

extension ConsoleScene {
    /// What a page loads: its files and the modules that these import.
    fileprivate struct Graph {
        var names: Set<String> = []
        /// The sizes of the page and its files, in bytes: as they are, and as a browser gets them.
        var plain: Int
        var transferred: Int
    }

    /// Follows the links of a page, and the imports of its modules, including dynamic imports.
    fileprivate func graph(of page: Reply) async throws -> Graph {
        let size = page.text.utf8.count
        var graph = Graph(plain: size, transferred: size)
        var waiting = page.text.matches(of: #/"/console/assets/([^"]+)"/#).map { String($0.1) }
        while let name = waiting.popLast() {
            guard graph.names.insert(name).inserted else { continue }
            let path = "/console/assets/" + name
            let plain = try await ask(.get, path)
            #expect(plain.status == 200 && plain.headers[.contentEncoding] == nil, "\(name)")
            graph.plain += plain.text.utf8.count
            graph.transferred += try await client.execute(
                uri: path, method: .get, headers: [.acceptEncoding: "gzip, deflate"]
            ) { $0.body.readableBytes }
            guard name.hasSuffix(".js") else { continue }
            waiting += plain.text.matches(of: #/(?:from |import\()"\./([^"]+)"/#)
                .map { String($0.1) }
        }
        return graph
    }
}
