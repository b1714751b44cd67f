// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopTesting
import Crypto
import DemoKit
import DemoService
import Foundation
import Testing

@testable import DemoApp

/// A web whose pictures never come.
private struct HangingDownloads: Downloads {
    func download(_ url: URL) async throws -> URL {
        let (stream, _) = AsyncStream.makeStream(of: URL.self)
        for await file in stream { return file }
        throw CancellationError()
    }
}

/// A web with one picture.
private struct OnePicture: Downloads {
    func download(_ url: URL) async throws -> URL {
        let file = FileManager.default.temporaryDirectory
            .appending(path: UUID().uuidString + ".png")
        try Data([0x89, 0x50, 0x4E, 0x47]).write(to: file)
        return file
    }
}

@MainActor
struct NotificationServiceTests {
    /// An encrypted push as the server sends it, with or without a picture.
    private func encrypted(
        keyID: String = "demo", media: String? = nil
    ) throws -> String {
        let key = try #require(SampleBackend.sampleKeys["demo"])
        let message = MessageText(
            conversationID: "c-1", senderID: "u-1", senderName: "Mia", text: "Meet me at six")
        let secret = try EncryptedMessage(message, keyID: keyID, key: SymmetricKey(data: key))
        var payload: [String: Any] = [
            "aps": [
                "alert": ["title": "New message", "body": "Open the app to read it."],
                "mutable-content": 1, "sound": "default",
            ],
            "enc": secret.dictionary,
        ]
        payload["media-url"] = media
        return String(
            decoding: try JSONSerialization.data(withJSONObject: payload), as: UTF8.self)
    }

    private func start(_ downloads: any Downloads = NoDownloads()) async throws -> CornerPhone {
        let corner = try await CornerPhone(downloads: downloads)
        try await corner.launch()
        _ = try #require(await corner.backend.token(.device))
        // The app does this itself, some time after its launch.
        await corner.model?.loadMessageKeys()
        try await corner.phone.forceQuit(corner.app)
        try await corner.phone.lock()
        return corner
    }

    @Test(.timeLimit(.minutes(1)))
    func `an encrypted message is shown in clear, from its sender, the app not running (NSE-4)`()
        async throws
    {
        let corner = try await start()
        try await corner.push(try encrypted())
        let shown = try #require(corner.phone.screen.lockScreen.first)
        #expect(shown.body == "Meet me at six")
        #expect(shown.category == "MESSAGE")
        #expect(shown.threadID == "chat-c-1")
        #expect(shown.communication?.senderName == "Mia")
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("encrypted-chat", "The key is under the blue pot.", ""),
            ("chat-message", "Who has the ladder?", "Back yard"),
        ])
    func `an example message is shown in clear and from its sender (NSE-15)`(
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

    @Test(.timeLimit(.minutes(1)))
    func `without the key the stand-in is shown`() async throws {
        let corner = try await start()
        try await corner.push(try encrypted(keyID: "lost"))
        #expect(corner.phone.screen.lockScreen.first?.body == "Open the app to read it.")
    }

    @Test(.timeLimit(.minutes(1)))
    func `a picture that hangs does not cost the text (NSE-5)`() async throws {
        let corner = try await start(HangingDownloads())
        let before = corner.phone.clock.now
        _ = try await corner.phone.push(
            try encrypted(media: "https://cdn.example.com/a.png"), to: corner.app,
            waiting: .seconds(31))
        let shown = try #require(corner.phone.screen.lockScreen.first)
        #expect(shown.body == "Meet me at six")
        #expect(shown.attachments.isEmpty)
        #expect(corner.phone.clock.now.timeIntervalSince(before) >= 30)
    }

    @Test(.timeLimit(.minutes(1)))
    func `a picture is attached (ATT-1)`() async throws {
        let corner = try await start(OnePicture())
        try await corner.push(
            #"{"aps":{"alert":"Somebody is at the door.","mutable-content":1},"#
                + #""media-url":"https://cdn.example.com/door.png"}"#)
        let shown = try #require(corner.phone.screen.lockScreen.first)
        #expect(shown.attachments.count == 1)
    }

    @Test(.timeLimit(.minutes(1)))
    func `an answer to the decrypted message finds its conversation`() async throws {
        let corner = try await start()
        try await corner.push(try encrypted())
        try await corner.phone.choose("REPLY", text: "Fine")
        #expect(await corner.backend.sent == ["c-1: Fine"])
    }
}
