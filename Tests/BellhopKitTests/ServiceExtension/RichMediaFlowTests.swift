// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import BellhopKit
import BellhopTesting
import Foundation
import Testing

/// Pictures, videos and sounds on the phone, from a server on this machine.
@Suite(.timeLimit(.minutes(30)))
struct RichMediaFlowTests {
    private func phone() async throws -> ExtensionPhone {
        try await ExtensionPhone { ExtensionPhone.configuration() }
    }

    @Test(arguments: [
        ("media-url", "/a.png", MediaSample.png, "public.png"),
        ("imageURL", "/a", MediaSample.jpeg, "public.jpeg"),
        ("imageUrl", "/a.jpg", MediaSample.gif, "com.compuserve.gif"),
        ("image_url", "/film", MediaSample.base("mp42"), "public.mpeg-4"),
        ("image-url", "/a.wav", MediaSample.wav, "com.microsoft.waveform-audio"),
    ])
    func `ATT-2: an attached file has the type of its content, under every key for media`(
        key: String, path: String, bytes: [UInt8], type: String
    ) async throws {
        let server = try MediaServer { _ in .file(bytes, type: "application/octet-stream") }
        let phone = try await phone()
        let shown = try #require(try await phone.push([key: .string(server.url(path))]))
        #expect(shown.body == "sent")
        #expect(shown.attachments.map(\.type) == [type])
        #expect(shown.attachments.map(\.byteCount) == [bytes.count])
        #expect(phone.repeatCount == 0)
    }

    @Test(arguments: [
        ("huge", [MediaServer.Part.head(status: 200, ["Content-Length: 99999999"]), .stall]),
        ("endless", [.head(status: 200, []), .bytes(MediaSample.png), .zeros(12 << 20), .stall]),
        ("wrong type", .file(MediaSample.html, type: "image/png")),
        ("WebP", .file(MediaSample.webp, type: "image/webp")),
        ("a file URL", .redirect(to: "file:///etc/passwd")),
        ("truncated", .file(MediaSample.png, type: "image/png", length: 5000)),
        ("missing", [.head(status: 404, ["Content-Length: 0"])]),
        ("nothing", []),
    ])
    func `NSE-6, NSE-9: when the media server fails, the text is shown without the picture`(
        failure: String, response: [MediaServer.Part]
    ) async throws {
        let server = try MediaServer { _ in response }
        let phone = try await phone()
        let shown = try #require(
            try await phone.push(["imageURL": .string(server.url("/a.png"))]))
        #expect(shown.body == "sent")
        #expect(shown.attachments.isEmpty)
        #expect(server.paths == ["/a.png"])
        #expect((phone.repeatCount, phone.expiryCount) == (0, 0))
    }

    @Test(arguments: [
        "http://cdn.example.com/a.png", "file:///etc/passwd", "ftp://example.com/a.png", "a.png",
    ])
    func `ATT-1: a file whose URL is not an https URL is not attached`(address: String)
        async throws
    {
        let phone = try await phone()
        let shown = try #require(try await phone.push(["imageURL": .string(address)]))
        #expect(shown.body == "sent")
        #expect(shown.attachments.isEmpty)
    }

    @Test func `NSE-5: a media server that stalls does not use up the time of other steps`()
        async throws
    {
        let server = try MediaServer { _ in
            [.head(status: 200, ["Content-Length: 9999"]), .bytes(MediaSample.png), .stall]
        }
        let phone = try await phone()
        let start = phone.phone.clock.now
        let shown = try #require(
            try await phone.push(
                [
                    "imageURL": .string(server.url("/a.png")),
                    "conversation": ["id": "c-1", "sender": "u-1", "sender_name": "Mia"],
                ], hanging: server.requested, for: ServiceTime.media))
        #expect(shown.attachments.isEmpty)
        #expect(shown.communication?.senderName == "Mia", "the next step ran")
        #expect(phone.phone.clock.now.timeIntervalSince(start) == 12)
        #expect((phone.repeatCount, phone.expiryCount) == (0, 0))
    }

    @Test func `NCE-9: pictures of a carousel are attached independently of each other`()
        async throws
    {
        let server = try MediaServer { path in
            path == "/1.png"
                ? [.head(status: 404, [])] : .file(MediaSample.png, type: "image/png")
        }
        let phone = try await phone()
        let pages = (0..<3).map { page -> JSONValue in
            ["image": .string(server.url("/\(page).png")), "link": .string("shop://\(page)")]
        }
        let shown = try #require(try await phone.push(["carousel": .array(pages)]))
        #expect(shown.attachments.map(\.id) == ["carousel-0", "carousel-2"])
    }
}

/// Extensions that fail on the phone.
@Suite(.timeLimit(.minutes(30)))
struct ExtensionFailureFlowTests {
    @Test func `NSE-5: if the extension times out, the best available content is shown`()
        async throws
    {
        let gate = StepGate()
        let phone = try await ExtensionPhone {
            var configuration = ExtensionPhone.configuration()
            configuration.steps = [
                adding("opened"),
                OwnStep("hung", timeLimit: .seconds(60)) { _ in await gate.wait() },
            ]
            return configuration
        }
        let shown = try #require(try await phone.push(hanging: gate.reached, for: .seconds(30)))
        #expect(shown.body == "sent opened")
        gate.open()
        await phone.phone.settle()
        #expect(phone.repeatCount == 0)
    }

    @Test(arguments: [
        (ServiceExtensionResult.crashed("index out of range"), "NSE-6"),
        (.killedForMemory, "NSE-7"), (.startedTooSlowly, "NSE-8"),
    ])
    func `NSE-6, NSE-7, NSE-8: when the extension fails, the original content is shown`(
        failure: ServiceExtensionResult, rule: String
    ) async throws {
        let phone = try await ExtensionPhone {
            var configuration = ExtensionPhone.configuration()
            configuration.steps = [adding("opened")]
            return configuration
        }
        phone.app.failNextServiceExtension(failure)
        #expect(try await phone.push()?.body == "sent")
        #expect(phone.phone.arrivals.first?.reasons.contains(RuleID(stringLiteral: rule)) == true)
        #expect(try await phone.push()?.body == "sent opened")
    }

    @Test func `NSE-14: two concurrent pushes do not affect each other`() async throws {
        let gate = StepGate()
        let phone = try await ExtensionPhone {
            var configuration = ExtensionPhone.configuration()
            configuration.steps = [
                OwnStep("wait") { draft in
                    if draft.content.body == "first" { await gate.wait() }
                    draft.change { $0.body += " seen" }
                }
            ]
            return configuration
        }
        async let first = phone.push(aps: ["alert": "first"])
        await gate.reached()
        async let second = phone.push(aps: ["alert": "second"])
        gate.open()
        _ = try await (first, second)
        await phone.phone.settle()
        #expect(Set(phone.phone.screen.lockScreen.map(\.body)) == ["first seen", "second seen"])
        #expect(phone.repeatCount == 0)
    }
}
