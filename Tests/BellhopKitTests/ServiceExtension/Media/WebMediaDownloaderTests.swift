// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import Foundation
import Testing

/// Real transfers from a server on this machine.
@Suite(.timeLimit(.minutes(30)))
struct WebMediaDownloaderTests {
    private func download(
        _ path: String, from server: MediaServer, byteCountMax: Int? = nil,
        kinds: Set<MediaType.Kind> = [.image, .audio, .movie],
        timeMax: Duration = .patient
    ) async throws -> DownloadedMedia {
        let url = try #require(URL(string: server.url(path)))
        return try await WebMediaDownloader(timeMax: timeMax, allowsLoopback: true)
            .download(url, kinds: kinds, byteCountMax: byteCountMax)
    }

    @Test(arguments: [
        ("/a.png", "image/png", MediaSample.png, "png"),
        ("/a.jpg", "image/jpeg", MediaSample.gif, "gif"),
        ("/a", "text/plain", MediaSample.jpeg, "jpg"),
        ("/song", "audio/mp4", MediaSample.base("isom"), "m4a"),
        ("/..%2F..%2Fetc%2Fpasswd.png", "image/png", MediaSample.png, "png"),
    ])
    func `ATT-2: a file is stored in the temporary folder, with the extension of its type`(
        path: String, type: String, bytes: [UInt8], fileExtension: String
    ) async throws {
        let server = try MediaServer { _ in .file(bytes, type: type) }
        let media = try await download(path, from: server)
        defer { try? FileManager.default.removeItem(at: media.file) }
        #expect(media.file.pathExtension == fileExtension)
        #expect(media.byteCount == bytes.count)
        #expect(try Data(contentsOf: media.file) == Data(bytes))
        #expect(
            media.file.deletingLastPathComponent().standardizedFileURL
                == FileManager.default.temporaryDirectory.standardizedFileURL)
        #expect(!media.file.lastPathComponent.contains("passwd"))
    }

    @Test func `a file that is not media is refused, whatever type the server states`() async throws
    {
        let server = try MediaServer { _ in .file(MediaSample.html, type: "image/png") }
        await #expect(throws: MediaError.type("not an image, audio or video file")) {
            try await download("/a.png", from: server)
        }
    }

    @Test func `an empty file is refused`() async throws {
        let server = try MediaServer { _ in .file([], type: "image/png") }
        await #expect(throws: MediaError.self) { try await download("/a.png", from: server) }
    }

    @Test func `a kind that was not requested is refused`() async throws {
        let server = try MediaServer { _ in .file(MediaSample.mp3, type: "audio/mpeg") }
        await #expect(throws: MediaError.type("of kind audio")) {
            try await download("/a.mp3", from: server, kinds: [.image])
        }
    }

    @Test(arguments: [404, 500, 204, 206])
    func `a response other than 200 is refused`(status: Int) async throws {
        let server = try MediaServer { _ in
            [.head(status: status, ["Content-Length: 0"])]
        }
        await #expect(throws: MediaError.status(status)) {
            try await download("/a.png", from: server)
        }
    }

    @Test func `ATT-3: a Content-Length over the limit is refused before the body arrives`()
        async throws
    {
        let server = try MediaServer { _ in
            [.head(status: 200, ["Content-Length: \(60 << 20)"]), .stall]
        }
        await #expect(throws: MediaError.tooLarge(byteCountMax: 50 << 20)) {
            try await download("/a.mp4", from: server)
        }
    }

    @Test func `ATT-3: an image beyond the size limit for images is refused at its first bytes`()
        async throws
    {
        let server = try MediaServer { _ in
            [.head(status: 200, ["Content-Length: \(20 << 20)"]), .bytes(MediaSample.png), .stall]
        }
        await #expect(throws: MediaError.tooLarge(byteCountMax: 10 << 20)) {
            try await download("/a.png", from: server)
        }
    }

    @Test func `ATT-3: the transfer of a file without a Content-Length ends at the limit`()
        async throws
    {
        let server = try MediaServer { _ in
            [
                .head(status: 200, ["Content-Type: image/png"]), .bytes(MediaSample.png),
                .zeros(2 << 20), .stall,
            ]
        }
        await #expect(throws: MediaError.tooLarge(byteCountMax: 1 << 20)) {
            try await download("/a.png", from: server, byteCountMax: 1 << 20)
        }
    }

    @Test func `an incomplete file is refused`() async throws {
        let server = try MediaServer { _ in
            .file(MediaSample.png, type: "image/png", length: 10_000)
        }
        await #expect(throws: MediaError.self) { try await download("/a.png", from: server) }
    }

    @Test func `a transfer from a server that stalls ends at the time limit`() async throws {
        let server = try MediaServer { _ in
            [.head(status: 200, ["Content-Length: 10000"]), .bytes(MediaSample.png), .stall]
        }
        await #expect(throws: MediaError.self) {
            try await download("/a.png", from: server, timeMax: .seconds(1))
        }
    }

    @Test func `a cancelled task ends a transfer that hangs`() async throws {
        let server = try MediaServer { _ in [.stall] }
        let task = Task { try await download("/a.png", from: server) }
        await server.requested()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `a download from an unreachable server fails with an error`() async throws {
        let url = try #require(URL(string: "http://127.0.0.1:1/a.png"))
        await #expect(throws: MediaError.self) {
            try await WebMediaDownloader.local.download(url)
        }
    }

    // MARK: - Redirects

    @Test func `a redirect on the same server is followed`() async throws {
        let server = try MediaServer { path in
            path == "/a.png"
                ? .redirect(to: "/b/c.gif") : .file(MediaSample.gif, type: "image/gif")
        }
        let media = try await download("/a.png", from: server)
        defer { try? FileManager.default.removeItem(at: media.file) }
        #expect(media.type == .gif)
        #expect(server.paths == ["/a.png", "/b/c.gif"])
    }

    @Test(arguments: [
        "file:///etc/passwd", "file://localhost/etc/passwd", "ftp://127.0.0.1/x", "",
        "http://example.com/a.png", "gopher://127.0.0.1/x",
    ])
    func `ATT-1: a redirect to a file or another scheme is not followed`(
        location: String
    ) async throws {
        let server = try MediaServer { _ in .redirect(to: location) }
        await #expect(throws: MediaError.self) {
            try await download("/a.png", from: server)
        }
        #expect(server.paths.allSatisfy { $0 == "/a.png" })
    }

    @Test func `an endless chain of redirects is stopped`() async throws {
        let server = try MediaServer { .redirect(to: $0 + "x") }
        await #expect(throws: MediaError.tooManyRedirects(max: 5)) {
            try await download("/a", from: server)
        }
        #expect(server.paths.count == 6)
    }

    @Test func `no request is sent with http`() async throws {
        let server = try MediaServer { _ in .file(MediaSample.png, type: "image/png") }
        let url = try #require(URL(string: server.url("/a.png")))
        await #expect(throws: MediaError.address(scheme: "http")) {
            try await WebMediaDownloader().download(url)
        }
        #expect(server.paths.isEmpty)
    }
}
