// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopKit
import BellhopSeal
import BellhopTesting
import DemoKit
import Foundation
import Testing

@testable import DemoApp

/// A downloader whose downloads never finish.
private struct HangingDownloads: MediaDownloader {
    /// Yields an element when a download is requested.
    let requested: AsyncStream<Void>
    private let request: AsyncStream<Void>.Continuation

    init() { (requested, request) = AsyncStream.makeStream(of: Void.self) }

    func download(
        _ url: URL, kinds: Set<MediaType.Kind>, byteCountMax: Int?
    ) async throws -> DownloadedMedia {
        request.yield()
        let (stream, continuation) = AsyncStream.makeStream(of: DownloadedMedia.self)
        for await media in stream { return media }
        continuation.finish()
        throw CancellationError()
    }
}

@MainActor
struct NotificationServiceTests {
    /// A sealed push as the server sends it, with or without a picture.
    private func sealed(keyID: String = "demo", media: String? = nil) throws -> String {
        let sealer = try Sealer(
            app: "dev.bellhop.demo",
            sharedKey: SealSharedKey(id: keyID, secret: Shared.exampleKey().secret))
        let message = SealedContent(
            messageID: "m-1", sentAt: Date(timeIntervalSince1970: 1_767_225_600), title: "Mia",
            body: "Meet me at six", thread: "chat-c-1", category: "MESSAGE", image: media,
            data: ["conversation": ["id": "c-1", "sender": "u-1", "sender_name": "Mia"]])
        let payload = try sealer.payload(
            for: message, fallback: Alert(title: "New message", body: "Open the app to read it."))
        return String(decoding: payload.encoded, as: UTF8.self)
    }

    private func start(_ downloads: any MediaDownloader = NoDownloads()) async throws -> CornerPhone
    {
        let corner = try await CornerPhone(downloads: downloads)
        try await corner.launch()
        try await corner.phone.forceQuit(corner.app)
        try await corner.phone.lock()
        return corner
    }

    @Test(.timeLimit(.minutes(30)))
    func `NSE-4: an encrypted message and its sender are shown while the app is not running`()
        async throws
    {
        let corner = try await start()
        try await corner.push(try sealed())
        let shown = try #require(corner.phone.screen.lockScreen.first)
        #expect(shown.body == "Meet me at six")
        #expect(shown.category == "MESSAGE")
        #expect(shown.threadID == "chat-c-1")
        #expect(shown.communication?.senderName == "Mia")
    }

    @Test(
        .timeLimit(.minutes(30)),
        arguments: [
            ("encrypted-chat", "The key is under the blue pot.", ""),
            ("chat-message", "Who has the ladder?", "Back yard"),
        ])
    func `NSE-15: an example message is shown with its text and its sender`(
        name: String, text: String, group: String
    ) async throws {
        let corner = try await start()
        try await corner.push(try Example.text(name))
        let shown = try #require(corner.phone.screen.lockScreen.first)
        #expect(shown.body == text)
        #expect(shown.category == "MESSAGE")
        #expect(shown.communication?.senderName == "Mia")
        #expect(shown.communication?.groupName ?? "" == group)
    }

    @Test(.timeLimit(.minutes(30)))
    func `without the key, the visible text is shown`() async throws {
        let corner = try await start()
        try await corner.push(try sealed(keyID: "lost"))
        #expect(corner.phone.screen.lockScreen.first?.body == "Open the app to read it.")
    }

    @Test(.timeLimit(.minutes(30)))
    func `NSE-5: a picture download that hangs does not prevent the text`() async throws {
        let downloads = HangingDownloads()
        let corner = try await start(downloads)
        let payload = try sealed(media: "https://cdn.example.com/a.png")
        let pushing = Task { try await corner.push(payload) }
        for await _ in downloads.requested { break }
        await corner.phone.advance(by: .seconds(31))
        _ = try await pushing.value
        let shown = try #require(corner.phone.screen.lockScreen.first)
        #expect(shown.body == "Meet me at six")
        #expect(shown.attachments.isEmpty)
    }

    @Test(.timeLimit(.minutes(30)))
    func `a reply to the decrypted message is sent to its conversation`() async throws {
        let corner = try await start()
        try await corner.push(try sealed())
        try await corner.phone.choose("REPLY", text: "Fine")
        #expect(await corner.server.sent == ["c-1: Fine"])
        let lines = try #require(corner.delegate?.chat.conversation("c-1")).lines
        #expect(lines.map(\.text) == ["Meet me at six", "Fine"])
    }
}
